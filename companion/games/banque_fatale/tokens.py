"""Heaps of tokens: the number of each colour, in the order of the colours."""

from collections.abc import Iterable

from companion.games.banque_fatale.constants import COLOURS, Colour

Tokens = tuple[int, ...]

Counts = tuple[tuple[Colour, int], ...]
"""Colours by name with their numbers."""

NONE: Tokens = (0,) * len(COLOURS)


def single_token(colour: Colour) -> Tokens:
    return tuple(int(other == colour) for other in COLOURS)


def add_up(heaps: Iterable[Tokens]) -> Tokens:
    return tuple(map(sum, zip(NONE, *heaps, strict=True)))


def subtract(heap: Tokens, taken: Tokens) -> Tokens:
    return tuple(had - gone for had, gone in zip(heap, taken, strict=True))


def name_colours(heap: Tokens) -> Counts:
    """Pair the colours that are in a heap with their numbers."""
    return tuple((colour, count) for colour, count in zip(COLOURS, heap, strict=True) if count)
