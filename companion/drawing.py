"""Plain geometry for pictures that screen and paper share: places on a ring, lines of a chart, a QR code."""

from collections.abc import Sequence
from functools import cache
from math import cos, pi, sin

Point = tuple[float, float]


@cache
def ring(count: int, radius: float) -> tuple[Point, ...]:
    """Places on a circle round (0, 0), clockwise, the first at the top."""
    turns = [2 * pi * place / count for place in range(count)]
    return tuple((round(radius * sin(turn), 1), round(-radius * cos(turn), 1)) for turn in turns)


def curves(series: Sequence[Sequence[int]], width: float, height: float) -> list[list[Point]]:
    """Each series as points in a box, all to one scale: the first value at the left, the largest at the top."""
    most = max((value for values in series for value in values), default=0) or 1
    steps = max(len(series[0]) - 1, 1) if series else 1
    return [
        [
            (round(width * step / steps, 1), round(height - height * value / most, 1))
            for step, value in enumerate(values)
        ]
        for values in series
    ]


@cache
def qr(content: str) -> tuple[int, str]:
    """(modules a side, SVG path of the dark ones) of a QR code without its quiet zone."""
    import qrcode  # it loads pictures of all kinds, and most sheets bear no code

    code = qrcode.QRCode(border=0, error_correction=qrcode.ERROR_CORRECT_M)
    code.add_data(content)
    code.make(fit=True)
    matrix = code.get_matrix()
    dark = (f"M{x} {y}h1v1h-1z" for y, row in enumerate(matrix) for x, cell in enumerate(row) if cell)
    return len(matrix), "".join(dark)
