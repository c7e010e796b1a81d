"""Achievements, highlights and the score chart of a game of Wetten!."""

from collections.abc import Iterator
from itertools import chain, combinations

from companion.games.achievements import Achievement, GameAchievements
from companion.games.wetten.constants import CAPITAL
from companion.games.wetten.state import State


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
        for ahead, behind in chain.from_iterable(combinations(came, 2) for came in race.arrivals):
            fields = ahead.past - behind.past
            more = 0 if fields else ahead.moved - behind.moved
            yield Achievement("finish", race.number, fields, None, f"{ahead.horse} {behind.horse}", more)


def score_history(state: State) -> tuple[tuple[int, ...], ...]:
    """Return each seat's money before race 1 and after each race."""
    return tuple((CAPITAL, *(race.money[seat] for race in state.races)) for seat in state.seats)


ACHIEVEMENTS = GameAchievements(
    collect=collect,
    best={"win": "most", "odds": "most", "bet": "most", "finish": "least"},
    shown=("odds", "finish"),
    favourite="bet",
)
