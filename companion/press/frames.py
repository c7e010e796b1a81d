"""Room for the frames of nested calls, in one piece."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

PLACES = 20_000
"""A frame with so many takes 160 kB, for which CPython gets 256 kB; the rest is there for the calls in it."""

_Given = ParamSpec("_Given")
_Answer = TypeVar("_Answer")


def in_one_piece(do: Callable[_Given, _Answer], *given: _Given.args, **named: _Given.kwargs) -> _Answer:
    """Calls a function whose calls go deep.

    CPython gets memory for frames 16 kB at a time and gives it back when they return: work that goes to and fro over
    such an end asks the system for memory thousands of times.
    """
    return do(*given, **named)


in_one_piece.__code__ = in_one_piece.__code__.replace(co_stacksize=PLACES)
