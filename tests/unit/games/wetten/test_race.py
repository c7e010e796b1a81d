"""Race cards, action cards, the run, and a bank that cannot pay."""

from dataclasses import replace

import pytest

from companion.games import wetten
from companion.games.types import IllegalMove, PendingDecision
from companion.games.wetten.events import (
    ActionPlayed,
    BankBroke,
    CameIn,
    CardLaid,
    GameOver,
    Line,
)
from companion.games.wetten.moves import Bet, RaceCard, Single
from companion.games.wetten.payout import gifts, limit_to_bank, settle_slip
from companion.games.wetten.state import Phase, State
from tests.support.cast import ANNA, BEN, CARLA
from tests.unit.games.wetten.table import (
    Facts,
    act,
    bets_down,
    buy,
    cards_up,
    opened,
    places,
    race,
    rich,
    run,
    second_bets_down,
    told,
    turn,
    written,
)


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


RIGHT = (1, 1)
"""Horse 1 comes first unless a test says otherwise."""
WRONG = (1, 2)


def over(facts: Facts) -> GameOver:
    (fact,) = [fact for fact in facts if isinstance(fact, GameOver)]
    return fact


def poor_bank(state: State, bank: int) -> State:
    """The same game with this much in the bank; Carla has the rest."""
    return rich(state, {CARLA: state.money[CARLA] + state.bank - bank})


def won(*bets: tuple[int, str, int, int]) -> list[Line]:
    """Winning bets: (seat, slip, row, amount due)."""
    made = []
    for seat, slip, row, due in bets:
        (line,) = settle_slip(seat, "second", [Single(1, 1, 1_000)], None, (1, 2, 3, 4))
        made.append(replace(line, slip="first" if slip == "first" else "second", row=row, due=due, amount=due))
    return made


def test_broken_bank_pays_equal_amounts_by_seat_and_slip() -> None:
    due = won(
        (1, "second", 0, 4_000),
        (0, "first", 1, 4_000),
        (0, "first", 0, 4_000),
        (0, "second", 0, 4_000),
        (0, "first", 2, 2_000),
    )
    left = {bank: [line.amount for line in limit_to_bank(due, bank)] for bank in (6_000, 10_000, 14_000, 15_000)}
    assert left[6_000] == [0, 0, 0, 4_000, 2_000]
    assert left[10_000] == [0, 0, 4_000, 4_000, 2_000]
    assert left[14_000] == [0, 4_000, 4_000, 4_000, 2_000]
    assert left[15_000] == [1_000, 4_000, 4_000, 4_000, 2_000]


def test_game_ends_when_the_bank_breaks() -> None:
    state = poor_bank(opened(), 4_000)
    state, facts = race(state, {ANNA: [(*RIGHT, 5_000)], BEN: [(*RIGHT, 1_000), (2, 2, 1_000)]})
    assert [fact for fact in facts if isinstance(fact, BankBroke)] == [BankBroke(race=1, had=11_000, due=28_000)]
    assert told(facts).paid == (3_000, 8_000, 0)
    assert (state.bank, state.phase, wetten.asks(state)) == (0, Phase.OVER, ())
    assert over(facts) == GameOver(ended_by="bank", races=1, winners=(CARLA,))
    assert wetten.extras(state, ("A", "B", "C")) == {"ended_by": "bank"}


def test_empty_bank_is_not_broken() -> None:
    state, facts = race(poor_bank(opened(), 3_000), {ANNA: [(*RIGHT, 1_000)]})
    assert state.bank == 0
    assert not any(isinstance(fact, BankBroke | GameOver) for fact in facts)
    assert state.phase is Phase.BET


def test_gifts_go_by_seat_while_the_bank_lasts() -> None:
    assert gifts((0, 5_000, 0, 0), 10_000, 3_000) == (3_000, 0, 3_000, 3_000)
    assert gifts((0, 5_000, 0, 0), 5_000, 3_000) == (3_000, 0, 2_000, 0)
    assert gifts((0, 0, 0, 0), 0, 3_000) == (0, 0, 0, 0)
