"""Race cards of Wetten! that the server deals: a race by taps, and cards by keys."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.devices import Phone
from tests.e2e.browser.keyboard import Typist
from tests.e2e.browser.layout_rules import PHONES, violations
from tests.e2e.browser.races import Races
from tests.e2e.browser.session import Session


@pytest.fixture
def session(reopens: Opens) -> Session:
    session = reopens()
    session.open(game="wetten", track="10", cards="phones")
    return session


def tiles(phone: Phone) -> list[str]:
    phone.page.wait_for_selector("#tiles .tile")
    return phone.texts("#tiles .tile small")


def test_race_is_played_with_dealt_cards(session: Session) -> None:
    races = Races(session)
    anna = session.phones[0]
    with anna.looks():
        seen = anna.texts("#look .tile small")
    races.bets()
    dealt = [tiles(phone) for phone in session.phones]
    assert dealt[0] == seen
    assert len({number for hand in dealt for number in hand}) == 18
    assert not list(violations(anna.page, "dealt", *PHONES))
    anna.open(f"/t/{session.key}")
    assert tiles(anna) == dealt[0], "after a reload they are there again"
    with session.acts("Anna"):
        anna.page.locator("#tiles .tile").first.tap()
    with session.acts("Anna"):
        anna.press("Undo your last move")
    assert tiles(anna) == dealt[0]
    for phone in session.phones:
        phone.page.locator("#turn").tap()  # cards that nobody touches for a while are covered
        with session.acts(phone.name):
            phone.page.locator("#tiles .tile").last.tap()
    races.turn = 1
    races.go()
    races.skip()
    for name in session.names:
        races.acts[name] = 2
    races.bets(do="second-bet")
    assert tiles(anna) == dealt[0][:-1]
    with session.acts("Anna"):
        anna.page.locator("#buy button").filter(visible=True).tap()
        anna.page.locator("#sure [value=yes]").tap()
    expect(anna.page.get_by_text("Undo your last move").filter(visible=True)).to_have_count(0)
    anna.page.wait_for_function("() => document.querySelectorAll('#tiles .tile').length === 6")
    assert not list(violations(anna.page, "bought", *PHONES))


def test_dealt_card_is_chosen_with_keys(session: Session) -> None:
    races, anna = Races(session), session.phones[0]
    typist = Typist(anna.page)
    typist.presses("#ask [data-open]")
    anna.page.wait_for_selector("#look .grid")
    typist.to("#look [name=stake-2-1]")
    expect(anna.page.locator("#look [data-chip='2']")).to_have_accessible_description("Raider, 1st place")
    anna.page.keyboard.press("Escape")
    races.bets()
    numbers = tiles(anna)
    expect(anna.page.locator("#tiles .tiles")).to_have_accessible_description(re.compile("use earphones"))
    with session.acts("Anna"):
        typist.presses("#tiles .tile:nth-child(2)")
    assert not typist.faults()
    with anna.looks():
        assert anna.texts("#look .tile small") == [numbers[0], *numbers[2:]]
