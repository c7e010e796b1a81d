"""Statistics of one player at one game."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from companion.stats import achievements
from companion.stats.achievements import AchievementTotals
from companion.stats.people import Participation, Player, group_by_game, rounded_mean
from companion.stats.seasons import year_of


class Year(NamedTuple):
    year: int
    plays: int
    wins: int
    average: int


@dataclass(frozen=True)
class PlayerGameStats:
    """One player at one game; `participations` are the earliest first, and never empty."""

    slug: str
    participations: tuple[Participation, ...]

    @property
    def title(self) -> str:
        return self.participations[0].result.title

    @property
    def plays(self) -> int:
        return len(self.participations)

    @cached_property
    def scores(self) -> tuple[int, ...]:
        return tuple([result.scores[seat] for result, seat in self.participations])

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The number of games at each place, from the first to the last possible one."""
        last = max([len(result.scores) for result, _ in self.participations])
        places = [result.places[seat] for result, seat in self.participations]
        return tuple(places.count(place) for place in range(1, last + 1))

    @property
    def wins(self) -> int:
        return self.places[0]

    @cached_property
    def average(self) -> int:
        return rounded_mean(self.scores)

    @cached_property
    def best(self) -> Participation:
        """The game with their highest result."""
        return self.participations[self.scores.index(max(self.scores))]

    @cached_property
    def worst(self) -> Participation:
        """The game with their lowest result."""
        return self.participations[self.scores.index(min(self.scores))]

    @cached_property
    def years(self) -> tuple[Year, ...]:
        """Each year in which they played it, the earliest first."""
        found: dict[int, PlayerGameStats] = {}
        for year, some in groupby(self.participations, key=lambda one: year_of(one.result)):
            found[year] = PlayerGameStats(self.slug, tuple(some))
        return tuple(Year(year, one.plays, one.wins, one.average) for year, one in found.items())

    @cached_property
    def favourites(self) -> tuple[tuple[str, int], ...]:
        """Their favourites with the number of times, most frequent first; empty if the game has none."""
        return achievements.count_favourites(self.participations)

    @cached_property
    def achievements(self) -> tuple[AchievementTotals, ...]:
        return achievements.sum_achievements(self.slug, self.participations)

    def latest(self, most: int) -> Sequence[Participation]:
        return self.participations[-most:]


def stats_by_game(player: Player) -> tuple[PlayerGameStats, ...]:
    """Return the statistics of each game a player played, most frequent first."""
    groups = group_by_game(player.participations, lambda one: one.result)
    return tuple(PlayerGameStats(slug, group) for slug, group in groups)
