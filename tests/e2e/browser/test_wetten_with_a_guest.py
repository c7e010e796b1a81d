"""Wetten! with somebody who has no phone: what more there is to tap takes nobody's track or digits away."""

import pytest
from playwright.sync_api import Page

from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.devices import Phone
from tests.e2e.browser.laws import at
from tests.e2e.browser.races import Races, press

pytestmark = pytest.mark.browser

PHONES = ((320, 568), (360, 640), (390, 844), (568, 320))
REACHED = """chosen => [...document.querySelectorAll(chosen)].filter(one => one.checkVisibility()).every(one => {
  const {left, top, width, height} = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
})"""
WHOLE = """() => {
  const [track, ask] = [".track", "#ask"].map(one => document.querySelector(one).getBoundingClientRect());
  return track.bottom <= ask.top + 1 || track.right <= ask.left + 1;
}"""


def reached(page: Page, chosen: str) -> bool:
    """Whether a finger finds all of these without scrolling."""
    return bool(page.evaluate(REACHED, chosen))


def test_a_second_slip_in_german_has_its_pad_in_view_on_the_smallest_phone(opens: Opens) -> None:
    evening = opens().only("Anna")
    evening.seat_all(game="wetten", track="10")
    races = Races(evening)
    races.bets({"Anna": {(1, 1): 2, (2, 2): 1, (3, 3): 3}})
    evening.to_the_table()
    races.runs((9, 0, 0, 0))
    anna = evening.phone("Anna")
    at(anna.page, PHONES[0])
    reads(anna, "Deutsch", "Wettschein ausfüllen")
    anna.opens_hand()
    anna.page.locator("input[name=stake-4-4]").tap()
    assert reached(anna.page, "#look .pad button, #look .row button, #look .grid input")
    assert "Queen auf Platz 1" in anna.page.locator("#look .pad + .muted").inner_text()


def test_a_slip_counts_its_thousands_as_all_of_the_page_does_in_italian_too(opens: Opens) -> None:
    evening = opens().only("Anna")
    evening.seat_all(game="wetten")
    evening.to_the_table()
    anna = evening.phone("Anna")
    reads(anna, "Italiano", "Compila la schedina")
    anna.opens_hand()
    anna.page.locator("input[name=stake-4-4]").tap()
    press(anna, "5")
    assert anna.texts("#look .running") == ["5.000 € puntati, ne restano 5.000 €"]


def reads(phone: Phone, language: str, there: str) -> None:
    """The phone's language is another one now; what is there then."""
    phone.page.locator("#menu-button").tap()
    phone.page.locator("#menu .language").get_by_text(language).tap()
    phone.page.get_by_text(there).wait_for()
    phone.dressed()
