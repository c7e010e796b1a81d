"""Minimum stakes, slips and slots of decisions (phases 1 and 3)."""

import pytest

from companion.games import wetten
from companion.games.types import IllegalMove
from companion.games.wetten.events import SlipLaid, SlipOpened
from companion.games.wetten.moves import Bet, RaceCard, SecondBet, Single, Slip
from companion.games.wetten.state import Phase
from tests.support.cast import ANNA, BEN, CARLA
from tests.unit.games.wetten.table import (
    act,
    asked,
    at_race,
    bets_down,
    buy,
    cards_up,
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


def test_first_bets_come_in_any_order_and_may_be_empty() -> None:
    state = opened()
    for seat, slip in ((CARLA, written()), (ANNA, written((1, 2, 3_000))), (BEN, written())):
        assert ("bet", seat) in asked(state)
        state, _ = wetten.play(state, seat, Bet(slip))
        assert ("bet", seat) not in asked(state)
    assert state.phase is Phase.CARDS


def test_stake_goes_to_the_bank_and_its_sum_is_public() -> None:
    before = opened()
    state, facts = wetten.play(before, BEN, Bet(written((2, 1, 2_000), (3, 2, 4_000))))
    assert state.bank == before.bank + 6_000
    assert facts == (SlipLaid(seat=BEN, slip="first", stake=6_000, money=4_000),)
    _, hidden = wetten.play(before, BEN, Bet(Slip("hidden", 6_000)))
    assert hidden == facts


def test_second_bet_may_repeat_a_pair() -> None:
    state = bets_down(opened(track=10), {ANNA: [(1, 1, 1_000)]})
    state, _ = run(cards_up(state, (9, 0, 0, 0), (9, 0, 0, 0)))
    state, _ = wetten.play(state, ANNA, SecondBet(written((1, 1, 9_000))))
    assert state.money[ANNA] == 0


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


def test_opening_the_first_slip_reveals_it() -> None:
    state, _ = run(cards_up(bets_down(opened(pro="always"), {BEN: [(1, 1, 3_000), (2, 1, 1_000)]})))
    _, facts = wetten.play(state, BEN, SecondBet(written((4, 4, 1_000)), (2, 1)))
    bets = (Single(1, 1, 3_000), Single(2, 1, 1_000))
    assert facts[1] == SlipOpened(seat=BEN, bets=bets, double=(2, 1), odds=8, reveals=(1,))
