"""Cells laid out once: a number that stands in a column a hundred times takes the same room each time."""

from typing import Any

from companion.press.measures import BORDERS
from companion.press.swapping import swap

_laid: dict[tuple[Any, ...], tuple[Any, Any]] = {}
"""By what is in a cell: the cell, so that the numbers of its styles are given to no other; and how it was laid out."""

WHOLE: tuple[Any, ...] = (None, {"break": "any", "page": None}, [], False, None)
"""What WeasyPrint tells beside a cell that goes on nowhere; a table reads the first of it alone."""


def forget() -> None:
    """The sheet is done."""
    _laid.clear()


def take() -> None:
    """Puts the shortcut in place."""
    from weasyprint.formatting_structure.boxes import TableCellBox
    from weasyprint.layout import block

    lay = block.block_container_layout

    def block_container_layout(
        context: Any, box: Any, bottom_space: Any, skip_stack: Any, *rest: Any, **more: Any
    ) -> Any:
        key = _key(box) if skip_stack is None and isinstance(box, TableCellBox) else None
        known = _again(box, key)
        if known is not None and not context.overflows_page(bottom_space, known.position_y + known.border_height()):
            return known, *WHOLE
        answer = lay(context, box, bottom_space, skip_stack, *rest, **more)
        if key is not None and answer[0] is not None and answer[1] is None:
            _laid[key] = box, _moved(answer[0], 0, 0)  # the table changes the one that it gets
        return answer

    swap(lay, block_container_layout)


def _again(box: Any, key: tuple[Any, ...] | None) -> Any:
    """A cell laid out as another one with the same in it was, where there was one."""
    if key not in _laid:
        return None
    _, laid = _laid[key]
    across, down = box.position_x - laid.position_x, box.position_y - laid.position_y
    cell = box.copy_with_children([_moved(child, across, down) for child in laid.children])
    cell.height = laid.height
    return cell


def _key(box: Any) -> tuple[Any, ...] | None:
    """All that the layout of a cell depends on, but for its place on the page."""
    inside = _inside(box)
    sizes = (box.width, *(getattr(box, border) for border in BORDERS))
    return None if inside is None else (*sizes, inside)


def _inside(box: Any) -> tuple[Any, ...] | None:
    """Words and pictures in their styles; None where there is something else."""
    parts: list[Any] = [id(box.style)]
    for child in box.children:
        kind = type(child).__name__
        if kind == "TextBox":
            spaces = (child.leading_collapsible_space, child.trailing_collapsible_space)
            parts.append((id(child.style), child.text, *spaces))
        elif kind == "InlineReplacedBox":
            parts.append((id(child.style), id(child.replacement)))
        elif kind in ("LineBox", "InlineBox") and (part := _inside(child)) is not None:
            parts.append(part)
        else:
            return None
    return tuple(parts)


def _moved(box: Any, across: float, down: float) -> Any:
    """A copy somewhere else on the page."""
    moved = box.copy()
    moved.position_x += across
    moved.position_y += down
    if box.children:
        moved.children = [_moved(child, across, down) for child in box.children]
    return moved
