"""A host with a phone and no seat has a phone's page, from the first one on."""

from pathlib import Path

from playwright.sync_api import Browser

from companion.games import GAMES
from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.devices import Screen
from tests.e2e.browser.in_process import looks
from tests.e2e.browser.layout_rules import PHONES, every_game, violations
from tests.e2e.browser.random_game import NAMES
from tests.e2e.browser.session import Session
from tests.unit.web.support.devices import new_session, saved

OF_A_SCREEN = "() => [...document.body.classList].includes('screen')"
FITS = "() => document.documentElement.scrollWidth <= innerWidth"


def on_a_phone(session: Session, size: tuple[int, int]) -> Screen:
    session.screen.context.close()
    session.screen = Screen(session.context(size), session.origin)
    return session.screen


def test_host_with_a_phone_sees_a_phones_page(opens: Opens) -> None:
    session = opens()
    host = on_a_phone(session, (390, 844))
    session.seat_all(started=False)
    host.open(f"/t/{session.key}")
    host.arrives(".phone #live")  # it is loaded again once it is known as a phone
    assert not host.page.evaluate(OF_A_SCREEN)
    assert host.page.evaluate(FITS)
    host.open(f"/t/{session.key}/screen")
    assert host.page.evaluate(OF_A_SCREEN), "the table screen is one on any device"


def test_hosts_phone_is_known_on_its_first_page(opens: Opens) -> None:
    session = opens()
    host = on_a_phone(session, (844, 390))
    session.seat_all(started=False)
    host.context.clear_cookies(name="companion-kind")
    host.page.goto(f"{session.origin}/t/{session.key}")
    host.page.wait_for_selector(".phone #live")


@every_game
def test_choice_of_the_start_player_fits_one_view(slug: str, browser: Browser, tmp_path: Path) -> None:
    session = new_session(tmp_path, players=GAMES[slug].players[-1], game=slug)
    for person, name in zip(session.table.roster.people, NAMES, strict=False):
        saved(session.host.tap(session.key, "rename", person=person.id, name=name))
    session.host.client.set_cookie("companion-kind", "phone", domain="companion.test")
    phone = looks(browser, session.host, PHONES[0], lang="de", reduced_motion="reduce")
    phone.open(f"/t/{session.key}")
    broken = list(violations(phone.page, "who starts", *PHONES))
    assert not broken, "\n".join(broken)
