"""What the rules page shows comes from the rules."""

from itertools import chain

import pytest

from companion.games.wetten.constants import CAPITAL, CAPITAL_NOTES, MIN_STAKES, PLAYERS
from companion.games.wetten.deck import race_cards
from companion.games.wetten.events import Line
from companion.games.wetten.rules import start
from companion.games.wetten.tutorial import FIRST, SECOND, TURNS, chapter, lesson
from tests.unit.games.wetten.table import act, bets_down, cards_up, run, second_bets_down
from tests.unit.games.wetten.test_examples import EXAMPLES

ENOUGH = lesson(4)


def test_its_slip_is_the_one_of_the_booklet() -> None:
    slip = EXAMPLES["slip"]
    assert [[bet.horse, bet.place, bet.stake] for bet in FIRST.bets if not isinstance(bet, str)] == slip["bets"]
    assert FIRST.stake == slip["stake"]


def test_its_first_turn_is_the_one_of_the_booklet() -> None:
    cards = EXAMPLES["cards"]
    assert [one.cards for one in ENOUGH.begun.up] == [*zip(*cards["cards"], strict=True)]
    assert [one.total for one in ENOUGH.begun.up] == list(ENOUGH.begun.after) == cards["moved"]
    assert set(ENOUGH.begun.fields) == {0}


def test_its_cards_are_of_the_first_deck_each_once() -> None:
    cards = list(chain.from_iterable(TURNS))
    assert set(cards) <= set(race_cards(1))
    assert len(set(cards)) == len(cards) == 5 * 4


def test_two_horses_share_a_place_as_in_the_booklet_doping_against_unfall() -> None:
    shared = ENOUGH.shared
    assert [(one.horse, one.place, one.reason) for one in shared.arrivals] == [(3, 2, "shared"), (4, 2, "shared")]
    assert [by for _, by in shared.up[2].adjusts] == [2, -2]
    assert shared.fields[2] == shared.fields[3] <= ENOUGH.track < shared.after[2] == shared.after[3]
    assert shared.places == (None, 1, 2, 2)
    assert ENOUGH.podium == ((1, 2), (2, 3), (2, 4), (4, 1))


def test_anna_is_paid_what_paper_and_pencil_say() -> None:
    lines = {(line.slip, line.bet.pair): (line.due, line.vacant) for line in ENOUGH.paid.lines}
    assert lines == {
        ("second", (1, 4)): (1_000 * 2, False),
        ("first", (1, 3)): (0, True),
        ("first", (2, 1)): (2_000 * 4, False),
        ("first", (3, 2)): (2_000 * 4, False),
        ("first", (4, 4)): (0, False),
    }
    assert all(isinstance(line, Line) and line.amount == line.due for line in ENOUGH.paid.lines)
    assert ENOUGH.paid.money == 10_000 - 6_000 - 1_000 + 18_000
    assert SECOND.stake >= MIN_STAKES[0]


@pytest.mark.parametrize("players", PLAYERS)
def test_it_tells_what_so_many_players_need(players: int) -> None:
    told = lesson(players)
    assert (told.race_cards, told.action_cards, told.slips) == (6 * players, 3 * players, 10 * players)
    assert told.bank + 10_000 * players == 824_000
    assert list(told.prices) == EXAMPLES["prices"]["race_cards"]
    assert told.begun == ENOUGH.begun


def test_the_notes_of_the_start_capital_make_it() -> None:
    assert sum(value * each for value, each in CAPITAL_NOTES.items()) == CAPITAL


def test_each_phase_has_its_chapter() -> None:
    state = start(3, {})
    found = [chapter(state)]
    state = bets_down(state)
    found.append(chapter(state))
    state = act(cards_up(state, (1, 1, 1, 1)), 0, h1=2)
    found.append(chapter(state))
    state, _ = run(state)
    found.append(chapter(state))
    state = second_bets_down(state)
    found.append(chapter(state))
    assert found == ["bet", "start", "actions", "second", "neck"]
