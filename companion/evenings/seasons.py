"""Years: an evening is of the year in which it ended, by the clock on the wall."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from companion.table.evening import Evening

MONTHS = 12


def year_of(one: Evening) -> int:
    """The year of an evening."""
    return datetime.fromtimestamp(one.ended).year


def years(evenings: Iterable[Evening]) -> tuple[int, ...]:
    """The years that have an evening, the latest first."""
    return tuple(sorted({year_of(one) for one in evenings}, reverse=True))


def of_year(evenings: Iterable[Evening], year: int) -> list[Evening]:
    """The evenings of a year."""
    return [one for one in evenings if year_of(one) == year]


def months(evenings: Sequence[Evening]) -> tuple[int, ...]:
    """How many evenings each month had, from January on."""
    found = [datetime.fromtimestamp(one.ended).month for one in evenings]
    return tuple(found.count(month) for month in range(1, MONTHS + 1))
