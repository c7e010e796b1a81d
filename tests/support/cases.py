"""Parameters of which the usual run tries a part; the others are marked `slow`, for `make prove`."""

from collections.abc import Iterable, Sequence
from itertools import cycle, islice, product
from typing import Any

import pytest

slow = pytest.mark.slow


def each_once(*choices: Sequence[Any]) -> list[Any]:
    """Return all combinations; the usual ones have each choice at least once. A choice may be a tuple of values."""
    longest = max(map(len, choices))
    usual = set(zip(*(islice(cycle(some), longest) for some in choices), strict=True))
    return [_case(case, usual=case in usual) for case in product(*choices)]


def usually(*usual: Any, of: Iterable[Any]) -> list[Any]:
    """Return all choices, of which the usual run has these."""
    return [_case(choice if isinstance(choice, tuple) else (choice,), usual=choice in usual) for choice in of]


def _case(case: Iterable[Any], *, usual: bool) -> Any:
    values = [value for choice in case for value in (choice if isinstance(choice, tuple) else (choice,))]
    return pytest.param(*values, marks=() if usual else slow)
