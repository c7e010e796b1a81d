"""What a game tells of itself is held to its laws, and a newcomer is told what was expected."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any

import pytest

from companion import words
from companion.games import GAMES
from companion.games.fields import Field, Spelling, Spellings, said
from companion.games.kit import Fact, Seat
from tests.games import laws, toy
from tests.games.laws import refusals_say_what_was_expected, some_games, what_is_no_line_is_garbled
from tests.games.telling import (
    the_story_fits_its_chart,
    what_all_saw_is_told,
    what_has_a_page_is_told_last,
    what_is_done_is_done_in_a_round,
)

TOY = toy.GAME
Story = Callable[[Any], Sequence[Sequence[object]]]


def by_round(state: Any) -> Sequence[Sequence[int]]:
    """For each seat, as it should be; nothing yet where somebody is to have a head start."""
    return [[] if state.opens else list(accumulate(got(state, seat))) for seat in range(len(state.points))]


def got(state: toy.State, seat: Seat) -> Iterator[int]:
    """What a seat had at the start, and what each round brought it."""
    yield toy.HEAD_START if state.given is not None and state.given.whom == seat else 0
    yield from (won.points if won.seat == seat else 0 for won in state.won)


STORIES: dict[str, Story] = {
    "a series for each round": lambda state: list(zip(*by_round(state), strict=True)),
    "no series for the last seat": lambda state: by_round(state)[:-1],
    "one series is longer": lambda state: [[0, *by_round(state)[0]], *by_round(state)[1:]],
    "nothing after the start": lambda state: [[0] for _ in state.points],
    "the points of each round alone": lambda state: [[*values, 0] for values in by_round(state)],
    "halves": lambda state: [[value / 2 for value in values] for values in by_round(state)],
    "forgotten at the end": lambda state: by_round(state) if len(state.won) < state.rounds else (),
    "told from the end": lambda state: [values[::-1] for values in by_round(state)],
}


def planted(monkeypatch: pytest.MonkeyPatch, **errors: Any) -> None:
    monkeypatch.setitem(GAMES, "toy", replace(TOY, **errors))


def test_a_story_is_a_series_for_each_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    planted(monkeypatch, story=by_round)
    stories_fit()


def stories_fit() -> None:
    for game in some_games("toy", 3):
        the_story_fits_its_chart(game)


@pytest.mark.parametrize("error", STORIES)
def test_a_story_of_another_shape_is_told_what_was_expected(error: str, monkeypatch: pytest.MonkeyPatch) -> None:
    planted(monkeypatch, story=STORIES[error])
    with pytest.raises(AssertionError, match=r"one series for each of the \d seats"):
        stories_fit()


def turns(which: Field) -> dict[str, Any]:
    """How the toy reads and writes, where what turns up says this."""
    turn = Spelling[toy.Move]("turn", toy.Turn, which, seated=False)
    spelled = Spellings(toy.START, toy.BID, turn)
    return {"read": spelled.read, "write": spelled.write}


def test_a_key_that_is_optional_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    planted(monkeypatch, **turns(said("which", str, optional=True)))
    assert GAMES["toy"].write(GAMES["toy"].read({"do": "turn"})) == {"do": "turn"}
    monkeypatch.setattr(laws, "JUNK", ())
    what_is_no_line_is_garbled(some_games("toy", 1)[0])


def test_a_key_that_is_missing_and_is_written_all_the_same_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    planted(monkeypatch, read=lambda line: TOY.read({"which": "lowest", **line} if line.get("do") == "turn" else line))
    with pytest.raises(AssertionError, match=r"which is missing in .*: that should be Garbled"):
        what_is_no_line_is_garbled(some_games("toy", 1)[0])


def silently(state: Any, seat: Seat | None, move: Any) -> tuple[Any, tuple[Fact, ...]]:
    return TOY.play(state, seat, move)[0], ()


def test_what_all_saw_brings_a_fact(monkeypatch: pytest.MonkeyPatch) -> None:
    planted(monkeypatch, play=silently)
    with pytest.raises(AssertionError, match="Let play give a fact"):
        what_all_saw_is_told(some_games("toy", 1)[0])


def test_a_game_can_say_that_a_move_brings_none_and_why(monkeypatch: pytest.MonkeyPatch) -> None:
    planted(monkeypatch, play=silently)
    monkeypatch.setattr(toy, "SILENT", {"turn": "it is seen on the real table"}, raising=False)
    what_all_saw_is_told(some_games("toy", 1)[0])


def test_a_refusal_that_does_not_say_what_was_expected_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "sentence", lambda *_about: "That is no good.")
    with pytest.raises(AssertionError, match=r"says in English what was expected, .*: That is no good\."):
        refusals_say_what_was_expected(some_games("toy", 1)[0])


def page_first(state: Any, seat: Seat | None, move: Any) -> tuple[Any, tuple[Fact, ...]]:
    after, facts = TOY.play(state, seat, move)
    return after, facts[::-1]


def test_a_fact_with_a_page_before_one_without_is_told_where_it_belongs(monkeypatch: pytest.MonkeyPatch) -> None:
    planted(monkeypatch, play=page_first)
    with pytest.raises(AssertionError, match=r"Won have a page .* facts without a page come before"):
        what_has_a_page_is_told_last(some_games("toy", 1)[0])


def over_before_its_end(state: Any) -> int:
    """The last round counts as over once all of it is there to be turned up."""
    return len(state.won) + (len(state.won) == state.rounds - 1 and None not in state.bids)


def test_what_is_done_after_the_last_round_is_told_to_stand_in_none(monkeypatch: pytest.MonkeyPatch) -> None:
    planted(monkeypatch, finished=over_before_its_end)
    with pytest.raises(AssertionError, match=r"ends with 2 rounds, and before Turn.*it stands in round 3: let rounds"):
        what_is_done_is_done_in_a_round(some_games("toy", 1)[0])
