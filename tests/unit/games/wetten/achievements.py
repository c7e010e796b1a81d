"""Achievements in Wetten!, computed a second time from the events of its games."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from companion.games.types import GameEvent
from tests.unit.stats.plays import Did, Play

STARTS_WITH = 10_000
AFTER_A_ROUND = "money"
RECORDS: dict[str, Any] = {"win": max, "odds": max, "bet": max, "finish": min}
LIKES = "bet"


def did(_play: Play, facts: list[GameEvent]) -> Iterator[Did]:
    """Yield the achievements of each race; RacePaid has its number."""
    number = 0
    for fact in facts:
        one: Any = fact
        match type(fact).__name__:
            case "CameIn":
                for ahead, behind in combinations(one.arrivals, 2):
                    apart = ahead.past - behind.past
                    more = ahead.moved - behind.moved if not apart else 0
                    yield "finish", one.race, None, apart, more, f"{ahead.horse} {behind.horse}"
            case "RacePaid":
                number = one.race
            case "PlayerPaid":
                for line in one.lines:
                    horse = str(line.bet.horse)
                    yield "bet", number, one.seat, line.bet.stake, line.odds, horse
                    if line.amount > 0:
                        yield "win", number, one.seat, line.amount, line.odds, horse
                        yield "odds", number, one.seat, line.odds, line.amount, horse
