"""What somebody did at one game."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from companion.stats import achievements
from companion.stats.achievements import Deeds
from companion.stats.people import Participation, Player, mean
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
    sat: tuple[Participation, ...]

    @property
    def plays(self) -> int:
        """How often."""
        return len(self.sat)

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """Each result."""
        return tuple([evening.scores[seat] for evening, seat in self.sat])

    @cached_property
    def places(self) -> tuple[int, ...]:
        """How often each place, from the first to the last that there was."""
        last = max([len(evening.scores) for evening, _ in self.sat])
        places = [evening.places[seat] for evening, seat in self.sat]
        return tuple(places.count(place) for place in range(1, last + 1))

    @property
    def wins(self) -> int:
        """How often they won."""
        return self.places[0]

    @cached_property
    def average(self) -> int:
        """Their mean result."""
        return mean(self.scores)

    @cached_property
    def best(self) -> Participation:
        """The evening with their highest result."""
        return self.sat[self.scores.index(max(self.scores))]

    @cached_property
    def worst(self) -> Participation:
        """The evening with their lowest."""
        return self.sat[self.scores.index(min(self.scores))]

    @cached_property
    def years(self) -> tuple[Year, ...]:
        """Each year in which they played it, the earliest first."""
        found: dict[int, PlayerGameStats] = {}
        for year, some in groupby(self.sat, key=lambda one: year_of(one.evening)):
            found[year] = PlayerGameStats(self.slug, tuple(some))
        return tuple(Year(year, one.plays, one.wins, one.average) for year, one in found.items())

    @cached_property
    def favourites(self) -> tuple[tuple[str, int], ...]:
        """What they like, and how often, most often first; nothing where the game does not tell."""
        return achievements.favourites(self.sat)

    @cached_property
    def deeds(self) -> tuple[Deeds, ...]:
        """What came about at their seat."""
        return achievements.deeds(self.slug, self.sat)

    def latest(self, most: int) -> Sequence[Participation]:
        """Their last so many evenings."""
        return self.sat[-most:]


def games(player: Player) -> tuple[PlayerGameStats, ...]:
    """Each game that somebody played, the one that they played most often first."""
    return tuple(
        PlayerGameStats(slug, tuple([one for one in player.sat if one.evening.slug == slug])) for slug in player.games
    )
