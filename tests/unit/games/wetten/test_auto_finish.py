"""Once every place is certain, the race can be finished at once."""

from collections.abc import Sequence

import pytest

from companion.games import wetten
from companion.games.types import HIDDEN
from companion.games.wetten.events import Ran
from companion.games.wetten.moves import RaceCard, Run
from companion.games.wetten.state import Phase, State
from tests.support.cast import ANNA, BEN
from tests.unit.games.wetten.table import bets_down, cards_up, opened, payouts, places, turn

THREE_IN = (9, 9, 9, 1)


def one_is_out(track: int = 10, players: int = 3, first: Sequence[int] = THREE_IN) -> State:
    """Three horses are in after the first turn, and the second slips lie; Joker is on a field of its own."""
    state, _ = turn(bets_down(opened(players, track=track), {ANNA: [(4, 4, 2000)]}), *[first] * players)
    return state


def brought_home(state: State) -> tuple[State, list[object]]:
    """The state and events after the whole auto-finish."""
    told: list[object] = []
    while (act := wetten.auto_finish(state)) is not None:
        state, facts = wetten.play(state, *act)
        told += facts
    return state, told


def test_last_horse_crosses_the_line_and_bets_are_paid() -> None:
    state, told = brought_home(one_is_out())
    (ran,) = [fact for fact in told if isinstance(fact, Ran)]
    (stride,) = ran.strides
    assert (stride.horse, stride.origin, stride.field) == (4, 3, 11)
    assert places(tuple(told)) == {4: 4}  # type: ignore[arg-type]
    assert payouts(tuple(told))[ANNA].paid == 8000  # type: ignore[arg-type]
    assert (state.phase, state.race) == (Phase.BET, 2)


@pytest.mark.parametrize("far", [0, 1, 9])
def test_played_card_does_not_stop_auto_finish(far: int) -> None:
    state, _ = wetten.play(one_is_out(), BEN, RaceCard((1, 1, 1, far)))
    seen, _ = wetten.play(one_is_out(), BEN, RaceCard(HIDDEN))
    assert wetten.auto_finish(state) == wetten.auto_finish(seen) == (ANNA, RaceCard((0, 0, 0, 0)))
    assert brought_home(state)[0].race == 2


@pytest.mark.parametrize(("players", "track", "turns"), [(3, 26, 1), (3, 29, 1), (3, 30, 2), (5, 200, 5)])
def test_auto_finish_takes_the_fewest_turns(players: int, track: int, turns: int) -> None:
    state = bets_down(opened(players, track=track))
    state, _ = turn(state)
    while sum(horse.place is None for horse in state.horses) > 1:
        state, _ = turn(state, *[(9, 9, 9, 0)] * players)
    state, _ = turn(state, (0, 0, 0, 3))
    _, told = brought_home(state)
    assert sum(isinstance(fact, Ran) for fact in told) == turns


def two_are_out() -> State:
    return turn(bets_down(opened(track=10)), *[(9, 9, 1, 1)] * 3)[0]


def second_slips_are_laid() -> State:
    return cards_and_run(bets_down(opened(track=10)))


def cards_and_run(state: State) -> State:
    return wetten.play(cards_up(state, *[THREE_IN] * 3), None, Run())[0]


@pytest.mark.parametrize("when", [opened, two_are_out, second_slips_are_laid])
def test_auto_finish_waits_until_every_place_is_certain(when: object) -> None:
    assert callable(when)
    assert wetten.auto_finish(when()) is None
