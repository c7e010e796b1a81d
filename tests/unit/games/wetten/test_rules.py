"""Minimum stakes, slips and slots of decisions (phases 1 and 3)."""

import pytest

from companion.games import wetten
from companion.games.types import IllegalMove
from companion.games.wetten.moves import RaceCard, SecondBet
from companion.games.wetten.state import Phase
from tests.support.cast import ANNA, BEN, CARLA
from tests.unit.games.wetten.table import (
    act,
    at_race,
    bets_down,
    buy,
    cards_up,
    opened,
    run,
    second_bets_down,
    written,
)


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


@pytest.mark.parametrize(
    ("pro", "first"), [("from-race-4", 4), ("always", 1), ("never", 6)], ids=["from race 4", "always", "never"]
)
def test_pro_rule_holds_from_its_race_on(pro: str, first: int) -> None:
    for number in range(1, 6):
        state = bets_down(at_race(number, opened(pro=pro)), {ANNA: [(1, 1, 3_000)]})
        state, _ = run(cards_up(state))
        assert [ask.final for ask in wetten.asks(state) if ask.waits] == [number >= first, False, False]
        if number < first:
            with pytest.raises(IllegalMove, match="no-pro"):
                wetten.play(state, ANNA, SecondBet(written(), (1, 1)))
        else:
            wetten.play(state, ANNA, SecondBet(written(), (1, 1)))
