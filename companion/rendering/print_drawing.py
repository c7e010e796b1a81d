"""Pictures for paper only: symbols, axes, labels that do not overlap."""

from collections.abc import Sequence
from functools import cache
from typing import Final
from unicodedata import bidirectional
from xml.etree import ElementTree

from markupsafe import Markup

from companion.paths import data_dir

INKS: Final = {
    "orange": "#e69f00",
    "sky": "#56b4e9",
    "green": "#009e73",
    "yellow": "#f0e442",
    "red": "#d55e00",
    "purple": "#cc79a7",
    "blue": "#0072b2",
    "grey": "#999999",
    "brown": "#8c5a2b",
    "white": "#ffffff",
}
"""The colours of the seats as attributes: WeasyPrint applies no style sheet inside pictures."""


@cache
def read_symbol(symbol: str, sheet: str = "symbols.svg") -> Markup:
    """Return the elements of a symbol, in a box from -11 to 11. WeasyPrint's <use> cannot refer to other files."""
    root = ElementTree.parse(data_dir("templates") / sheet).getroot()
    drawn = {found.get("id"): list(found) for found in root}[symbol]
    return Markup("").join(Markup(ElementTree.tostring(part, encoding="unicode").strip()) for part in drawn)


def ticks(most: int, at_most: int = 4) -> tuple[int, ...]:
    """Return round numbers from 0 to `most` for an axis."""
    unit = 1
    while True:
        for step in (unit, 2 * unit, 5 * unit):
            if most <= step * at_most:
                return tuple(range(0, most + 1, step))
        unit *= 10


def spread_out(places: Sequence[float], least: float, low: float, high: float) -> list[float]:
    """Move places just so far that each keeps the distance `least` from the next, between `low` and `high`."""
    order = sorted(range(len(places)), key=lambda index: places[index])
    moved = dict(enumerate(places))
    edge = low
    for index in order:
        moved[index] = max(moved[index], edge)
        edge = moved[index] + least
    edge = high
    for index in reversed(order):
        moved[index] = min(moved[index], edge)
        edge = moved[index] - least
    return [moved[index] for index in range(len(places))]


def assign_rows(places: Sequence[float], count: int) -> list[int | None]:
    """Give each place a row near it, in the same order; return the index of the place in each row.

    `places` go from 0 at the top to 1 at the bottom; there must be at least as many rows.
    """
    order = sorted(range(len(places)), key=lambda index: places[index])
    taken = dict(zip(spread_out([int(places[index] * count) for index in order], 1, 0, count - 1), order, strict=True))
    return [taken.get(row) for row in range(count)]


def isolate(name: str) -> str:
    """Isolate a right-to-left name, so that a number after it stays on its right."""
    if name.isascii() or "\u2068" in name or not {"R", "AL"} & set(map(bidirectional, name)):
        return name
    return f"\u2068{name}\u2069"
