"""The examples of the rules page come from the rules."""

import pytest

from companion.games.wetten.constants import MIN_STAKES, PLAYERS
from companion.games.wetten.events import Line
from companion.games.wetten.rules import start
from companion.games.wetten.tutorial import FIRST, SECOND, lesson, rules_section
from tests.unit.games.wetten.table import act, bets_down, cards_up, run, second_bets_down
from tests.unit.games.wetten.test_examples import EXAMPLES

ENOUGH = lesson(4)


def test_slip_is_the_rulebooks() -> None:
    slip = EXAMPLES["slip"]
    assert [[bet.horse, bet.place, bet.stake] for bet in FIRST.bets if not isinstance(bet, str)] == slip["bets"]
    assert FIRST.stake == slip["stake"]


def test_first_turn_is_the_rulebooks() -> None:
    cards = EXAMPLES["cards"]
    assert [one.cards for one in ENOUGH.begun.up] == [*zip(*cards["cards"], strict=True)]
    assert [one.total for one in ENOUGH.begun.up] == list(ENOUGH.begun.after) == cards["moved"]
    assert set(ENOUGH.begun.fields) == {0}


def test_payout_matches_a_calculation_by_hand() -> None:
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
def test_material_fits_the_number_of_players(players: int) -> None:
    told = lesson(players)
    assert (told.race_cards, told.action_cards, told.slips) == (6 * players, 3 * players, 10 * players)
    assert told.bank + 10_000 * players == 824_000
    assert list(told.prices) == EXAMPLES["prices"]["race_cards"]
    assert told.begun == ENOUGH.begun


def test_every_phase_has_its_chapter() -> None:
    state = start(3, {})
    found = [rules_section(state)]
    state = bets_down(state)
    found.append(rules_section(state))
    state = act(cards_up(state, (1, 1, 1, 1)), 0, h1=2)
    found.append(rules_section(state))
    state, _ = run(state)
    found.append(rules_section(state))
    state = second_bets_down(state)
    found.append(rules_section(state))
    assert found == ["bet", "start", "actions", "second", "neck"]
