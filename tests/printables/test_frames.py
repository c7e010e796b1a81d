"""Memory for the frames of nested calls."""

import resource
from collections.abc import Callable

from companion.press.frames import in_one_piece

OVER_AN_END = 200
"""So often a call goes to and fro, at each depth."""


def at(depth: int, do: Callable[[], None]) -> None:
    if depth:
        at(depth - 1, do)
    else:
        do()


def to_and_fro() -> None:
    for _ in range(OVER_AN_END):
        at(3, lambda: None)


def taken(depth: int) -> int:
    """Pages of memory that calls at a depth take anew."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    at(depth, to_and_fro)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def test_wherever_calls_go_to_and_fro_they_take_no_memory_anew() -> None:
    assert max(in_one_piece(lambda: [taken(depth) for depth in range(150)])) < OVER_AN_END


def test_what_is_called_gets_what_is_given_and_its_answer_comes_back() -> None:
    assert in_one_piece(sorted, [2, 3, 1], reverse=True) == [3, 2, 1]
