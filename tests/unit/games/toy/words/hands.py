"""The words of an opened hand where nothing is asked: `tests/unit/web/hands/<slug>.py`."""

from collections.abc import Iterator
from typing import Any

from companion.table.model.player_view import PlayerView


def told(held: Any, _mine: PlayerView) -> Iterator[str]:
    """The number that lies face down."""
    yield f"You bid {held['number']}"
