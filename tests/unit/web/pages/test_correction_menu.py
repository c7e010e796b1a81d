"""What the menu offers for a proposed correction: the host's device for those without a phone."""

import re
from pathlib import Path

from tests.unit.web.support.corrections import a_paid_round, entry, proposed
from tests.unit.web.support.devices import new_session


def test_the_menu_offers_the_hosts_device_to_everybody_without_a_phone(tmp_path: Path) -> None:
    session = a_paid_round(new_session(tmp_path, 1, host_plays=True, guests=2))
    assert proposed(session, entry(session, "move", 0), steps=1) == 200
    page = session.host.sees(f"/t/{session.key}")
    (menu,) = re.findall(r'<section id="foot">(.*?)</section>', page, re.DOTALL)
    offered = re.findall(r'name="person" value="(\d+)">\s*<button>([^<]*)</button>', menu)
    people = [person for person in session.table.party.people if not person.phone]
    assert offered == [(str(person.id), f"Hand this device to {person.name}") for person in people]


def test_the_notice_on_the_table_screen_offers_nobodys_hand(tmp_path: Path) -> None:
    session = a_paid_round(new_session(tmp_path, 1, host_plays=True, guests=2))
    assert proposed(session, entry(session, "move", 0), steps=1) == 200
    assert 'value="lend"' not in session.host.get(f"/t/{session.key}/screen").text
