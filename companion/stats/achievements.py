"""Achievements of many games, counted, added up and compared."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.games import GAMES
from companion.games.achievements import Achievement, Best
from companion.stats.people import Participation
from companion.table.model.game_result import GameResult
from companion.table.model.game_summary import rank


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


def find_records(slug: str, evenings: Sequence[GameResult]) -> tuple[AchievementRecord, ...]:
    """Return the record of each kind that has one, in display order. The earliest of equals stands."""
    digests = [(one, one.digest.best) for one in evenings]
    found = (
        _best([AchievementRecord(one, bests[word]) for one, bests in digests if word in bests], best)
        for word, best in GAMES[slug].achievements.best.items()
    )
    return tuple(one for one in found if one is not None)


def _best(deeds: Iterable[AchievementRecord], best: Best) -> AchievementRecord | None:
    held: AchievementRecord | None = None
    for one in deeds:
        if held is None or rank(best, one.achievement) > rank(best, held.achievement):
            held = one
    return held


def sum_achievements(slug: str, sat: Sequence[Participation]) -> tuple[AchievementTotals, ...]:
    """Add up a player's achievements of each kind that has a record."""
    kinds = GAMES[slug].achievements.best
    sums: dict[str, list[int]] = {word: [0, 0, 0] for word in kinds}
    held: dict[str, AchievementRecord] = {}
    ranks: dict[str, tuple[int, int]] = {}
    for evening, seat in sat:
        for word, (times, amount, many, feat, good) in evening.digest.seats[seat].items():
            sum_ = sums[word]
            sum_[0] += times
            sum_[1] += amount
            sum_[2] += many
            if word not in ranks or good > ranks[word]:
                held[word], ranks[word] = AchievementRecord(evening, feat), good
    return tuple(
        AchievementTotals(word, sums[word][0], sums[word][1], sums[word][2], held[word])
        for word in kinds
        if word in held
    )


def count_favourites(sat: Sequence[Participation]) -> tuple[tuple[str, int], ...]:
    """Count a player's favourite things, most frequent first, then alphabetically."""
    often: dict[str, int] = {}
    for evening, seat in sat:
        for what, times in evening.digest.likes[seat].items():
            often[what] = often.get(what, 0) + times
    return tuple(sorted(often.items(), key=lambda one: (-one[1], one[0])))
