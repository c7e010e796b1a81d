"""Achievements in Banque Fatale, computed a second time from the events of its games."""

from collections.abc import Iterator
from typing import Any

from companion.games.types import GameEvent
from tests.unit.stats.plays import Did, Play

STARTS_WITH = 0
AFTER_A_ROUND = "cash"
RECORDS: dict[str, Any] = {"sale": max, "extra": max, "bargain": min, "vain": max, "fall": max}
LIKES = "bid"


def did(_play: Play, facts: list[GameEvent]) -> Iterator[Did]:
    """Yield the achievements of each round; an auction starts it."""
    number = 0
    for fact in facts:
        one: Any = fact
        match type(fact).__name__:
            case "AuctionWon":
                number += 1
                for seat, bid in enumerate(one.bids):
                    for colour, tokens in bid:
                        yield "bid", number, seat, tokens, 0, colour
                    size = sum(tokens for _, tokens in bid)
                    if seat == one.winner or size:
                        yield "bargain" if seat == one.winner else "vain", number, seat, size, 0, one.card
            case "ValuesSet":
                for step in one.steps:
                    if step.after < step.before:
                        yield "fall", number, None, step.before - step.after, 0, step.colour
            case "ExtraPaid":
                for line in one.lines:
                    yield "extra", number, line.seat, line.amount, line.piques, one.colour
            case "Sold":
                yield "sale", number, one.seat, sum(value for _, value in one.price.values), 0, one.price.card
