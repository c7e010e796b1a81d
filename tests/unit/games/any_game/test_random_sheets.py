"""Random sheets, played at random: every amount is what a second reckoning by Python itself finds."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.games.any_game.sheet import LARGEST_ENTRY
from companion.records import record
from tests.unit.games.any_game.second_reckoning import points_of
from tests.unit.games.playing import Played, whole_game

ANSWERS = ("from = -3\nto = 9", 'to = "round + players"', 'words = ["yes", "no"]', 'choose = "others"', "text = true")


@st.composite
def formulas(draw: st.DrawFn, names: tuple[str, ...]) -> str:
    """A formula of numbers, own entries and lists of all entries."""
    numbers = ("round", "players", "total", "bonus", "7", "0", *names)
    deep = st.recursive(
        st.sampled_from(numbers),
        lambda inner: st.one_of(
            st.tuples(inner, st.sampled_from(("+", "-", "*", "//", "%")), inner).map(lambda one: f"({' '.join(one)})"),
            st.tuples(inner, inner, inner).map(lambda one: f"({one[0]} if {one[1]} > {one[2]} else 0)"),
            st.tuples(st.sampled_from(("min", "max")), inner, inner).map(lambda one: f"{one[0]}({one[1]}, {one[2]})"),
        ),
        max_leaves=4,
    )
    lists = [f"sum(all_{name})" for name in names] + ["max(unique(all_total))", "count(all_total, total)"]
    formula = draw(deep) if draw(st.booleans()) else draw(st.sampled_from(lists))
    return formula if len(formula) < 150 else "1"


@st.composite
def sheets(draw: st.DrawFn) -> str:
    steps, names = [], []
    for number in range(draw(st.integers(1, 4))):
        kind = draw(st.sampled_from(("secret", "each", "turn", "one", "table")))
        answer = draw(st.sampled_from(ANSWERS[:2] if kind in ("one", "table") else ANSWERS))
        steps.append(f'[[steps]]\nname = "s{number}"\nkind = "{kind}"\n{answer}\n')
        names += [f"s{number}"] if "to" in answer.split() else []
    for number in range(draw(st.integers(1, 3))):
        kind = draw(st.sampled_from(("value", "score"))) if number else "score"
        formula = draw(formulas(tuple(names)))
        steps.append(f'[[steps]]\nname = "c{number}"\nkind = "{kind}"\nformula = "{formula}"\n')
        names.append(f"c{number}")
    order, wins = (
        draw(st.sampled_from(("clockwise", "rotate", "standing"))),
        draw(st.sampled_from(("highest", "lowest"))),
    )
    top = f'title = "Random"\nrounds = {draw(st.integers(1, 3))}\norder = "{order}"\nwins = "{wins}"\n'
    return f"{top}[numbers]\nbonus = {draw(st.integers(-LARGEST_ENTRY, LARGEST_ENTRY))}\n" + "".join(steps)


@st.composite
def played(draw: st.DrawFn) -> Played:
    return whole_game("any_game", draw(st.integers(2, 10)), {"sheet": draw(sheets())}, draw(st.integers(0, 2**32)))


@given(game=played())
def test_amounts_of_random_sheets_match_a_second_reckoning(game: Played) -> None:
    state: Any = game.states[-1]
    totals = [0] * len(game.header.players)
    for told in state.told:
        starter = next(before.order[0] for before in game.states if len(before.told) == told.over.round - 1)
        points = points_of(state.sheet, told.over.round, told.entries, totals, starter)
        assert list(told.over.points) == points
        totals = [had + got for had, got in zip(totals, points, strict=True)]
    assert list(game.game.scores(state)) == totals


@given(game=played())
def test_random_sheets_stand_in_their_record(game: Played) -> None:
    read = record.read(record.write(game.header, game.acts).encode().splitlines(keepends=True))
    assert read.state == game.states[-1]
