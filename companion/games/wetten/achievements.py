"""Achievements of a game of Wetten!."""

from collections.abc import Iterator
from itertools import combinations

from companion.games.achievements import Achievement, GameAchievements
from companion.games.wetten.state import Race, State


def collect(state: State) -> Iterator[Achievement]:
    """All bets, wins and close finishes of each paid race.

    Amounts: the stake of a `bet` (`many`: its odds); the payout of a `win`; the winning `odds` (`many`: the payout). A
    `finish` compares two horses that arrived in one turn: the fields between them, and on the same field `many` is how
    much more the first had moved. `what` is the horse, or both, such as `2 4`.
    """
    for race in state.races:
        for told in race.players:
            for line in told.lines:
                horse = str(line.bet.horse)
                yield Achievement("bet", race.number, line.bet.stake, line.seat, horse, line.odds)
                if line.amount:
                    yield Achievement("win", race.number, line.amount, line.seat, horse, line.odds)
                    yield Achievement("odds", race.number, line.odds, line.seat, horse, line.amount)
        yield from _finishes(race)


def _finishes(race: Race) -> Iterator[Achievement]:
    for came in race.arrivals:
        for ahead, behind in combinations(came, 2):
            apart = ahead.past - behind.past
            more = 0 if apart else ahead.moved - behind.moved
            yield Achievement("finish", race.number, apart, None, f"{ahead.horse} {behind.horse}", more)


ACHIEVEMENTS = GameAchievements(
    collect=collect,
    best={"win": "most", "odds": "most", "bet": "most", "finish": "least"},
    favourite="bet",
)
