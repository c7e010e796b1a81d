"""What a mutant is: one place of one file, and what stands there instead."""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


@dataclass(frozen=True, slots=True)
class Mutant:
    """`start` and `end` count the characters of the file; `fault` says what was done, in a word or two."""

    path: str
    start: int
    end: int
    new: str
    fault: str

    @property
    def line(self) -> int:
        """The line of the file on which it begins, from 1."""
        return self._text.count("\n", 0, self.start) + 1

    @property
    def _text(self) -> str:
        return (ROOT / self.path).read_text(encoding="utf-8")

    def text(self) -> str:
        """The whole file with the fault in it."""
        text = self._text
        return text[: self.start] + self.new + text[self.end :]

    def lines(self) -> tuple[str, str]:
        """The lines of the place as they are, and with the fault, without blanks round them."""
        text = self._text
        first = text.rfind("\n", 0, self.start) + 1
        last = text.find("\n", self.end)
        last = len(text) if last < 0 else last
        return text[first:last].strip(), (text[first : self.start] + self.new + text[self.end : last]).strip()

    def above(self) -> str:
        """The line before its own, without blanks round it."""
        return ("\n" + self._text[: self.start]).split("\n")[-2].strip()

    def told(self) -> str:
        """As a person reads it: where, what, and the difference."""
        old, new = self.lines()
        signed = [*(f"    - {line}" for line in old.split("\n")), *(f"    + {line}" for line in new.split("\n"))]
        return "\n".join([f"{self.path}:{self.line}  {self.fault}", *signed])
