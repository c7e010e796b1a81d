"""The boxes of a page one after the other, and layer by layer for drawing: without a copy where nothing is left out."""

from collections.abc import Iterator
from operator import is_
from typing import Any

from companion.press.swapping import swap


def forget() -> None:
    """The sheet is done: nothing is kept of it."""


def take() -> None:
    """Puts the shortcut in place."""
    from weasyprint.formatting_structure.boxes import Box, ParentBox
    from weasyprint.stacking import _dispatch, _dispatch_children

    Box.descendants = _walk(Box)
    swap(_dispatch_children, _stacking(_dispatch, ParentBox))


def _walk(kind: Any) -> Any:
    """All boxes in a box, one after the other, where WeasyPrint hands each up through all that it is in."""

    def descendants(self: Any, placeholders: bool = False) -> Iterator[Any]:
        ahead = [self]
        while ahead:
            box = ahead.pop()
            if isinstance(box, kind):
                yield box
                ahead.extend(reversed(box.children))
            elif placeholders:
                yield from box.descendants(placeholders)
            else:
                yield box

    return descendants


def _stacking(dispatch: Any, parent: Any) -> Any:
    """A box for drawing, without those in it that are drawn before or after it: itself, where there are none."""

    def _dispatch_children(box: Any, *where: Any) -> Any:
        if not isinstance(box, parent):
            return box
        children = [dispatch(child, *where) for child in box.children]
        if all(map(is_, children, box.children)):
            return box
        return box.copy_with_children([child for child in children if child is not None])

    return _dispatch_children
