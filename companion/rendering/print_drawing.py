"""Pictures that only paper needs: symbols drawn out, steps of an axis, names that keep apart."""

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
}
"""The colours of the seats in the Okabe-Ito palette's own values, as attributes: no style sheet reaches into a
picture when WeasyPrint prints it."""


@cache
def read_symbol(symbol: str, sheet: str = "symbols.svg") -> Markup:
    """What a sheet of symbols draws for one, in a box from -11 to 11: WeasyPrint's <use> sees its own picture only."""
    root = ElementTree.parse(data_dir("templates") / sheet).getroot()
    drawn = {found.get("id"): list(found) for found in root}[symbol]
    return Markup("").join(Markup(ElementTree.tostring(part, encoding="unicode").strip()) for part in drawn)


def ticks(most: int, at_most: int = 4) -> tuple[int, ...]:
    """Round numbers from 0 to `most` for the lines of an axis."""
    unit = 1
    while True:
        for step in (unit, 2 * unit, 5 * unit):
            if most <= step * at_most:
                return tuple(range(0, most + 1, step))
        unit *= 10


def spread_out(places: Sequence[float], least: float, low: float, high: float) -> list[float]:
    """The places moved just so far that each keeps `least` from the next, between `low` and `high`."""
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
    """Give each place a row near it, in the same order; return which place each row has, by its index.

    `places` go from 0 at the top to 1 at the foot, and there are at least as many rows as places.
    """
    order = sorted(range(len(places)), key=lambda index: places[index])
    taken = dict(zip(spread_out([int(places[index] * count) for index in order], 1, 0, count - 1), order, strict=True))
    return [taken.get(row) for row in range(count)]


def isolate(name: str) -> str:
    """Keep what follows a name written from right to left on its right: a number would move to its left."""
    if name.isascii() or "\u2068" in name or not {"R", "AL"} & set(map(bidirectional, name)):
        return name
    return f"\u2068{name}\u2069"
