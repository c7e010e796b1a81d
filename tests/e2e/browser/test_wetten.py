"""The first race of Wetten!, tapped on three phones, and seen on a screen."""

import pytest
from playwright.sync_api import expect

from companion.games.wetten.deck import race_cards as deck
from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.races import Races, opens_card, press
from tests.e2e.browser.traffic import Traffic, kept
from tests.unit.games.saying import unbroken

pytestmark = pytest.mark.browser

ANNA, BEN, CARLA = "Anna", "Ben", "Carla"
TRACK = "10"
BET = "in place"
"""How a page or a hand tells of a bet."""


@pytest.mark.slow
def test_three_phones_play_a_race(opens: Opens) -> None:
    session = opens()
    session.seat_all(game="wetten", track=TRACK)
    traffic = [Traffic(device) for device in session.devices]
    session.open_table()
    races = Races(session)
    first_slips(races)
    race_cards(races)
    the_run(races)
    second_slips(races)
    assert not any(BET in "".join(ear.streams + ear.answers(of_look=False)) for ear in traffic)
    neck_and_neck(races)
    payout(races)


def first_slips(races: Races) -> None:
    """What cannot be right cannot be laid down, and says why. Laid down, it is covered, and can be looked at."""
    session, anna = races.session, races.session.phone(ANNA)
    anna.opens_hand()
    press(anna, "7")
    assert races.slip_says(ANNA) == ("€0 staked, €10,000 left", True), "a digit wants a cell first"
    for digit in "04":
        anna.page.locator("input[name=stake-3-2]").tap()
        press(anna, digit)
    assert races.slip_says(ANNA) == ("€4,000 staked, €6,000 left", True), "the first digit replaces what stood there"
    anna.page.locator("#look .rub").tap()
    anna.page.locator("input[name=stake-1-1]").tap()
    press(anna, "40")
    assert races.slip_says(ANNA) == ("€30,000 too much: you have only €10,000.", False)
    anna.page.locator("#look .rub").tap()
    assert races.slip_says(ANNA) == ("€4,000 staked, €6,000 left", True)
    anna.page.locator("#look [data-close]").tap()
    assert BET not in kept(anna.page)
    races.lays_slip(ANNA, {(1, 1): 4, (2, 2): 2})
    with anna.looks():
        assert anna.texts("#look li") == ["1 Queen on place 1, €4,000", "2 Raider on place 2, €2,000"]
    assert "first slip €6,000" in session.phone(BEN).texts(".places .muted")[0]
    session.all_see(races.slip(BEN, {(1, 1): 1, (3, 3): 2}))
    races.fills_slip(CARLA, {(1, 1): 1})
    races.send(CARLA, "bet")  # from another page of hers; then her race card is asked for at once
    expect(session.phone(CARLA).page.locator("#look *")).to_have_count(0, timeout=20_000)  # untouched: 45 s


def race_cards(races: Races) -> None:
    """Four digits each; one card more is bought first, and the next one costs more. The slip can be looked at."""
    session, (anna, ben, carla) = races.session, races.session.phones
    races.turn = 1
    carla.double_tap(carla.page.locator("button", has_text="Buy a race card").filter(visible=True))
    races.acts[CARLA] += 1
    expect(carla.page.get_by_text("Buy a race card for €2,000")).to_be_visible()
    with anna.looks():
        assert len(anna.texts("#look li")) == 2, "the slip can be looked at while a race card is asked for"
    opens_card(anna)
    press(anna, "07")
    shown = anna.page.locator("#look .numbers [name^=move]").evaluate_all("all => all.map(one => Number(one.value))")
    assert tuple(shown) == deck(1)[6], "the four numbers are shown to be checked"
    anna.page.locator("#look [data-by-hand]").tap()
    press(anna, "41")
    anna.page.locator("#look [data-close]").tap()
    with session.acts(ANNA):
        opens_card(anna)  # what was typed is there again
        press(anna, "02")
        anna.page.locator("#look .primary").tap()
        anna.covered()
    races.acts[ANNA] += 1
    races.types_card(CARLA, (3, 1, 2, 1))
    assert [text.split(" · ")[-1] for text in ben.texts(".places .muted")] == [f"{n} race cards" for n in (5, 6, 6)]
    session.all_see(races.card(BEN, (3, 2, 2, 1)))
    for device in session.devices:
        assert device.texts(".turned-cards .total") == ["10", "4", "4", "4"]


def the_run(races: Races) -> None:
    """Action cards until nobody has one more; then the horses run."""
    session, anna = races.session, races.session.phone(ANNA)
    with session.acts(ANNA):
        anna.press("No action card")
    session.all_see(races.action_card(BEN, {1: 1}))
    races.plays_action_card(BEN, {2: 3, 3: -1, 4: -1})
    assert anna.texts(".played li") == ["Ben Queen +1 · free", "Ben Raider +3, Lucky Slevin −1, Joker −1 · for €3,000"]
    assert anna.texts(".turned-cards .total") == ["+1 11", "+3 7", "−1 3", "−1 3"]
    typed = session.phone(CARLA).page.locator(".action input[name=adjust-4]")
    session.phone(CARLA).page.locator("label[for=action-open]:not(.wide)").tap()
    typed.fill("-2")
    for name in (ANNA, CARLA):  # Ben cannot pay for his third one, and is not asked
        assert typed.input_value() == "-2", "what others do leaves it alone"
        if name == CARLA:
            session.phone(CARLA).page.locator(".action label[for=action-open]").tap()
        with session.acts(name) as phone:
            phone.press("No action card")
    assert anna.texts(".payout .lines .amount") == ["+11", "+7", "+3", "+3"]
    assert anna.texts(".payout .came") == ["Place 1"]
    session.phone(BEN).page.evaluate("scrollTo(0, 999)")
    assert session.phone(BEN).page.evaluate("scrollY") > 0
    session.turns_page()


def second_slips(races: Races) -> None:
    """Carla bets all that she has left. A page that was scrolled down shows its top when there is something to do."""
    races.session.phone(BEN).page.wait_for_function("scrollY === 0")
    races.lays_slip(ANNA, {(2, 2): 1})
    races.slip(BEN, {}, "second-bet")
    races.session.all_see(races.slip(CARLA, {(4, 4): 9}, "second-bet"))


def neck_and_neck(races: Races) -> None:
    """Three horses on one field: two have moved as far and share place 2, the third has moved less."""
    session, anna = races.session, races.session.phone(ANNA)
    races.turn, races.cards = 2, 0
    for name, numbers in ((ANNA, (0, 2, 3, 3)), (BEN, (0, 2, 3, 3)), (CARLA, (0, 1, 3, 3))):
        races.card(name, numbers)
    races.go()
    assert anna.texts(".payout .came") == ["Place 4", "Place 2", "Place 2"]
    why = "shared with {}; on the same field, and moved as far in this turn"
    notes = anna.texts(".payout .notes")[1:]
    assert why.format("Joker") in notes[0]
    assert why.format("Lucky Slevin") in notes[1]
    session.turns_page()


def payout(races: Races) -> None:
    """Own first, then everybody with lines to unfold; Carla has nothing left, and the bank gives her the next stake."""
    session, anna = races.session, races.session.phone(ANNA)
    own = anna.page.locator("div.own").filter(visible=True)
    assert "€4,000 × 4 = €16,000" in unbroken(own.inner_text())
    (right,) = session.screen.texts(".race [data-of=orange] .bets li:not(.now-has)")
    assert unbroken(right) == "1 Place 1: €4,000 × 4 = €16,000", "the horse's number, and what the other one is"
    anna.page.locator(".race [data-of=sky] summary").tap()
    told = anna.page.locator(".race [data-of=sky]").inner_text()
    assert "nothing: place 3 stayed empty, Lucky Slevin came to place 2" in told
    carla = session.phone(CARLA).page.locator("div.own").filter(visible=True).inner_text()
    assert "The bank gives €1,000, since nothing was left." in carla
    session.turns_page()
    assert races.money() == {ANNA: 19, BEN: 8, CARLA: 1}
