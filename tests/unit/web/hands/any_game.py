"""A hand of any game."""

from collections.abc import Iterator
from typing import Any

from companion.table.model.player_view import PlayerView


def told(held: Any, mine: PlayerView) -> Iterator[str]:
    """The question and the own choice."""
    step = mine.state.step
    yield step.ask
    yield f"You chose: {mine.names[held['value']] if step.answers == 'players' else held['value']}"
