"""A page as text: what people read on it line by line, and a mark of all that stands in it."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from html.parser import HTMLParser
from typing import Final

INLINE: Final = {"abbr", "b", "br", "em", "i", "rect", "small", "span", "strong", "svg", "time", "use", "wbr"}
"""What goes on in the same line."""
SAID: Final = ("data-for", "data-not", "name", "value", "aria-label", "title", "placeholder")
"""Attributes that are read out, sent, or say for whom something stands there."""
UNREAD: Final = {"script", "style"}
TAG = re.compile(r"<\w")
CONTENT_MARK = re.compile(r"\bv=[0-9a-f]{10}\b")
"""In the address of a static file: another style sheet is no other page."""


@dataclass(frozen=True)
class Outline:
    """`mark` is the same for pages that differ in nothing but blanks."""

    lines: tuple[str, ...]
    mark: str


@lru_cache(500)
def outline(html: str) -> Outline:
    """Of a page or a piece of one, or of text that is none. Several are often shown the same."""
    if not TAG.search(html):
        return _marked(html.splitlines(), html)
    reader = _Reader()
    reader.feed(CONTENT_MARK.sub("v=…", html))
    reader.close()
    reader.ends_line()
    return _marked(reader.lines, "\n".join(reader.all))


def _marked(lines: Sequence[str], everything: str) -> Outline:
    return Outline(tuple(lines), hashlib.sha256(everything.encode()).hexdigest()[:8])


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self.all: list[str] = []
        self._line: list[str] = []
        self._unread = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: " ".join((value or "").split()) for name, value in attrs}
        self.all.append(f"<{tag} {given}>")
        if tag not in INLINE:
            self.ends_line()
        self._unread = tag in UNREAD
        told = [f"{name}={given[name]}" for name in SAID if name in given]
        if told and given.get("type") != "hidden" and tag != "meta":
            self._line.append(f"[{'; '.join(told)}]")

    def handle_endtag(self, tag: str) -> None:
        self.all.append(f"</{tag}>")
        if tag not in INLINE:
            self.ends_line()
        self._unread = False

    def handle_data(self, data: str) -> None:
        if words := data.split():
            self.all.append(" ".join(words))
            if not self._unread:
                self._line += words

    def ends_line(self) -> None:
        """What comes now stands below."""
        if self._line:
            self.lines.append(" ".join(self._line))
            self._line = []
