"""Who opens a table on a phone and takes no seat has a phone's page, from the first one on."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.games import GAMES
from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.devices import Screen
from tests.e2e.browser.evening import Evening
from tests.e2e.browser.finished import looks
from tests.e2e.browser.fullest import NAMES
from tests.e2e.browser.laws import PHONES, breaks, every_game
from tests.unit.web.support.devices import new_session, saved

pytestmark = pytest.mark.browser

OF_A_SCREEN = "() => [...document.body.classList].includes('screen')"
FITS = "() => document.documentElement.scrollWidth <= innerWidth"


def on_a_phone(evening: Evening, size: tuple[int, int]) -> Screen:
    evening.screen.context.close()
    evening.screen = Screen(evening.context(size), evening.origin)
    return evening.screen


def test_host_with_a_phone_sees_a_phones_page(opens: Opens) -> None:
    evening = opens()
    host = on_a_phone(evening, (390, 844))
    evening.seat_all(started=False)
    host.open(f"/t/{evening.key}")
    assert not host.page.evaluate(OF_A_SCREEN)
    assert host.page.evaluate(FITS)
    host.open(f"/t/{evening.key}/screen")
    assert host.page.evaluate(OF_A_SCREEN), "the table screen is one on any device"


def test_hosts_phone_is_known_on_its_first_page(opens: Opens) -> None:
    evening = opens()
    host = on_a_phone(evening, (844, 390))
    evening.seat_all(started=False)
    host.context.clear_cookies(name="companion-kind")
    host.page.goto(f"{evening.origin}/t/{evening.key}")
    host.page.wait_for_selector(".phone #live")


@every_game
def test_choice_of_the_start_player_fits_one_view(slug: str, browser: Browser, tmp_path: Path) -> None:
    evening = new_session(tmp_path, players=GAMES[slug].players[-1], game=slug)
    for person, name in zip(evening.table.party.people, NAMES, strict=False):
        saved(evening.host.tap(evening.key, "rename", person=person.id, name=name))
    evening.host.client.set_cookie("companion-kind", "phone", domain="companion.test")
    phone = looks(browser, evening.host, PHONES[0], lang="de", reduced_motion="reduce")
    phone.open(f"/t/{evening.key}")
    broken = list(breaks(phone.page, "who starts", *PHONES))
    assert not broken, "\n".join(broken)
