"""Worked examples of the sheets that ship, reckoned by hand."""

import pytest

from companion.games.any_game import play
from companion.games.any_game.moves import Enter, EnterAll, Stop
from companion.games.any_game.reading import read_sheet
from companion.games.any_game.rules import asks, start
from companion.games.any_game.sheets import SHEETS
from companion.games.types import IllegalMove
from tests.unit.games.any_game.playing import (
    BIDDING,
    BLIND_BID,
    GUESS,
    OPEN_BIDS,
    PLAIN,
    RATING,
    RUMMY,
    VOTE,
    after_rounds,
    sums,
)


def test_right_bids_bring_twenty_and_ten_a_trick() -> None:
    state = after_rounds(BIDDING, 3, [(1, 0, 1), (1, 0, 0)], [(0, 2, 2), (1, 1, 0)])
    assert [told.over.points for told in state.told] == [(30, 20, -10), (-10, -10, -20)]
    assert state.totals == (20, 10, -30)
    assert [told.replace("\u00a0", " ") for told in sums(state)] == [
        "−wrong × |bid − tricks| = −10 × |0 − 1| = -10",
        "−wrong × |bid − tricks| = −10 × |2 − 1| = -10",
        "−wrong × |bid − tricks| = −10 × |2 − 0| = -20",
    ]


def test_tricks_must_be_as_many_as_the_round() -> None:
    state = after_rounds(BIDDING, 3, [(1, 0, 1), (1, 0, 0)], [(0, 0, 0)])
    with pytest.raises(IllegalMove) as refused:
        play(state, None, EnterAll((1, 0, 0)))
    assert refused.value.params["given"] == "all_tricks = 1, 0, 0; sum(all_tricks) = 1; round = 2"


def test_vote_is_a_point_for_whom_it_names() -> None:
    state = after_rounds(VOTE, 4, [(1, 0, 1, 1)])
    assert state.totals == (1, 3, 0, 0)
    assert sums(state)[1] == "each_vote × count(all_vote, me) = 1 × 3 = 3"


def test_highest_bid_that_nobody_else_made_wins() -> None:
    assert after_rounds(BLIND_BID, 4, [(9, 9, 7, 3)]).totals == (0, 0, 7, 0)
    assert after_rounds(BLIND_BID, 4, [(9, 9, 7, 7)]).totals == (0, 0, 0, 0)


def test_last_bid_may_not_make_the_sum_the_round() -> None:
    """Bids 1 and 0 in round 1: the third player must not bid 0."""
    state = start(3, {"sheet": OPEN_BIDS})
    for seat, bid in ((0, 1), (1, 0)):
        state, _ = play(state, seat, Enter(bid))
    (ask,) = asks(state)
    assert ask.fields == {"value": (1,)}
    with pytest.raises(IllegalMove, match="limit"):
        play(state, 2, Enter(0))
    state = after_rounds(OPEN_BIDS, 3, [(1, 0, 1), (1, 0, 0)])
    assert state.totals == (11, 10, 0)
    assert state.order == (1, 2, 0), "the start player rotates"


def test_closest_guess_brings_three_and_an_exact_one_two_more() -> None:
    state = after_rounds(GUESS, 3, [(40, 50, 70), 50], [(1, 7, 10), 4])
    assert [told.over.points for told in state.told] == [(0, 5, 0), (3, 3, 0)]


def test_start_player_gets_the_ratings_of_the_others() -> None:
    state = after_rounds(RATING, 3, [(10, 7, 8)], [(5, 10, 4)])
    assert state.totals == (15, 9, 0)
    assert sums(state)[1] == "sum(all_rating) − rating = 19 − 10 = 9"


def test_lowest_wins_by_points_below_zero() -> None:
    assert after_rounds(RUMMY, 3, [(0, 15, 30)], [(20, 0, 5)]).totals == (-20, -15, -35)


def test_typed_points_add_up() -> None:
    assert after_rounds(PLAIN, 2, [(10, -3)], [(0, 5)]).totals == (10, 2)


def test_game_without_fixed_rounds_ends_when_all_agree() -> None:
    assert [ask.do for ask in asks(start(2, {"sheet": PLAIN}))] == ["enter-all"]
    state = after_rounds(PLAIN, 2, [(10, -3)])
    assert [(ask.do, ask.consent) for ask in asks(state)] == [("enter-all", ()), ("stop", (0, 1))]
    state, _ = play(state, None, Stop())
    assert asks(state) == ()


@pytest.mark.parametrize("text", SHEETS.values(), ids=SHEETS)
def test_shipped_sheets_are_for_all_numbers_of_players(text: str) -> None:
    assert read_sheet(text).players == range(2, 11)


def test_order_by_standing_reverses_ties() -> None:
    """The richest first; the seats with equal points change places."""
    sheet = PLAIN.replace('rounds = "open"', 'rounds = 3\norder = "standing"')
    assert after_rounds(sheet, 4, [(5, 9, 5, 5)]).order == (1, 3, 2, 0)
    assert after_rounds(sheet, 4, [(5, 9, 5, 5)], [(0, 0, 0, 0)]).order == (1, 0, 2, 3)
