"""Race cards, the run, and the places of the horses (phases 2 and 4)."""

import pytest

from companion.games import wetten
from companion.games.types import IllegalMove, PendingDecision
from companion.games.wetten.events import CameIn, CardLaid, CardsTurned
from companion.games.wetten.moves import RaceCard
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
    turn,
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


def test_horse_finishes_beyond_the_last_field() -> None:
    """Decided: the line lies behind the last field."""
    state, _ = turn(bets_down(opened(track=10)), (5, 5, 0, 0))
    state, facts = turn(state, (5, 6, 0, 0))
    assert [horse.place for horse in state.horses] == [None, 1, None, None]
    assert state.horses[0].field == 10
    assert places(facts) == {2: 1}


def test_larger_movement_breaks_a_tie() -> None:
    state, _ = turn(bets_down(opened(track=10)), (9, 5, 0, 0))
    _, facts = turn(state, (3, 7, 0, 0))
    assert places(facts) == {2: 1, 1: 2}
    (came,) = [fact for fact in facts if isinstance(fact, CameIn)]
    assert [(one.reason, one.rivals) for one in came.arrivals] == [("moved", (1,)), ("moved", (2,))]


def test_shared_places_leave_the_next_ones_empty() -> None:
    _, facts = run(cards_up(bets_down(opened(track=10)), (9, 9, 9, 1), (9, 9, 9, 9), (0, 0, 0, 9)))
    assert places(facts) == {4: 1, 1: 2, 2: 2, 3: 2}
    _, facts = run(cards_up(bets_down(opened(track=10)), (9, 9, 9, 0), (3, 3, 3, 9), (0, 0, 0, 2)))
    assert places(facts) == {1: 1, 2: 1, 3: 1, 4: 4}
    _, facts = run(cards_up(bets_down(opened(track=10)), *[(9, 9, 9, 9)] * 3))
    assert set(places(facts).values()) == {1}


def test_horse_never_moves_backwards() -> None:
    """Decided: the turn's total counts 0 when it is below, also for who moved more."""
    state = act(act(cards_up(bets_down(opened()), (3, 3, 0, 0)), ANNA, h1=-99), BEN, h1=5, h2=-2)
    state, _ = run(state)
    assert [horse.field for horse in state.horses] == [0, 1, 0, 0]


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
