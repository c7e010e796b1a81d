"""Minimum stakes, and slots of decisions."""

import pytest

from companion.games import wetten
from companion.games.types import IllegalMove
from companion.games.wetten.moves import Bet, RaceCard, Slip
from companion.games.wetten.state import Phase
from tests.support.cast import ANNA, BEN, CARLA
from tests.unit.games.wetten.table import (
    act,
    at_race,
    bets_down,
    buy,
    opened,
    run,
    second_bets_down,
    written,
)


@pytest.mark.parametrize(("number", "least"), [(1, 1_000), (2, 1_000), (3, 2_000), (4, 2_000), (5, 3_000)])
def test_each_race_has_its_minimum_stake(number: int, least: int) -> None:
    state = at_race(number, opened())
    wetten.play(state, ANNA, Bet(written((1, 1, least))))
    wetten.play(state, ANNA, Bet(Slip("hidden", least)))
    wetten.play(state, ANNA, Bet(Slip("hidden", 0)))
    with pytest.raises(IllegalMove, match="stake-low"):
        wetten.play(state, ANNA, Bet(written((1, 1, least), (1, 2, least - 500))))
    with pytest.raises(IllegalMove, match="stake-low"):
        wetten.play(state, ANNA, Bet(Slip("hidden", least - 500)))


def test_slots_change_with_the_seats_own_situation() -> None:
    """A slot changes when its seat buys, bets or plays a card, and not when others do."""
    state = bets_down(opened(track=200))

    def slots(seat: int) -> set[str]:
        return {ask.slot for ask in wetten.asks(state) if ask.seat == seat}

    seen: set[str] = set()
    for _ in range(2):
        for seat in (ANNA, BEN, CARLA):
            theirs, mine = slots((seat + 1) % 3), slots(seat)
            state = buy(state, seat)
            assert not slots(seat) & mine
            assert slots((seat + 1) % 3) == theirs
            seen |= mine
        before = slots(ANNA)
        state, _ = wetten.play(state, ANNA, RaceCard((0, 0, 0, 0)))
        assert not slots(ANNA) & (before | seen)
        state, _ = wetten.play(state, BEN, RaceCard((0, 0, 0, 0)))
        state, _ = wetten.play(state, CARLA, RaceCard((0, 0, 0, 0)))
        before = slots(ANNA)
        state = act(state, ANNA, h1=1)
        assert not slots(ANNA) & before
        state, _ = run(state)
        state = second_bets_down(state) if state.phase is Phase.SECOND_BET else state
