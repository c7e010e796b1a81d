"""Text set once: the same word in the same style has the same glyphs, wherever it stands and fits."""

from typing import Any

from companion.press import lasting
from companion.press.swapping import swap

ROOM = 0.01
"""Pixels that must be left beside a line; where it fits but just so, WeasyPrint itself decides."""

_fitted: dict[tuple[str, int], tuple[Any, Any]] = {}
_narrow: dict[tuple[str, int, bool], tuple[Any, tuple[Any, ...]]] = {}
"""How much goes on a line that has no room at all, and how wide that is: so the least width of a column is found."""
_struts: dict[int, tuple[Any, tuple[float, float]]] = {}
# by the number of an object, which stands beside what is known of it: so the number is not given to another one


def forget() -> None:
    """The sheet is done."""
    for known in (_fitted, _narrow, _struts):
        lasting.keep(known)


def kept() -> set[int]:
    """The numbers of the lines that are laid out for sheets to come."""
    return {id(answer[0]) for _, answer in _fitted.values()}


def take() -> None:
    """Puts the shortcut in place."""
    from weasyprint.text import line_break

    swap(line_break.split_first_line, _fitting(line_break.split_first_line))
    strut = line_break.strut
    swap(strut, lambda style: lasting.told(_struts, style, strut))


def _fitting(split: Any) -> Any:
    from weasyprint.svg.text import Style

    def known_style(style: Any) -> Any:
        """Words in a picture have a style of their own each, which says but this."""
        if type(style) is not Style:
            return style
        said = (style[name] for name in ("font_style", "font_weight", "font_size", "direction"))
        return lasting.hold((*style["font_family"], *said), style)

    def split_first_line(
        text: str, style: Any, context: Any, max_width: Any, justification_spacing: Any, *rest: Any, **more: Any
    ) -> Any:
        style = known_style(style)
        line = (text, style, context, max_width, justification_spacing)
        if justification_spacing:
            return split(*line, *rest, **more)
        if max_width == 0 and more.get("minimum"):
            return _least(split, *line, *rest, **more)
        known = _fitted.get((text, id(style)))
        if known is not None and (max_width is None or known[1][3] < max_width - ROOM):
            if max_width is not None:
                known[1][0].max_width = max_width
            return known[1]
        answer = split(*line, *rest, **more)
        _, _, resume, width, _, _ = answer
        if resume is None and (max_width is None or width < max_width - ROOM):
            _fitted[text, id(style)] = style, answer
        return answer

    return split_first_line


def _least(split: Any, text: str, style: Any, *room: Any, is_line_start: bool, minimum: bool) -> tuple[Any, ...]:
    key = (text, id(style), is_line_start)
    if key not in _narrow:
        _, _, resume, width, _, _ = split(text, style, *room, is_line_start=is_line_start, minimum=minimum)
        _narrow[key] = style, (None, None, resume, width, None, None)
    return _narrow[key][1]
