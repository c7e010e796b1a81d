"""The payout (phase 5): bets, the broken bank, gifts, and how a game ends."""

from dataclasses import replace

import pytest

from companion.games import wetten
from companion.games.types import IllegalMove
from companion.games.wetten.events import BankBroke, GameOver, GameStopped, Line
from companion.games.wetten.moves import Bet, RaceCard, Run, SecondBet, Single, Slip, Stop
from companion.games.wetten.payout import gifts, limit_to_bank, settle_slip
from companion.games.wetten.state import Phase, State
from tests.support.cast import ANNA, BEN, CARLA
from tests.unit.games.wetten.table import (
    Facts,
    bets_down,
    cards_up,
    opened,
    payouts,
    race,
    rich,
    run,
    told,
    written,
)

RIGHT = (1, 1)
"""Horse 1 comes first unless a test says otherwise."""
WRONG = (1, 2)


def over(facts: Facts) -> GameOver:
    (fact,) = [fact for fact in facts if isinstance(fact, GameOver)]
    return fact


def poor_bank(state: State, bank: int) -> State:
    """The same game with this much in the bank; Carla has the rest."""
    return rich(state, {CARLA: state.money[CARLA] + state.bank - bank})


def test_open_slip_is_not_revealed_again() -> None:
    _, facts = race(opened(pro="always"), {ANNA: [(*RIGHT, 1_000)]}, {}, {ANNA: RIGHT})
    assert [payouts(facts)[seat].reveals for seat in (ANNA, BEN)] == [(7,), (8, 1)]


def test_hidden_bets_block_only_the_paying_run() -> None:
    state = opened(track=10)
    for seat, slip in enumerate((Slip("hidden", 2_000), written(), written())):
        state, _ = wetten.play(state, seat, Bet(slip))
    with pytest.raises(IllegalMove, match="hidden-bets"):
        run(cards_up(state, *[(9, 8, 7, 6)] * 3))
    state, _ = run(cards_up(state, *[(9, 8, 7, 0)] * 3))
    assert state.phase is Phase.SECOND_BET


# The bank


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


# Gifts


def test_gifts_go_by_seat_while_the_bank_lasts() -> None:
    assert gifts((0, 5_000, 0, 0), 10_000, 3_000) == (3_000, 0, 3_000, 3_000)
    assert gifts((0, 5_000, 0, 0), 5_000, 3_000) == (3_000, 0, 2_000, 0)
    assert gifts((0, 0, 0, 0), 0, 3_000) == (0, 0, 0, 0)


# The end


def test_players_may_stop_between_races() -> None:
    state, _ = race(opened(), {ANNA: [(*WRONG, 10_000)]})
    (stop,) = [ask for ask in wetten.asks(state) if ask.do == "stop"]
    assert (stop.seat, stop.slot, stop.waits, stop.final) == (None, "2.stop", False, True)
    after, facts = wetten.play(state, None, Stop())
    assert facts == (GameStopped(ended_by="stop", races=1, winners=(BEN, CARLA)),)
    assert after.money[ANNA] == 1_000, "the gift stays"
    assert (wetten.asks(after), wetten.extras(after, ())) == ((), {"ended_by": "stop"})
    state, _ = wetten.play(state, ANNA, Bet(written()))
    assert "stop" not in [ask.do for ask in wetten.asks(state)]
    with pytest.raises(IllegalMove, match="no-stop"):
        wetten.play(state, None, Stop())


# Chart and hidden slips


def test_chart_shows_money_after_each_race() -> None:
    state, _ = race(opened(), {ANNA: [(*RIGHT, 1_000)]})
    state, _ = race(state, {BEN: [(*WRONG, 2_000)]})
    assert wetten.score_history(state) == ((10_000, 13_000, 13_000), (10_000, 10_000, 8_000), (10_000, 10_000, 10_000))


def test_hidden_second_slip_goes_with_an_open_first() -> None:
    state, _ = run(cards_up(bets_down(opened(pro="always"), {ANNA: [(*RIGHT, 1_000)]})))
    state, _ = wetten.play(state, ANNA, SecondBet(Slip("hidden", 2_000), RIGHT))
    assert state.players[ANNA].double == RIGHT
    for move in (RaceCard((0, 0, 0, 0)), Run()):
        with pytest.raises(IllegalMove, match="phase"):
            wetten.play(state, ANNA, move)
