"""The colours of the seats. Colour is never alone: each has a symbol that is its own on screen and on paper."""

from typing import Final

COLOURS: Final = {
    "orange": "circle",
    "sky": "triangle",
    "green": "square",
    "yellow": "diamond",
    "red": "star",
    "purple": "cross",
}
"""Colour of the Okabe-Ito palette, and its symbol."""
