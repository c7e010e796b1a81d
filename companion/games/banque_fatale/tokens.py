"""Heaps of tokens: how many of each colour, in the order of the colours."""

from collections.abc import Iterable

from companion.games.banque_fatale.constants import COLOURS, Colour

Tokens = tuple[int, ...]

Counts = tuple[tuple[Colour, int], ...]
"""Colours by name with their numbers."""

NONE: Tokens = (0,) * len(COLOURS)


def single_token(colour: Colour) -> Tokens:
    """A single token."""
    return tuple(int(other == colour) for other in COLOURS)


def add_up(heaps: Iterable[Tokens]) -> Tokens:
    """Heaps put on one."""
    return tuple(map(sum, zip(NONE, *heaps, strict=True)))


def subtract(heap: Tokens, taken: Tokens) -> Tokens:
    """What a heap leaves when some are taken out of it."""
    return tuple(had - gone for had, gone in zip(heap, taken, strict=True))


def name_colours(heap: Tokens) -> Counts:
    """The colours that are there at all, and how many tokens of each."""
    return tuple((colour, count) for colour, count in zip(COLOURS, heap, strict=True) if count)
