"""Places of the words of a PDF: collisions, words in the margin, half-empty pages."""

import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import unescape
from itertools import takewhile

PAGE = re.compile(r'<page width="([\d.]+)" height="([\d.]+)">(.*?)</page>', re.DOTALL)
WORD = re.compile(r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)</word>')
LETTERS = 0.25
"""Part of a word's box above and below its letters: lines may stand closer than their boxes."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word and its place on the page, in points."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    def over(self, other: "Word") -> bool:
        """Whether the letters of both lie over one another."""
        beside = min(self.right, other.right) - max(self.left, other.left)
        below = min(self.bottom, other.bottom) - max(self.top, other.top)
        return beside > 0 and below > LETTERS * min(self.bottom - self.top, other.bottom - other.top)


def _beside(one: Word, down: Sequence[Word]) -> Iterator[Word]:
    """Those of the next words down the page that lie over this one."""
    return (other for other in takewhile(lambda other: other.top < one.bottom, down) if one.over(other))


@dataclass(frozen=True, slots=True)
class Page:
    """A page's size and words."""

    width: float
    height: float
    words: tuple[Word, ...]

    def collisions(self) -> list[tuple[str, str]]:
        """The words that lie over one another."""
        down = sorted(self.words, key=lambda word: word.top)
        return [(one.text, other.text) for nth, one in enumerate(down, 1) for other in _beside(one, down[nth:])]

    def beside(self, margin: float) -> list[str]:
        """The words that stand out of the page's side margins."""
        return [word.text for word in self.words if word.left < margin - 1 or word.right > self.width - margin + 1]

    def filled(self, above: float, below: float) -> float:
        """Part of the page between these margins that is written on, without its foot."""
        foot = max(word.top for word in self.words)
        last = max(word.bottom for word in self.words if word.bottom < foot)
        return (last - above) / (self.height - above - below)


@cache
def pages(pdf: bytes) -> tuple[Page, ...]:
    """The pages of a PDF. Words that touch are one word."""
    return tuple(_pages(pdf))


def _pages(pdf: bytes) -> Iterator[Page]:
    told = subprocess.run(["pdftotext", "-bbox", "-", "-"], input=pdf, capture_output=True, check=True).stdout.decode()
    for width, height, inside in PAGE.findall(told):
        words = (Word(unescape(text), *map(float, place)) for *place, text in WORD.findall(inside))
        yield Page(float(width), float(height), tuple(words))
