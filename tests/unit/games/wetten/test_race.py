"""Race cards, action cards and the run (phases 2 and 4)."""

import pytest

from companion.games import wetten
from companion.games.types import IllegalMove, PendingDecision
from companion.games.wetten.events import ActionPlayed, CameIn, CardLaid, CardsTurned
from companion.games.wetten.moves import Bet, RaceCard
from companion.games.wetten.state import Phase, State
from tests.support.cast import ANNA, BEN, CARLA
from tests.unit.games.wetten.table import (
    act,
    bets_down,
    buy,
    cards_up,
    opened,
    places,
    rich,
    run,
    second_bets_down,
    turn,
    written,
)


def test_last_race_card_reveals_all() -> None:
    state = bets_down(opened())
    for seat in (CARLA, ANNA):
        state, facts = wetten.play(state, seat, RaceCard((1, 0, 2, 0)))
        assert facts == (CardLaid(seat=seat, hand=5, drew=False),)
    (last,) = [ask for ask in wetten.asks(state) if ask.waits]
    assert (last.seat, last.final) == (BEN, True)
    state, facts = wetten.play(state, BEN, RaceCard((3, 1, 0, 0)))
    cards = ((1, 0, 2, 0), (3, 1, 0, 0), (1, 0, 2, 0))
    assert facts[1] == CardsTurned(turn=1, cards=cards, sums=(5, 1, 4, 0), reveals=(4, 5, 3))
    assert [ask.do for ask in wetten.asks(state) if ask.waits] == ["run"]


def test_hidden_race_cards_block_only_the_run() -> None:
    state = bets_down(opened())
    for seat in state.seats:
        state, facts = wetten.play(state, seat, RaceCard((1, 1, 1, 1) if seat else "hidden"))
    (turned,) = [fact for fact in facts if isinstance(fact, CardsTurned)]
    assert (turned.cards[0], turned.sums) == ("hidden", None)
    state = act(buy(state, BEN), ANNA, h1=2)
    assert not any(ask.final for ask in wetten.asks(state))
    with pytest.raises(IllegalMove, match="hidden-moves"):
        run(state)


def test_larger_movement_breaks_a_tie() -> None:
    state, _ = turn(bets_down(opened(track=10)), (9, 5, 0, 0))
    _, facts = turn(state, (3, 7, 0, 0))
    assert places(facts) == {2: 1, 1: 2}
    (came,) = [fact for fact in facts if isinstance(fact, CameIn)]
    assert [(one.reason, one.rivals) for one in came.arrivals] == [("moved", (1,)), ("moved", (2,))]


def test_run_is_final_only_when_it_pays_out() -> None:
    state = cards_up(bets_down(opened(track=10)), (9, 9, 9, 9), (2, 2, 2, 1))
    assert wetten.asks(state)[0] == PendingDecision(
        "run", None, "1.1.run.0", consent=(ANNA, BEN, CARLA), standing="1.run"
    )
    state = act(state, CARLA, h4=2)
    assert wetten.asks(state)[0] == PendingDecision(
        "run", None, "1.1.run.1", final=True, consent=(ANNA, BEN, CARLA), standing="1.run"
    )


def test_run_needs_consent_of_action_card_holders() -> None:
    """Ben has played all three, and Carla cannot pay for her second one."""
    state = cards_up(bets_down(rich(opened(), {BEN: 20_000}), {CARLA: [(1, 1, 8_000)]}))
    for seat in (BEN, BEN, BEN, CARLA):
        state = act(state, seat, h4=1)
    assert wetten.asks(state)[0].consent == (ANNA,)


def test_action_card_on_a_finished_horse_is_wasted() -> None:
    state, _ = turn(bets_down(opened(track=10)), (9, 0, 0, 0), (9, 0, 0, 0))
    state = act(cards_up(state), ANNA, h2=1)
    after, (played,) = wetten.play(state, ANNA, wetten.GAME.read({"do": "action-card", "adjust": {"1": -9, "3": 2}}))
    assert isinstance(played, ActionPlayed)
    assert (played.idle, played.price, after.money[ANNA]) == ((1,), 3_000, 7_000)
    after, _ = run(after)
    assert after.horses[0] == state.horses[0]
    assert after.horses[2].field == 2


def test_race_cards_are_sold_from_first_bet_to_payout() -> None:
    state = opened()
    assert not [ask for ask in wetten.asks(state) if ask.do == "buy-card"]
    state, _ = wetten.play(state, BEN, Bet(written()))
    state = buy(state, ANNA)
    state = buy(bets_down_rest(state), ANNA)
    state = buy(cards_up(state), CARLA)
    state, _ = run(state)
    state = buy(state, CARLA)
    assert state.money == (7_000, 10_000, 7_000)
    state, _ = run(cards_up(second_bets_down(state), *[(9, 9, 9, 9)] * 3))
    state, _ = run(cards_up(state, *[(9, 9, 9, 9)] * 3))
    assert state.race == 2
    with pytest.raises(IllegalMove, match="no-bet-down"):
        buy(state, ANNA)


def bets_down_rest(state: State) -> State:
    for seat in (ANNA, CARLA):
        state, _ = wetten.play(state, seat, Bet(written()))
    return state


def test_last_card_but_one_draws_a_free_card() -> None:
    """Decided: always."""
    state, drew = bets_down(opened(track=200)), []
    for _ in range(8):
        state, facts = wetten.play(state, ANNA, RaceCard((0, 0, 0, 0)))
        drew += [(fact.hand, fact.drew) for fact in facts if isinstance(fact, CardLaid)]
        for seat in (BEN, CARLA):
            state, _ = wetten.play(state, seat, RaceCard((0, 0, 0, 0)))
        state, _ = run(state)
        state = second_bets_down(state) if state.phase is Phase.SECOND_BET else state
    assert drew == [(5, False), (4, False), (3, False), (2, False), *[(2, True)] * 4]
