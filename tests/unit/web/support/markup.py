"""The words of a page, and the rows of its lists."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape

ROW = re.compile(r"<li\b([^>]*)>(.*?)</li>", re.DOTALL)
WHO = re.compile(r'class="symbol c-(\w+)"[^>]*>(?:<use[^>]*>)?</svg>(?:<span class="name">([^<]*)</span>)?')


def plain(html: str) -> str:
    """The words of a piece of HTML, with single blanks."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def squeezed(text: str) -> str:
    """A text without blanks, wherever its lines wrap."""
    return "".join(text.split())


@dataclass(frozen=True)
class Row:
    """A list item: its attributes, its words, and the colours of the symbols in it."""

    attributes: str
    text: str
    symbols: Sequence[str]

    def attribute(self, name: str) -> str:
        return attributes(self.attributes).get(name, "")


def rows(html: str) -> list[Row]:
    return [
        Row(about, plain(inner), [colour for colour, _ in WHO.findall(inner)]) for about, inner in ROW.findall(html)
    ]


TAG = re.compile(r"<(/?form|input|button)\b([^>]*)>")


def attributes(text: str) -> dict[str, str]:
    """The attributes of a tag."""
    return {name: unescape(value) for name, value in re.findall(r'([\w-]+)(?:="([^"]*)")?', text)}
