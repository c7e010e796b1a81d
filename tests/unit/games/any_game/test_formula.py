"""Formulas: what they compute, explain and refuse."""

import pytest

from companion.games.any_game.explaining import explain, list_values
from companion.games.any_game.formula import BadFormula, Uncomputable, check, evaluate
from tests.unit.games.any_game.playing import PLAIN, after_rounds

NAMES = {"bid": 3, "tricks": 2, "all_bid": (3, 2, 2), "word": "yes"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2 + 3 * bid - 10 // 4 % 3", 9),
        ("-(bid - 5)", 2),
        ("bid > tricks >= 2 and not bid == 4", 1),
        ("sum(all_bid) + min(bid, tricks) + max(all_bid) + abs(0 - 2)", 14),
        ("count(all_bid, 2) * 10 + max(unique(all_bid))", 23),
        ("5 if word == 'yes' else 0", 5),
    ],
)
def test_formula_computes(text: str, value: int) -> None:
    check(text, frozenset(NAMES))
    assert evaluate(text, NAMES) == value


REFUSED = (
    *("", "bid.real", "bid[0]", "[1]", "(1, 2)", "1.5", "True", "bid ** 2", "lambda: 1", "f'{bid}'", "x := 1"),
    *("sum(all_bid, start=1)", "__import__('os')", "exec('1')", "x", "sum", "1 if bid", "[b for b in all_bid]"),
    *("9999999", "1" * 201, "(" * 199),
)


@pytest.mark.parametrize("text", REFUSED)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(BadFormula):
        check(text, frozenset(NAMES))


FAILS = {
    "bid // (tricks - 2)": "zero",
    "999999 * 999999": "size",
    **dict.fromkeys(("word + bid", "word * 9", "all_bid", "bid < word", "sum(word)", "count(bid, 1)"), "kind"),
}


@pytest.mark.parametrize("text", FAILS)
def test_formula_without_a_result_says_why(text: str) -> None:
    check(text, frozenset(NAMES))
    with pytest.raises(Uncomputable, match=FAILS[text]):
        evaluate(text, NAMES)


def test_explanation_has_the_branch_that_counts() -> None:
    text = "20 + 10 * tricks if bid == tricks else -10 * abs(bid - tricks)"
    assert explain(text, NAMES) == ("−10 × |bid\u00a0−\u00a0tricks|", "−10 × |3\u00a0−\u00a02|")
    assert explain(text, {**NAMES, "bid": 2}) == ("20 + 10 × tricks", "20 + 10 × 2"), "the first call changed nothing"
    assert explain("sum(all_bid) - bid", NAMES) == ("sum(all_bid) − bid", "7 − 3")


def test_values_of_a_formula_are_listed_once() -> None:
    assert list_values("bid if abs(bid - me) > 0 else -bid", {**NAMES, "me": 0}) == "bid = 3"
    assert list_values("sum(all_bid) // (tricks - 2)", NAMES) == "all_bid = 3, 2, 2; sum(all_bid) = 7; tricks = 2"


def test_formula_that_fails_in_play_counts_nothing() -> None:
    sheet = PLAIN.replace('formula = "points"', 'formula = "100 // points"')
    state = after_rounds(sheet, 2, [(0, 10)])
    assert state.totals == (0, 10)
    failed, computed = state.told[-1].over.lines
    assert (failed.failed, failed.line, failed.formula, failed.filled) == ("zero", 15, "100 ÷ points", "points = 0")
    assert (computed.failed, computed.filled) == ("", "100 ÷ 10")
