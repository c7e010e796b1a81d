"""Geometry for pictures on screen and paper: rings, charts, QR codes."""

from collections.abc import Sequence
from functools import cache, lru_cache
from math import ceil, cos, pi, sin

Point = tuple[float, float]

CACHED_CODES = 500
"""Size of the cache of QR codes: one for each table. Short-lived ones of seats are evicted."""


@cache
def ring(count: int, radius: float) -> tuple[Point, ...]:
    """Return points on a circle round (0, 0), clockwise, the first at the top."""
    turns = [2 * pi * place / count for place in range(count)]
    return tuple((round(radius * sin(turn), 1), round(-radius * cos(turn), 1)) for turn in turns)


def bounds(series: Sequence[Sequence[int]]) -> tuple[int, int]:
    """Return the lowest and highest value of a chart: 0 is included, and they are never equal."""
    values = [0, *(value for values in series for value in values)]
    least, most = min(values), max(values)
    return least, most if least < most else 1


def level(value: int, ends: tuple[int, int], height: float) -> float:
    """Return the distance of a value from the top of a chart; `ends` are its bounds."""
    least, most = ends
    return round(height * (most - value) / (most - least), 1)


def curves(series: Sequence[Sequence[int]], width: float, height: float) -> list[list[Point]]:
    """Return each series as points in a box, all on one scale; the first value is at the left.

    0 is at the bottom, or higher if there are negative values.
    """
    ends = bounds(series)
    steps = max(len(series[0]) - 1, 1) if series else 1
    return [
        [(round(width * step / steps, 1), level(value, ends, height)) for step, value in enumerate(values)]
        for values in series
    ]


def label_interval(steps: int, width: float, room: float) -> int:
    """Return the distance between labelled steps so that each label has `room`; all steps fill `width`."""
    return max(1, ceil(room * steps / width))


@lru_cache(CACHED_CODES)
def qr(content: str) -> tuple[int, str]:
    """Return (modules per side, SVG path of the dark ones) of a QR code without its quiet zone."""
    import qrcode  # slow to import, and most sheets have no code

    code = qrcode.QRCode(border=0, error_correction=qrcode.ERROR_CORRECT_M)
    code.add_data(content)
    code.make(fit=True)
    matrix = code.get_matrix()
    dark = (f"M{x} {y}h1v1h-1z" for y, row in enumerate(matrix) for x, cell in enumerate(row) if cell)
    return len(matrix), "".join(dark)
