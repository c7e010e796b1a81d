"""How many taps a round takes, as people make them: README's figures. Those of Vabanque counts `test_evening.py`."""

from itertools import count

import pytest

from tests.e2e.browser.auctions import Auctions, add, button
from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.evening import Evening
from tests.e2e.browser.fingers import counted, taps
from tests.e2e.browser.races import Races

pytestmark = pytest.mark.browser


def test_from_the_scan_to_the_seat_it_is_two_taps_and_the_name(opens: Opens) -> None:
    evening = counted(opens(1))
    (anna,) = evening.phones
    evening.screen.open("/")
    evening.new_table(game="vabanque")
    anna.open(f"/t/{evening.key}")
    anna.page.locator("#name").tap()
    anna.page.keyboard.type("Anna")
    anna.page.get_by_role("button", name="Sit down").tap()
    anna.arrives("#live")
    assert taps([anna]) == [2]


def pages(evening: Evening) -> int:
    """How often somebody turns a page until the table goes on."""
    for turned in count():
        if evening.screen.scene != "payout":
            return turned
        evening.turns_page()
    raise AssertionError


def test_a_round_of_banque_fatale_is_at_most_thirty_taps_for_four(opens: Opens) -> None:
    auctions = Auctions(counted(opens(4)), heard=False)
    evening, (anna, ben, carla, dora) = auctions.evening, auctions.evening.phones
    auctions.deals(dict(zip(evening.names, ("red", "yellow", "green", "blue"), strict=True)))
    before = sum(taps(evening.phones))
    for field in ("up", "card"):
        with evening.acts("Anna"):
            button(anna, field, "red+yellow").tap()
    for phone, bid in ((anna, {"red": 2}), (ben, {"red": 1, "blue": 1}), (carla, {"orange": 1}), (dora, {})):
        with evening.acts(phone.name):
            phone.opens_hand()
            add(phone, bid)
            phone.page.get_by_role("button", name="Close my hand").tap()
            phone.covered()
    assert pages(evening) == 2, "who won, and the values"
    auctions.takes("Ben", "blue")
    auctions.takes("Carla", "orange")  # the three red ones go back by themselves
    auctions.sells("Anna")
    found = sum(taps(evening.phones)) - before
    assert evening.screen.scene == "play", "after the sale no page stands before the next round"
    assert found == 20


@pytest.mark.slow
def test_a_race_of_wetten_is_about_ninety_taps_for_three(opens: Opens) -> None:
    evening = counted(opens())
    evening.seat_all(game="wetten")
    evening.to_the_table()
    races = Races(evening)
    for name, horse in zip(evening.names, (1, 2, 3), strict=True):
        races.lays_slip(name, {(horse, 1): 2})
    turns, paid = 0, 0
    while not paid:
        turns += 1
        for seat, name in enumerate(evening.names):
            races.lays_card(name, 3 * turns + seat)
        for phone in evening.phones if turns == 1 else evening.phones[:1]:
            with evening.acts(phone.name):
                words = "No more this race" if turns == 1 else "The horses run"
                phone.page.locator("button", has_text=words).filter(visible=True).tap()
        turned = pages(evening)
        paid = turned if evening.screen.texts(".phase")[0].startswith("Race 2") else 0
        if turns == 1:
            for name in evening.names:
                races.lays_slip(name, {(4, 2): 1})
    assert (turns, sum(taps(evening.phones)), paid) == (6, 93, 2)
