"""Text set once: the same word in the same style has the same glyphs, wherever it stands and fits."""

from typing import Any

from companion.press import lasting
from companion.press.swapping import swap

ROOM = 0.01
"""Pixels that must be left beside a line; where it fits but just so, WeasyPrint itself decides."""

_fitted: dict[tuple[str, int], tuple[Any, Any]] = {}
_drawn: dict[int, tuple[Any, list[tuple[str, tuple[Any, ...]]]]] = {}
_struts: dict[int, tuple[Any, tuple[float, float]]] = {}
# by the number of an object, which stands beside what is known of it: so the number is not given to another one


def forget() -> None:
    """The sheet is done."""
    _drawn.clear()  # it names the fonts of this sheet
    lasting.keep(_fitted)
    lasting.keep(_struts)


def take() -> None:
    """Puts the shortcut in place."""
    from weasyprint.draw import text as drawing
    from weasyprint.text import line_break

    swap(line_break.split_first_line, _fitting(line_break.split_first_line))
    swap(line_break.strut, _strutting(line_break.strut))
    swap(drawing.draw_first_line, _drawing(drawing.draw_first_line))
    _wake_late(line_break.Layout)


def _fitting(split: Any) -> Any:
    def split_first_line(
        text: str, style: Any, context: Any, max_width: Any, justification_spacing: Any, *rest: Any, **more: Any
    ) -> Any:
        key, known = (text, id(style)), None
        if not justification_spacing:
            known = _fitted.get(key)
        if known is not None and (max_width is None or known[1][3] < max_width - ROOM):
            return known[1]
        answer = split(text, style, context, max_width, justification_spacing, *rest, **more)
        _, _, resume, width, _, _ = answer
        if resume is None and not justification_spacing and (max_width is None or width < max_width - ROOM):
            _fitted[key] = style, answer
        return answer

    return split_first_line


def _strutting(reckon: Any) -> Any:
    def strut(style: Any) -> Any:
        known = _struts.get(id(style))
        if known is None:
            known = _struts[id(style)] = style, reckon(style)
        return known[1]

    return strut


class _Listening:
    """A stream that remembers what was drawn on it."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self.told: list[tuple[str, tuple[Any, ...]]] = []

    def __getattr__(self, name: str) -> Any:
        done = getattr(self._stream, name)
        if name not in ("set_text_matrix", "set_font_size", "set_text_rise", "show_text"):
            return done

        def told(*values: Any) -> None:
            self.told.append((name, values))
            done(*values)

        return told


def _drawing(draw: Any) -> Any:
    def draw_first_line(stream: Any, textbox: Any, text_overflow: str, block_ellipsis: Any, matrix: Any) -> Any:
        layout, known = textbox.pango_layout, None
        if text_overflow != "ellipsis" and block_ellipsis == "none":
            known = _drawn.get(id(layout))
        if known is None:
            listening = _Listening(stream)
            emojis = draw(listening, textbox, text_overflow, block_ellipsis, matrix)
            if not emojis:
                _drawn[id(layout)] = layout, listening.told
            return emojis
        for name, values in known[1]:
            getattr(stream, name)(*(matrix.values if name == "set_text_matrix" else values))
        return []

    return draw_first_line


def _wake_late(layout: Any) -> None:
    """A line that is drawn is set anew before; one that was drawn already need not be."""
    setting = layout.setup

    def reactivate(self: Any, style: Any) -> None:
        self.waiting = style

    def deactivate(self: Any) -> None:
        self.waiting = None
        for name in ("layout", "language", "style"):
            self.__dict__.pop(name, None)

    def woken(self: Any, name: str) -> Any:
        style = self.__dict__.get("waiting")
        if style is None or name not in ("layout", "language", "style"):
            raise AttributeError(name)
        self.waiting = None
        setting(self, style)
        self.set_text(self.text, justify=True)
        return getattr(self, name)

    layout.reactivate, layout.deactivate, layout.__getattr__ = reactivate, deactivate, woken
