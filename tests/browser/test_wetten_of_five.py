"""Wetten! on five phones and a screen: what must still fit; the last horse home at once; and the end by agreement."""

import pytest

from companion.games.wetten.deck import race_cards
from tests.browser.conftest import Opens
from tests.browser.fullest import NAMES
from tests.browser.inspector import Inspector
from tests.browser.laws import PHONES, SCREENS, breaks
from tests.browser.races import Races, press

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
    assert told[1] == "Annabelle Hohenlohes and Benedikt Wartburgers entered card 24. It exists only once."
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


def test_three_phones_agree_to_end_the_game_after_two_races(reopens: Opens) -> None:
    evening, inspector = reopens().only(), Inspector()
    evening.open(game="wetten", track="10")
    races = Races(evening)
    races.whole_race({"Carla": {(1, 1): 4}})
    races.next()
    races.bets({"Carla": {(1, 1): 9}})
    races.runs((9, 0, 0, 0))
    races.bets({"Ben": {(3, 3): 2}}, "second-bet")
    races.runs((0, 9, 8, 2))
    evening.only("Anna", "Ben").to_the_table()
    brings_the_last_horse_home(races, inspector)
    inspector.looks_at("before another race", evening.phone("Ben"))
    with evening.acts("Anna") as anna:
        anna.press("End the game now, after race 2?")
        inspector.looks_at("shall the game be ended", anna)
        anna.press("I would end the game now")
    ben = evening.phone("Ben")
    ben.page.get_by_text("would end the game now, after race 2").filter(visible=True).wait_for()
    inspector.looks_at("others would end the game", ben)
    with evening.acts("Ben"):
        ben.press("I agree: end the game")
    assert anna.texts(".payout .sum") == ["The players have agreed to end the game: Carla wins."]
    evening.turns_page()
    told = ["Carla €49,000", "Ben €12,000", "Anna €10,000"]
    assert all(device.texts(".standings li") == told for device in evening.devices)
    assert not inspector.wrong, "\n".join(inspector.wrong)


def brings_the_last_horse_home(races: Races, inspector: Inspector) -> None:
    """Two taps of anybody's, where no card changes anything any more."""
    evening, anna = races.evening, races.evening.phone("Anna")
    anna.press("Bring Joker home now?")
    inspector.looks_at("shall the last horse be brought home", anna)
    with evening.acts("Anna"):
        anna.page.get_by_role("button", name="Bring Joker home", exact=True).tap()
    assert anna.texts(".phase")[-1].endswith("brought home")
    assert anna.texts(".payout .came") == ["Place 4"]
    races.skip()
