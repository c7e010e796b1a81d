"""A hand of Vabanque."""

from collections.abc import Iterator
from typing import Any

from companion.table.chair import Chair
from tests.web.payouts.vabanque import CARDS, DOES


def told(held: Any, _mine: Chair) -> Iterator[str]:
    """The cards in the order of the backs, each with what it does, and where the others lie."""
    yield from (f"{CARDS[card]} {DOES[card]}" for card in held.cards)
    yield from (f"Table {laid.casino}: {CARDS[laid.card]}" for laid in held.laid)
