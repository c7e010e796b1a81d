"""Achievements of many games, counted, added up and compared."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.games import GAMES
from companion.games.achievements import Achievement, rank
from companion.stats.people import Participation
from companion.table.model.game_result import GameResult


class AchievementRecord(NamedTuple):
    result: GameResult
    achievement: Achievement


@dataclass(frozen=True)
class AchievementTotals:
    """All achievements of one kind: their number, the sums of their amounts, and the best one."""

    word: str
    times: int
    amount: int
    many: int
    best: AchievementRecord


def find_records(slug: str, results: Sequence[GameResult]) -> tuple[AchievementRecord, ...]:
    """Return the record of each kind that has one, in display order. The earliest of equals stands."""
    records = []
    for word, best in GAMES[slug].achievements.best.items():
        found = [AchievementRecord(one, one.summary.best[word]) for one in results if word in one.summary.best]
        if found:
            records.append(max(found, key=lambda record: rank(best, record.achievement)))
    return tuple(records)


def sum_achievements(slug: str, participations: Sequence[Participation]) -> tuple[AchievementTotals, ...]:
    """Add up a player's achievements of each kind that has a record."""
    seats = [(result, result.summary.seats[seat]) for result, seat in participations]
    totals = []
    for word in GAMES[slug].achievements.best:
        if found := [(result, sums[word]) for result, sums in seats if word in sums]:
            result, best = max(found, key=lambda one: one[1].rank)
            times, amount, many = (sum(values) for values in zip(*(one[:3] for _, one in found), strict=True))
            totals.append(AchievementTotals(word, times, amount, many, AchievementRecord(result, best.best)))
    return tuple(totals)


def count_favourites(participations: Sequence[Participation]) -> tuple[tuple[str, int], ...]:
    """Count a player's favourite things, most frequent first, then alphabetically."""
    often = Counter[str]()
    for result, seat in participations:
        often.update(result.summary.favourites[seat])
    return tuple(sorted(often.items(), key=lambda one: (-one[1], one[0])))
