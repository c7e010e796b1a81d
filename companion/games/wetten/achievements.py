"""Achievements, highlights and the score chart of a game of Wetten!."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from companion.games.achievements import Achievement, GameAchievements
from companion.games.wetten.constants import CAPITAL
from companion.games.wetten.events import Arrival, Line
from companion.games.wetten.state import Race, State


def collect(state: State) -> Iterator[Achievement]:
    """All bets, wins and close finishes of each paid race.

    Amounts: the stake of a `bet` (`many`: its odds); the payout of a `win`; the winning `odds` (`many`: the payout). A
    `finish` compares two horses that arrived in one turn: the fields between them, and on the same field `many` is how
    much more the first had moved. `what` is the horse, or both, such as `2 4`.
    """
    for race in state.races:
        for player in race.players:
            for line in player.lines:
                horse = str(line.bet.horse)
                yield Achievement("bet", race.number, line.bet.stake, line.seat, horse, line.odds)
                if line.amount:
                    yield Achievement("win", race.number, line.amount, line.seat, horse, line.odds)
                    yield Achievement("odds", race.number, line.odds, line.seat, horse, line.amount)
        for photo in _photos(race):
            horses = f"{photo.ahead.horse} {photo.behind.horse}"
            yield Achievement("finish", race.number, photo.fields, None, horses, photo.movement)


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
        """How much more the first of them moved; counts only on one field."""
        return 0 if self.fields else self.ahead.moved - self.behind.moved


Tale = LongOdds | Photo


def highlights(state: State) -> tuple[Tale, ...]:
    """Return the longest odds that won and the closest finish; the earlier among equals."""
    lines = ((race, line) for race in state.races for player in race.players for line in player.lines)
    won = [LongOdds(race.number, line) for race, line in lines if line.amount]
    photos = [photo for race in state.races for photo in _photos(race)]
    longest = [max(won, key=lambda tale: (tale.line.odds, tale.line.amount))] if won else []
    closest = [min(photos, key=lambda photo: (photo.fields, photo.movement))] if photos else []
    return (*longest, *closest)


def _photos(race: Race) -> Iterator[Photo]:
    for came in race.arrivals:
        for ahead, behind in combinations(came, 2):
            yield Photo(race.number, ahead, behind)


def score_history(state: State) -> tuple[tuple[int, ...], ...]:
    """Return each seat's money before race 1 and after each race."""
    return tuple((CAPITAL, *(race.money[seat] for race in state.races)) for seat in state.seats)


ACHIEVEMENTS = GameAchievements(
    collect=collect, best={"win": "most", "odds": "most", "bet": "most", "finish": "least"}, favourite="bet"
)
