"""Wetten!: when every place is certain, the race is brought home at once."""

from collections.abc import Sequence
from random import Random

import pytest

from companion.games import wetten
from companion.games.types import HIDDEN
from companion.games.wetten.events import Ran
from companion.games.wetten.moves import RaceCard, Run
from companion.games.wetten.state import Phase, State
from tests.support.cast import ANNA, BEN
from tests.unit.games.wetten.table import STILL, bets_down, buy, cards_up, opened, payouts, places, turn

THREE_IN = (9, 9, 9, 1)


def one_is_out(track: int = 10, players: int = 3, first: Sequence[int] = THREE_IN) -> State:
    """Three horses are in after the first turn, and the second slips lie; Joker is on a field of its own."""
    state, _ = turn(bets_down(opened(players, track=track), {ANNA: [(4, 4, 2000)]}), *[first] * players)
    return state


def brought_home(state: State) -> tuple[State, list[object]]:
    """All that is foregone, played."""
    told: list[object] = []
    while (act := wetten.foregone(state)) is not None:
        state, facts = wetten.play(state, *act)
        told += facts
    return state, told


def test_the_last_horse_is_brought_just_past_the_line_and_bets_are_paid() -> None:
    state, told = brought_home(one_is_out())
    (ran,) = [fact for fact in told if isinstance(fact, Ran)]
    (stride,) = ran.strides
    assert (stride.horse, stride.origin, stride.field) == (4, 3, 11)
    assert places(tuple(told)) == {4: 4}  # type: ignore[arg-type]
    assert payouts(tuple(told))[ANNA].paid == 8000  # type: ignore[arg-type]
    assert (state.phase, state.race) == (Phase.BET, 2)


@pytest.mark.parametrize("far", [0, 1, 9])
def test_a_card_that_lies_already_stays_and_whatever_it_says_the_race_comes_home(far: int) -> None:
    state, _ = wetten.play(one_is_out(), BEN, RaceCard((1, 1, 1, far)))
    seen, _ = wetten.play(one_is_out(), BEN, RaceCard(HIDDEN))
    assert wetten.foregone(state) == wetten.foregone(seen) == (ANNA, RaceCard((0, 0, 0, 0)))
    assert brought_home(state)[0].race == 2


def test_cards_that_are_up_need_nothing_but_the_run() -> None:
    assert wetten.foregone(cards_up(one_is_out(), STILL)) == (None, Run())


@pytest.mark.parametrize(("players", "track", "turns"), [(3, 26, 1), (3, 29, 1), (3, 30, 2), (5, 200, 5)])
def test_it_takes_as_few_turns_as_race_cards_can_be_spelled(players: int, track: int, turns: int) -> None:
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
    """The first turn, and nobody's second slip yet."""
    return wetten.play(cards_up(state, *[THREE_IN] * 3), None, Run())[0]


@pytest.mark.parametrize("when", [opened, two_are_out, second_slips_are_laid])
def test_before_that_and_while_others_have_to_choose_it_is_not_offered(when: object) -> None:
    assert callable(when)
    assert wetten.foregone(when()) is None


def test_nothing_that_is_done_instead_would_change_what_anybody_is_paid() -> None:
    luck, state = Random(1), one_is_out(track=30, first=(9, 9, 9, 1))
    while sum(horse.place is None for horse in state.horses) > 1:
        state, _ = turn(state, *[(9, 9, 9, 0)] * 3)
    home, _ = brought_home(state)
    while state.race == 1:
        cards = [tuple(luck.randint(0, 9) for _ in STILL) for _ in range(3)]
        state, _ = turn(state, *cards)
    assert (state.money, state.races[0].places) == (home.money, home.races[0].places)


def test_who_bought_a_card_before_has_paid_for_it() -> None:
    state, _ = brought_home(buy(one_is_out(), BEN))
    assert state.money[BEN] == 9000
