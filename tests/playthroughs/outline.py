"""A page as text: what people read on it line by line, and a mark of all that stands in it."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from typing import Final

INLINE: Final = {"abbr", "b", "br", "em", "i", "rect", "small", "span", "strong", "svg", "time", "use", "wbr"}
"""What goes on in the same line."""
SAID: Final = ("data-for", "data-not", "name", "value", "aria-label", "title", "placeholder")
"""Attributes that are read out, sent, or say for whom something stands there."""
UNREAD: Final = {"script", "style"}
TAG = re.compile(r"<\w")
PIECE = re.compile(r"<!.*?>|<(/?)([\w-]+)((?:[^<>\"]|\"[^\"]*\")*)>|[^<]+|<", re.DOTALL)
"""A tag with what stands in it, or a text, as templates write them: Python's parser takes whatever there is, slowly."""
ATTRIBUTE = re.compile(r'([^\s="/]+)(?:=(?:"([^"]*)"|([^\s"]+)))?')
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
    for piece in PIECE.finditer(CONTENT_MARK.sub("v=…", html)):
        reader.reads(piece)
    reader.ends_line()
    return _marked(reader.lines, "\n".join(reader.all))


class _Reader:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self.all: list[str] = []
        self._line: list[str] = []
        self._unread = False

    def reads(self, piece: re.Match[str]) -> None:
        """What comes next."""
        end, name, inside = piece.groups()
        if name is None:
            self._text("" if piece[0].startswith("<!") else piece[0])
        elif end:
            self._ends(name.lower())
        else:
            self._begins(name.lower(), inside)

    def _begins(self, tag: str, inside: str) -> None:
        if tag not in INLINE:
            self.ends_line()
        mark, told = _begun(tag, inside)
        self.all.append(mark)
        self._line += told
        self._unread = tag in UNREAD
        if inside.endswith("/"):
            self._ends(tag)

    def _ends(self, tag: str) -> None:
        self.all.append(f"</{tag}>")
        if tag not in INLINE:
            self.ends_line()
        self._unread = False

    def _text(self, text: str) -> None:
        if words := unescape(text).split():
            self.all.append(" ".join(words))
            if not self._unread:
                self._line += words

    def ends_line(self) -> None:
        """What comes now stands below."""
        if self._line:
            self.lines.append(" ".join(self._line))
            self._line = []


@lru_cache(5_000)
def _begun(tag: str, inside: str) -> tuple[str, Sequence[str]]:
    """How the mark has a tag, and what is told of it in its line. Most are met again and again."""
    given = {
        name.lower(): " ".join(unescape(quoted or bare).split()) for name, quoted, bare in ATTRIBUTE.findall(inside)
    }
    told = [f"{name}={given[name]}" for name in SAID if name in given]
    read = told and given.get("type") != "hidden" and tag != "meta"
    return f"<{tag} {given}>", [f"[{'; '.join(told)}]"] if read else []


def _marked(lines: Sequence[str], everything: str) -> Outline:
    return Outline(tuple(lines), hashlib.sha256(everything.encode()).hexdigest()[:8])
