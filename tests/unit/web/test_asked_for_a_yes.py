"""What the menu offers for a proposed correction: the host's device for those without a phone."""

import re
from pathlib import Path

from tests.unit.web.corrections import a_paid_round, entry, proposed
from tests.unit.web.devices import an_evening


def test_the_menu_offers_the_hosts_device_to_everybody_without_a_phone(tmp_path: Path) -> None:
    evening = a_paid_round(an_evening(tmp_path, 1, host_plays=True, guests=2))
    assert proposed(evening, entry(evening, "move", 0), steps=1) == 200
    page = evening.host.sees(f"/t/{evening.key}")
    (menu,) = re.findall(r'<section id="foot">(.*?)</section>', page, re.DOTALL)
    offered = re.findall(r'name="person" value="(\d+)">\s*<button>([^<]*)</button>', menu)
    people = [person for person in evening.table.party.people if not person.phone]
    assert offered == [(str(person.id), f"Hand this device to {person.name}") for person in people]


def test_the_notice_on_the_table_screen_offers_nobodys_hand(tmp_path: Path) -> None:
    evening = a_paid_round(an_evening(tmp_path, 1, host_plays=True, guests=2))
    assert proposed(evening, entry(evening, "move", 0), steps=1) == 200
    assert 'value="lend"' not in evening.host.get(f"/t/{evening.key}/screen").text
