"""Margins, paddings and sizes reckoned once: boxes of one style in rooms of one size have the same."""

from typing import Any

from companion.press import lasting
from companion.press.swapping import swap

SIDES = ("top", "right", "bottom", "left")
BORDERS = tuple(f"border_{side}_width" for side in SIDES)
TOP, RIGHT, BOTTOM, LEFT = BORDERS
LENGTHS = (
    *(f"{kind}_{side}" for kind in ("margin", "padding") for side in SIDES),
    *(f"{limit}{axis}" for limit in ("", "min_", "max_") for axis in ("width", "height")),
)
MEASURES = (*LENGTHS, *BORDERS)

_known: dict[tuple[Any, ...], tuple[Any, dict[str, Any]]] = {}
_steady: dict[int, tuple[Any, bool]] = {}


def forget() -> None:
    """The sheet is done."""
    lasting.keep(_known)
    lasting.keep(_steady)


def take() -> None:
    """Puts the shortcut in place."""
    from weasyprint.formatting_structure.boxes import PageBox
    from weasyprint.layout import percent

    reckon = percent.resolve_percentages

    def resolve_percentages(box: Any, containing_block: Any) -> None:
        own = box.__dict__
        style, get = box.style, own.get
        room = None if lasting.told(_steady, style, _is_steady) else _room(containing_block)
        collapsed = (get(TOP), get(RIGHT), get(BOTTOM), get(LEFT))  # where borders meet, each cell has its own
        key = (id(style), room, isinstance(box, PageBox), collapsed)
        known = _known.get(key)
        if known is not None:
            own.update(known[1])
            return
        reckon(box, containing_block)
        _known[key] = style, {name: own[name] for name in MEASURES}

    swap(reckon, resolve_percentages)


def _room(around: Any) -> tuple[Any, ...]:
    return tuple(around) if isinstance(around, tuple | list) else (around.width, around.height)


def _is_steady(style: Any) -> bool:
    """Whether a style says everything in lengths, so that it is the same in rooms of any size."""
    said = [style[name] for name in LENGTHS]
    return all(length == "auto" or getattr(length, "unit", None) == "px" for length in said)
