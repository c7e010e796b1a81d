"""A second reckoning of a round: Python itself computes the formulas of a sheet that a test has made."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.any_game.sheet import Sheet

LARGEST = 1_000_000


def unique(values: Sequence[object]) -> list[object]:
    return [value for value in values if list(values).count(value) == 1]


def largest(*values: Any) -> int:
    return max(values[0], default=0) if len(values) == 1 else max(values)


FUNCTIONS = {
    "sum": sum,
    "min": min,
    "max": largest,
    "count": lambda values, value: values.count(value),
    "unique": unique,
}


def points_of(
    sheet: Sheet, round_: int, entries: Mapping[str, Sequence[Any]], totals: Sequence[int], starter: int
) -> list[int]:
    """The points of each seat."""
    seats = range(len(totals))
    every = {name: list(values) for name, values in entries.items()} | {"total": list(totals)}
    points = [0 for _ in seats]
    for step in sheet.computed:
        values = []
        for seat in seats:
            names = {name: own[seat] for name, own in every.items()} | {
                f"all_{name}": own for name, own in every.items()
            }
            names |= {"me": seat, "starter": starter, "round": round_, "rounds": sheet.rounds, "players": len(totals)}
            values.append(_value(step.formula, {**names, **dict(sheet.numbers), **FUNCTIONS}))
        every[step.name] = values
        if step.kind == "score":
            points = [had + (-got if sheet.lowest else got) for had, got in zip(points, values, strict=True)]
    return points


def _value(formula: str, names: dict[str, Any]) -> int:
    """Formulas without a result, and those too large, count 0."""
    try:
        value = int(eval(formula, {"__builtins__": {}}, names))
    except ZeroDivisionError:
        return 0
    return value if abs(value) <= LARGEST else 0
