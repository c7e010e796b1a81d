"""Highlights and charts for the end of a game."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from companion.games.wetten.constants import CAPITAL
from companion.games.wetten.events import Arrival, Line
from companion.games.wetten.state import Race, State


@dataclass(frozen=True, slots=True)
class LongOdds:
    """A bet that was won."""

    race: int
    line: Line
    word: str = "odds"


@dataclass(frozen=True, slots=True)
class Photo:
    """Two horses that arrived in one turn."""

    race: int
    ahead: Arrival
    behind: Arrival
    word: str = "finish"

    @property
    def fields(self) -> int:
        """The fields between them."""
        return self.ahead.past - self.behind.past

    @property
    def movement(self) -> int:
        """How much more the first of them moved, if they stood on one field."""
        return self.ahead.moved - self.behind.moved


Tale = LongOdds | Photo


def highlights(state: State) -> tuple[Tale, ...]:
    """Return the longest odds that won and the closest finish; the earlier among equals."""
    won = [tale for race in state.races for tale in _won(race)]
    photos = [photo for race in state.races for photo in _photos(race)]
    longest = [max(won, key=lambda tale: (tale.line.odds, tale.line.amount))] if won else []
    closest = [min(photos, key=_apart)] if photos else []
    return (*longest, *closest)


def _won(race: Race) -> Iterator[LongOdds]:
    for told in race.players:
        for line in told.lines:
            if line.amount:
                yield LongOdds(race.number, line)


def _photos(race: Race) -> Iterator[Photo]:
    for came in race.arrivals:
        for ahead, behind in combinations(came, 2):
            yield Photo(race.number, ahead, behind)


def _apart(photo: Photo) -> tuple[int, int]:
    """Compare fields first; movement counts only on one field."""
    return photo.fields, photo.movement if photo.fields == 0 else 0


def score_history(state: State) -> tuple[tuple[int, ...], ...]:
    """Return each seat's money before race 1 and after each race."""
    return tuple((CAPITAL, *(race.money[seat] for race in state.races)) for seat in state.seats)
