"""What somebody did at one game."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from companion.stats import achievements
from companion.stats.achievements import AchievementTotals
from companion.stats.people import Participation, Player, rounded_mean
from companion.stats.seasons import year_of


class Year(NamedTuple):
    """A year of somebody's at one game."""

    year: int
    plays: int
    wins: int
    average: int


@dataclass(frozen=True)
class PlayerGameStats:
    """Somebody at one game; `sat` is the earliest first, and never empty."""

    slug: str
    participations: tuple[Participation, ...]

    @property
    def plays(self) -> int:
        """How often."""
        return len(self.participations)

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """Each result."""
        return tuple([evening.scores[seat] for evening, seat in self.participations])

    @cached_property
    def places(self) -> tuple[int, ...]:
        """How often each place, from the first to the last that there was."""
        last = max([len(evening.scores) for evening, _ in self.participations])
        places = [evening.places[seat] for evening, seat in self.participations]
        return tuple(places.count(place) for place in range(1, last + 1))

    @property
    def wins(self) -> int:
        """How often they won."""
        return self.places[0]

    @cached_property
    def average(self) -> int:
        """Their mean result."""
        return rounded_mean(self.scores)

    @cached_property
    def best(self) -> Participation:
        """The evening with their highest result."""
        return self.participations[self.scores.index(max(self.scores))]

    @cached_property
    def worst(self) -> Participation:
        """The evening with their lowest."""
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
        """What they like, and how often, most often first; nothing where the game does not tell."""
        return achievements.count_favourites(self.participations)

    @cached_property
    def achievements(self) -> tuple[AchievementTotals, ...]:
        """What came about at their seat."""
        return achievements.sum_achievements(self.slug, self.participations)

    def latest(self, most: int) -> Sequence[Participation]:
        """Their last so many evenings."""
        return self.participations[-most:]


def stats_by_game(player: Player) -> tuple[PlayerGameStats, ...]:
    """Each game that somebody played, the one that they played most often first."""
    return tuple(
        PlayerGameStats(slug, tuple([one for one in player.participations if one.result.slug == slug]))
        for slug in player.games
    )
