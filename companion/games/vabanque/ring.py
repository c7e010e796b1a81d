"""The geometry of the board: casino tables on a circle or on an oval, pawns inside it and cards outside.

Coordinates are those of the board's SVG: (0, 0) is the middle of the ring, y grows downwards, table 1 is at the top.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, pairwise
from math import cos, dist, hypot, pi, sin

from companion.games.types import Seat
from companion.games.vabanque.presentation import Casino

Point = tuple[float, float]

CIRCLE: Point = (150, 150)
OVAL: Point = (370, 145)
"""Radii of the line on which the discs lie. The oval is for wide table screens."""

CARD: Point = (10.5, 14.5)
PAWN: Point = (10.8, 17.6)
"""Half the width and half the height of a drawing of the sprite (templates/drawn)."""

FOOT = 15.6
"""From the middle of a pawn down to the point where it stands."""

GAP = 3.5
"""Between a disc and what stands beside it."""

QUARTER = 360
"""Points by which a quarter of the line is measured."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the circle. `wide`: the offset from there to its place on the oval, if there is one."""

    x: float
    y: float
    wide: Point | None


@dataclass(frozen=True, slots=True)
class Row:
    """Pawns or cards beside a disc: the middle of the row, seen from the disc's centre, and each one in the row."""

    at: Spot
    each: tuple[tuple[Seat, float, float], ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A casino table and where it lies. `cards` are its face-down cards, or else those that were turned up."""

    casino: Casino
    at: Spot
    radius: int
    scale: float
    pawns: Row
    cards: Row


def radius(count: int) -> int:
    """The radius of each of so many discs."""
    return 41 if count < 10 else 37 if count < 12 else 31


def places(casinos: Sequence[Casino], *, oval: bool = False) -> tuple[Place, ...]:
    """Each casino table with all that lies there."""
    count = len(casinos)
    scale = 0.9 if count > 10 else 0.95 if oval or count > 9 else 1.1
    return tuple(
        _place(casino, at, radius(count), scale) for casino, at in zip(casinos, spots(count, oval=oval), strict=True)
    )


@cache
def spots(count: int, before: float = 0, *, oval: bool = False) -> tuple[Spot, ...]:
    """The centre of each disc, at equal distances along the line, or the point so far `before` it on the line."""
    lines = (CIRCLE, OVAL) if oval else (CIRCLE, CIRCLE)
    return tuple(
        _spot(*(_point(line, (nth / count - before / _length(line)) % 1) for line in lines)) for nth in range(count)
    )


def _length(radii: Point) -> float:
    return _line(radii)[1][-1]


def arcs(count: int, reached: Iterable[int], *, oval: bool = False) -> tuple[str, ...]:
    """SVG paths of the line from the first of these tables to the last: on the circle, and on the oval."""
    numbers = list(reached)
    lines = (CIRCLE, OVAL) if oval else (CIRCLE,)
    return tuple(_arc(count, numbers[0], numbers[-1], radii) for radii in lines) if numbers else ()


def _arc(count: int, start: int, end: int, radii: Point) -> str:
    (x, y), (to_x, to_y) = (_point(radii, (number - 1) / count) for number in (start, end))
    return f"M{x} {y}A{radii[0]} {radii[1]} 0 {int(2 * ((end - start) % count) > count)} 1 {to_x} {to_y}"


def _spot(at: Point, wide: Point) -> Spot:
    off = round(wide[0] - at[0], 1), round(wide[1] - at[1], 1)
    return Spot(*at, off if off != (0, 0) else None)


@cache
def _line(radii: Point) -> tuple[tuple[Point, ...], tuple[float, ...]]:
    """Points of the line clockwise from the top, and how far along it each is."""
    turns = [pi * nth / 2 / QUARTER for nth in range(4 * QUARTER + 1)]
    points = tuple((radii[0] * sin(turn), -radii[1] * cos(turn)) for turn in turns)
    return points, (0.0, *accumulate(dist(*pair) for pair in pairwise(points)))


def _point(radii: Point, share: float) -> Point:
    points, lengths = _line(radii)
    (x, y), _ = min(zip(points, lengths, strict=True), key=lambda one: abs(one[1] - share * lengths[-1]))
    return round(x, 1), round(y, 1)


def _place(casino: Casino, at: Spot, disc: int, scale: float) -> Place:
    lying = [seat for seat, many in casino.cards for _ in range(many)] or [seat for seat, _ in casino.turned]
    pawns, cards = _pawns(len(casino.pawns), at, disc, scale), _cards(len(lying), at, disc)
    return Place(casino, at, disc, scale, _row(casino.pawns, *pawns), _row(lying, *cards))


def _row(seats: Sequence[Seat], at: Spot, steps: Sequence[Point]) -> Row:
    return Row(at, tuple((seat, *step) for seat, step in zip(seats, steps, strict=True)))


@cache
def _pawns(many: int, at: Spot, disc: int, scale: float) -> tuple[Spot, tuple[Point, ...]]:
    """Side by side, overlapping from three on."""
    steps = _steps(many, 21 if many < 3 else 15 if many < 4 or at.wide else 13.5, (1, 0))
    drawn, half = [(scale * x, scale * y) for x, y in steps], (PAWN[0] * scale, PAWN[1] * scale)
    middles = (_beside(end, radii, disc, drawn, half, -1) for end, radii in _both(at))
    return _spot(*((x, round(y + FOOT * scale, 1)) for x, y in middles)), steps


@cache
def _cards(many: int, at: Spot, disc: int) -> tuple[Spot, tuple[Point, ...]]:
    """Along the circle; on a table screen side by side, and at the ends of the oval one below the other."""
    out_x, out_y = _outwards((at.x, at.y), CIRCLE)
    along = (abs(out_y), out_x if out_y < 0 else -out_x)
    if at.wide:
        along = (0, 1) if abs(out_y) < 0.01 else (1, 0)
    apart = min(2 * half / abs(way) for half, way in zip(CARD, along, strict=True) if abs(way) > 0.01)
    step = apart if many < 3 else min(0.6 * apart, 2.1 * disc / (many - 1))
    steps = _steps(many, step, along)
    return _spot(*(_beside(end, radii, disc, steps, CARD, 1) for end, radii in _both(at))), steps


def _both(at: Spot) -> tuple[tuple[Point, Point], tuple[Point, Point]]:
    """Place it on the circle and on the oval, each with its radii."""
    circle = (at.x, at.y), CIRCLE
    return circle, ((at.x + at.wide[0], at.y + at.wide[1]), OVAL) if at.wide else circle


def _steps(many: int, step: float, along: Point) -> tuple[Point, ...]:
    lengths = [step * (nth - (many - 1) / 2) for nth in range(many)]
    return tuple((round(length * along[0], 1), round(length * along[1], 1)) for length in lengths)


def _outwards(at: Point, radii: Point) -> Point:
    """The unit vector at a right angle to the line."""
    x, y = at[0] / radii[0] ** 2, at[1] / radii[1] ** 2
    return x / hypot(x, y), y / hypot(x, y)


def _inwards(at: Point, radii: Point) -> Point:
    """The unit vector between that and the one which would be the same on a circle."""
    (x, y), (out_x, out_y) = (at[0] / radii[0], at[1] / radii[1]), _outwards(at, radii)
    return -(x + out_x) / hypot(x + out_x, y + out_y), -(y + out_y) / hypot(x + out_x, y + out_y)


def _beside(at: Point, radii: Point, disc: int, steps: Sequence[Point], half: Point, side: int) -> Point:
    """The middle of a row that is as near to its disc as it may be, outside (side 1) or inside (-1)."""
    way, far = _outwards(at, radii) if side == 1 else _inwards(at, radii), disc + GAP
    while any(_distance((way[0] * far + x, way[1] * far + y), half) < disc + GAP for x, y in steps):
        far += 0.5
    return round(way[0] * far, 1), round(way[1] * far, 1)


def _distance(middle: Point, half: Point) -> float:
    """From (0, 0) to the rectangle round this point."""
    return hypot(max(abs(middle[0]) - half[0], 0), max(abs(middle[1]) - half[1], 0))
