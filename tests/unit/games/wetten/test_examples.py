"""The examples of the rulebook (`examples.json`), which the rules page shows too."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games import wetten
from companion.games.wetten.constants import MIN_STAKES, PLAYERS
from companion.games.wetten.events import CameIn, CardBought, Line, Ran
from companion.games.wetten.moves import Bet, BuyCard
from companion.games.wetten.race import Horse
from companion.games.wetten.rules import start
from companion.games.wetten.state import Phase, State
from companion.games.wetten.tutorial import FIRST, SECOND, lesson, rules_section
from tests.support.cast import ANNA, BEN, CAST
from tests.unit.games.wetten.table import (
    act,
    at_race,
    bets_down,
    cards_up,
    opened,
    rich,
    run,
    second_bets_down,
    written,
)

EXAMPLES = json.loads(Path(__file__).with_name("examples.json").read_text())

Example = dict[str, Any]


def test_rulebook_slip_stakes_6_000() -> None:
    example = EXAMPLES["slip"]
    slip = written(*map(tuple, example["bets"]))
    assert slip.stake == example["stake"]
    state, _ = wetten.play(at_race(example["race"], opened()), ANNA, Bet(slip))
    assert state.players[ANNA].money == 10_000 - example["stake"]


def test_rulebook_race_cards_move_6_7_8_and_7() -> None:
    example = EXAMPLES["cards"]
    state, facts = run(cards_up(bets_down(opened(4)), *example["cards"]))
    assert [horse.field for horse in state.horses] == example["moved"]
    (ran,) = [fact for fact in facts if isinstance(fact, Ran)]
    assert [stride.cards for stride in ran.strides] == [*zip(*example["cards"], strict=True)]


def standing(example: Example) -> State:
    """The second turn of a race, with the horses where the example has them."""
    state = bets_down(opened(track=example["track"]))
    come = example.get("in", {})
    horses = tuple(
        Horse(number, field or 0, come.get(str(number))) for number, field in enumerate(example["before"], start=1)
    )
    return replace(state, phase=Phase.CARDS, turn=2, horses=horses)


@pytest.mark.parametrize("example", EXAMPLES["runs"], ids=[run["source"].split(":")[0] for run in EXAMPLES["runs"]])
def test_run_ends_as_in_the_rulebook(example: Example) -> None:
    state = cards_up(standing(example), *example["cards"])
    for player, adjust in example["actions"]:
        state = act(state, CAST.index(player), **{f"h{horse}": by for horse, by in adjust.items()})
    _, facts = run(state)
    (ran,) = [fact for fact in facts if isinstance(fact, Ran)]
    assert {str(stride.horse): stride.moved for stride in ran.strides} == example["moved"]
    arrivals = [arrival for fact in facts if isinstance(fact, CameIn) for arrival in fact.arrivals]
    assert {str(arrival.horse): arrival.place for arrival in arrivals} == example["places"]
    assert {str(arrival.horse): arrival.reason for arrival in arrivals} == example["reasons"]


def test_race_cards_cost_as_in_the_rulebook() -> None:
    state, prices = bets_down(rich(opened(), {BEN: 15_000})), []
    for _ in range(4):
        state, (bought,) = wetten.play(state, BEN, BuyCard())
        assert isinstance(bought, CardBought)
        prices.append(bought.price)
    assert prices == EXAMPLES["prices"]["race_cards"]
    assert state.players[BEN].money == 0


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
