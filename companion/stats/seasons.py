"""Years and months of games. A game belongs to the year in which it began, in the server's time zone."""

from collections.abc import Iterable, Sequence

from companion.i18n import timezone
from companion.table.model.game_result import GameResult

MONTHS = 12


def year_of(one: GameResult) -> int:
    return timezone.to_local(one.began).year


def list_years(results: Iterable[GameResult]) -> tuple[int, ...]:
    """List the years that have a game, the latest first."""
    return tuple(sorted({year_of(one) for one in results}, reverse=True))


def filter_by_year(results: Iterable[GameResult], year: int) -> list[GameResult]:
    return [one for one in results if year_of(one) == year]


def count_by_month(results: Sequence[GameResult]) -> tuple[int, ...]:
    """Count the games of each month, January first."""
    found = [timezone.to_local(one.began).month for one in results]
    return tuple(found.count(month) for month in range(1, MONTHS + 1))
