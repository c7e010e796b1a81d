"""Wetten! on five phones and a screen: what must still fit; the last horse home at once; and the end by agreement."""

import pytest

from companion.games.wetten.deck import race_cards
from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.fullest import NAMES
from tests.e2e.browser.laws import PHONES, SCREENS, breaks
from tests.e2e.browser.races import Races, press

pytestmark = pytest.mark.browser

COUNTS = """() => {
  window.turning = 0;
  document.addEventListener("transitionrun", event => { window.turning += event.target.matches(".turned-cards td"); });
}"""
RUNNING = "document.querySelector('.horse').getAnimations().filter(one => one.playState === 'running').length"


def test_impossible_cards_leave_all_that_must_be_done_in_view(reopens: Opens) -> None:
    evening = reopens(5).only("Anna")
    evening.open(game="wetten", track="30")
    for person, name in enumerate(NAMES[:5]):
        evening.at_the_host(kind="rename", person=person, name=name)
    races, (anna, *_) = Races(evening), evening.phones
    races.bets()
    races.turn = 1
    deck = race_cards(1)
    laid = dict(zip(evening.names, (23, 23, 5, 5, 8), strict=True))
    evening.all_see(max(races.card(name, deck[card]) for name, card in laid.items()))
    broken = [*breaks(evening.screen.page, "doubles", *SCREENS), *breaks(anna.page, "doubles", *PHONES)]
    assert not broken, "\n".join(broken)
    anna.page.set_viewport_size({"width": 360, "height": 640})
    told = anna.texts(".doubled p")
    assert told[1].startswith("Annabelle Hohenlohes and Benedikt Wartburgers entered card 24, but there is only one.")
    with evening.acts("Anna"):
        anna.page.locator(".doubled [data-open]").tap()
        press(anna, "30")
        anna.page.locator("#look .primary").tap()
    assert anna.texts(".doubled p") == told[:1]


def test_what_still_moves_on_the_screen_does_not_make_the_letters_small(reopens: Opens) -> None:
    evening = reopens(5).only()
    evening.open(game="wetten", track="30")
    races, page = Races(evening), evening.screen.page
    races.bets()
    page.emulate_media(reduced_motion="no-preference")
    races.lays_cards((3, 2, 2, 1))
    races.go()
    assert page.evaluate("board.dataset.fit") == "100"
    assert page.evaluate(RUNNING) > 0, "the horses run all the same"


def test_the_horses_run_on_the_phone_whose_tap_lets_them(reopens: Opens) -> None:
    evening = reopens().only("Anna", screen=False)
    evening.open(game="wetten", track="30")
    races, anna = Races(evening), evening.phone("Anna")
    races.bets()
    races.lays_cards((3, 2, 2, 1))
    anna.page.emulate_media(reduced_motion="no-preference")
    for name in ("Ben", "Carla"):
        evening.all_see(races.passes(name))
    with anna.acts():
        anna.press("No action card")
    assert anna.texts(".payout .lines .amount") == ["+9", "+6", "+6", "+3"]
    assert anna.page.evaluate(RUNNING) > 0


def test_race_cards_turn_up_once_and_stay_as_they_lie_with_every_further_entry(reopens: Opens) -> None:
    evening = reopens().only("Ben")
    evening.open(game="wetten", track="30")
    races, page, still = Races(evening), evening.screen.page, evening.phone("Ben").page
    races.bets()
    page.emulate_media(reduced_motion="no-preference")
    for one in (page, still):
        one.evaluate(COUNTS)
    races.lays_cards((3, 2, 2, 1))
    page.wait_for_function("window.turning")
    assert page.evaluate("window.turning") == 4 * (3 + 1), "three numbers of each horse, and what they add up to"
    page.locator("#turn").click()
    assert page.evaluate("document.querySelector('.turned-cards td').getAnimations()") == []
    evening.all_see(races.action_card("Anna", {1: 2}))
    assert page.evaluate("window.turning") == 16
    assert still.evaluate("window.turning") == 0, "who wants no motion sees them at once"
