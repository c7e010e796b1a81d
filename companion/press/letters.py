"""Lines drawn once: the same line has the same letters, on the next sheet too where its fonts are as they were."""

from dataclasses import dataclass
from typing import Any

from companion.press import lines
from companion.press.swapping import swap

_drawn: dict[int, tuple[Any, "_Drawn"]] = {}
"""By the number of a line that is laid out, which stands beside how it was drawn."""


def forget() -> None:
    """The sheet is done. Of the lines those stay which are laid out for the next one."""
    for number in _drawn.keys() - lines.kept():
        del _drawn[number]


def take() -> None:
    """Puts the shortcut in place."""
    from weasyprint.draw.text import draw_first_line
    from weasyprint.text.line_break import Layout

    swap(draw_first_line, _drawing(draw_first_line))
    _wake_late(Layout)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """How a line was drawn: what was said to the stream, and of each font how wide which letters were."""

    told: list[tuple[str, tuple[Any, ...]]]
    letters: dict[int, dict[int, int]]

    def fits(self, fonts: dict[int, Any]) -> bool:
        """Whether a sheet has these letters in its fonts, and as wide: it rounds in the size that it uses first."""
        return all(key in fonts and wide.items() <= fonts[key].widths.items() for key, wide in self.letters.items())


class _Widths:
    """How wide the letters of a font are; it remembers which were asked for."""

    def __init__(self, known: dict[int, int]) -> None:
        self._known = known
        self.asked: dict[int, int] = {}

    def __contains__(self, letter: int) -> bool:
        return letter in self._known

    def __getitem__(self, letter: int) -> int:
        self.asked[letter] = self._known[letter]
        return self.asked[letter]

    def __setitem__(self, letter: int, width: int) -> None:
        self._known[letter] = self.asked[letter] = width


class _Font:
    """A font that remembers which of its letters were drawn."""

    def __init__(self, font: Any) -> None:
        self.font = font
        self.widths = _Widths(font.widths)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.font, name)


class _Listening:
    """A stream that remembers what was drawn on it."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self.told: list[tuple[str, tuple[Any, ...]]] = []
        self.fonts: list[_Font] = []

    def __getattr__(self, name: str) -> Any:
        done = getattr(self._stream, name)
        if name not in ("set_text_matrix", "set_font_size", "set_text_rise", "show_text"):
            return done

        def told(*values: Any) -> None:
            self.told.append((name, values))
            done(*values)

        return told

    def add_font(self, named: Any) -> tuple[_Font, float]:
        font, size = self._stream.add_font(named)
        self.fonts.append(_Font(font))
        return self.fonts[-1], size

    def drawn(self) -> _Drawn | None:
        """How the line was drawn; None with letters that the font lacks: a sheet numbers them as they come."""
        if any(each.missing for each in self.fonts):
            return None
        keys = {id(font): key for key, font in self._stream._fonts.items()}
        letters: dict[int, dict[int, int]] = {}
        for each in self.fonts:
            letters.setdefault(keys[id(each.font)], {}).update(each.widths.asked)
        return _Drawn(self.told, letters)


def _drawing(draw: Any) -> Any:
    def draw_first_line(stream: Any, textbox: Any, text_overflow: str, block_ellipsis: Any, matrix: Any) -> Any:
        layout, known = textbox.pango_layout, None
        whole = text_overflow != "ellipsis" and block_ellipsis == "none"
        if whole:
            known = _drawn.get(id(layout))
        if known is None or not known[1].fits(stream._fonts):
            listening = _Listening(stream)
            emojis = draw(listening, textbox, text_overflow, block_ellipsis, matrix)
            if whole and not emojis and (drawn := listening.drawn()):
                _drawn[id(layout)] = layout, drawn
            return emojis
        for name, values in known[1].told:
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
