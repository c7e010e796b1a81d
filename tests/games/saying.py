"""What a sentence must tell, whatever its wording: whom and what it names, and every figure in it."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from companion import templating

FIGURE = re.compile(r"\d+(?:,\d{3})*")
PLUS_NOTHING = re.compile(r"\+[^\w\s]?0(?![.,]?\d)")
"""Where nothing came to somebody, with its unit or without: it is told as 0. A sum has blanks, as in 4 + 0 + 0."""


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence, and what the rules know: names and figures, each as often as it is told, and words that it takes."""

    text: str
    names: Sequence[str]
    figures: Sequence[int]
    has: Sequence[str] = ()

    def check(self, known: Iterable[str]) -> None:
        """Nothing is missing, nothing is too much; `known` are all names that it could bear."""
        told = unbroken(self.text)
        found = Counter(re.findall("|".join(rf"\b{re.escape(name)}\b" for name in known), told))
        assert found == Counter(self.names), f"{told!r} should name {[*self.names]}, and names {[*found.elements()]}"
        figures = Counter(int(figure.replace(",", "")) for figure in FIGURE.findall(told))
        assert figures == Counter(self.figures), (
            f"{told!r} should tell {[*self.figures]}, and tells {[*figures.elements()]}"
        )
        for word in self.has:
            assert re.search(rf"(?<!\w){re.escape(word)}(?!\w)", told), f"{told!r} should say {word!r}"


def sentences(slug: str, lang: str = "en") -> Any:
    """The game's own, in plain text."""
    return templating.text(lang).get_template(f"{slug}/_words.html").module


def unbroken(told: object) -> str:
    """A blank that keeps a sum in one line is a blank."""
    return str(told).replace("\u00a0", " ")


def many(number: int, one: str, more: str = "") -> str:
    """1 chip, 2 chips."""
    return f"{number:,} {one if number == 1 else more or one + 's'}"


def named(seats: Iterable[int], names: Sequence[str]) -> list[str]:
    """The names of some seats."""
    return [names[seat] for seat in seats]
