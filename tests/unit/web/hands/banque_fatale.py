"""A hand of Banque Fatale."""

from collections.abc import Iterator
from typing import Any

from companion.table.model.player_view import PlayerView


def told(held: Any, _mine: PlayerView) -> Iterator[str]:
    """The closed hand, and the tokens that are left."""
    if held.bid:
        yield "In your closed hand"
        yield from (f"{count} {colour}" for colour, count in held.bid)
    yield "Your tokens"
    yield from (f"{count} {colour}" for colour, count in held.tokens)
