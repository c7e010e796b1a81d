"""The colours of the seats. Colour is never alone: each has a symbol that is its own on screen and on paper."""

from collections.abc import Iterable
from typing import Final

from companion.table.model.tokens import hash_token

COLOURS: Final = {
    "orange": "circle",
    "sky": "triangle",
    "green": "square",
    "yellow": "diamond",
    "red": "star",
    "purple": "cross",
}
"""Colour of the Okabe-Ito palette, and its symbol."""


def suggest_colour(device: str, taken: Iterable[str], wished: str = "") -> str | None:
    """The free colour that a device is offered: the one it wished for, else the first in an order of its own.

    Each device has another order, so that few who come together collide.
    """
    free = COLOURS.keys() - set(taken)
    if wished in free:
        return wished
    return min(free, key=lambda colour: hash_token(device + colour), default=None)
