"""A hand of Vabanque."""

from collections.abc import Iterator
from typing import Any

from companion.table.model.player_view import PlayerView

CARDS = {"raise": "Raise", "bluff": "Bluff", "trap": "Trap"}
DOES = {
    "raise": "The chips here count once more",
    "bluff": "Does nothing",
    "trap": "Catches the others' pawns here",
}


def told(held: Any, _mine: PlayerView) -> Iterator[str]:
    """The cards in the order of the backs, each with what it does, and where the others lie."""
    yield from (f"{CARDS[card]}: {DOES[card]}." for card in held.cards)
    yield from (f"Table {laid.casino}: {CARDS[laid.card]}" for laid in held.laid)
