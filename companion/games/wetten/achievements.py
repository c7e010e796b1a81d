"""What is remembered of a game of Wetten!."""

from collections.abc import Iterator
from itertools import combinations

from companion.games.achievements import Achievement, GameAchievements
from companion.games.wetten.state import Race, State


def collect(state: State) -> Iterator[Achievement]:
    """Of each race that was paid out all bets, what was won on them, and how close the horses came in.

    Amounts: of a `bet` its stake, `many` its odds; of a `win` what it paid; of `odds` those that won, `many` what they
    paid. A `finish` is that of two horses which one turn brought in: the fields between them, and where they stood on
    one field `many` says how much more the first had moved. `what` is the horse, or both, such as `2 4`.
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
