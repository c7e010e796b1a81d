"""The lines of a sheet, and refusals that name one with an example of what to write there."""

import re
from typing import Final

from companion.games.types import InvalidMove

EXAMPLES: Final = {
    "title": 'title = "My game"',
    "players": "players = [3, 6]",
    "rounds": "rounds = 10",
    "wins": 'wins = "highest"',
    "order": 'order = "clockwise"',
    "numbers": "[numbers]",
    "steps": "[[steps]]",
    "name": 'name = "bid"',
    "ask": 'ask = "How many tricks will you win?"',
    "kind": 'kind = "secret"',
    "from": "from = 0",
    "to": 'to = "round"',
    "words": 'words = ["yes", "no"]',
    "text": "text = true",
    "choose": 'choose = "others"',
    "limit": 'limit = "sum(all_tricks) == round"',
    "say": 'say = "The tricks must add up to the round number."',
    "formula": 'formula = "10 if bid == tricks else 0"',
}
"""An example of each key; for `choose`, anybody is "players", and "others" leaves oneself out."""


class Lines:
    """The line of each key. `step` is the step that is read, counted from 0; before the steps it is -1."""

    def __init__(self, text: str) -> None:
        self._lines: dict[tuple[int, str], int] = {}
        self.step = -1
        for number, line in enumerate(text.splitlines(), 1):
            if re.match(r"\s*\[\[\s*steps", line):
                self.step += 1
                self._lines[self.step, ""] = number
            if key := re.match(r"\s*([\w-]+)\s*=|\s*\[\s*([\w-]+)", line):
                self._lines[self.step, key[1] or key[2]] = number
        self.step = -1

    def of(self, key: str) -> int:
        """The line of a key, otherwise of its step, otherwise the first."""
        at = self._lines
        return at.get((self.step, key), at.get((self.step, ""), at.get((-1, key), 1)))

    def refuse(self, key: str, reason: str = "sheet-value", **params: object) -> InvalidMove:
        """Make the refusal of a key."""
        example = EXAMPLES.get(key, "bonus = 10")
        return InvalidMove(reason, **{"line": self.of(key), "key": key, "example": example, **params})
