"""Margins, paddings and sizes reckoned once: boxes of one style in rooms of one size have the same."""

from typing import Any

from companion.press import lasting
from companion.press.swapping import swap

SIDES = ("top", "right", "bottom", "left")
BORDERS = tuple(f"border_{side}_width" for side in SIDES)
MEASURES = (
    *(f"{kind}_{side}" for kind in ("margin", "padding") for side in SIDES),
    *(f"{limit}{axis}" for limit in ("", "min_", "max_") for axis in ("width", "height")),
    *BORDERS,
)

_known: dict[tuple[Any, ...], tuple[Any, dict[str, Any]]] = {}


def forget() -> None:
    """The sheet is done."""
    lasting.keep(_known)


def take() -> None:
    """Puts the shortcut in place."""
    from weasyprint.formatting_structure.boxes import Box, PageBox
    from weasyprint.layout import percent

    reckon = percent.resolve_percentages

    def resolve_percentages(box: Any, containing_block: Any) -> None:
        room = containing_block
        sizes = (room.width, room.height) if isinstance(room, Box) else tuple(room)
        own = box.__dict__
        collapsed = tuple(own.get(name) for name in BORDERS)  # where borders meet, each cell has its own
        key = (id(box.style), sizes, isinstance(box, PageBox), collapsed)
        known = _known.get(key)
        if known is not None:
            own.update(known[1])
            return
        reckon(box, containing_block)
        _known[key] = box.style, {name: own[name] for name in MEASURES}

    swap(reckon, resolve_percentages)
