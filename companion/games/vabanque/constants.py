"""Numbers of the rulebooks. Editions differ only in words and paper money.

Sources: the first edition (German, 2001) and the newer edition (French and English, 2021).
"""

from collections.abc import Mapping
from typing import Final

CASINOS: Final = {3: 7, 4: 9, 5: 10, 6: 12}
"""Casino tables by number of players (Set-up)."""

PLAYERS: Final = range(min(CASINOS), max(CASINOS) + 1)

CHIPS: Final = ((5, 4), (10, 3), (20, 2), (50, 1))
"""For rounds 1 to 4: the value of a chip in thousands, and the number that each player places (phase 1)."""

CARDS: Final = ("raise", "bluff", "trap")
"""Every player's three cards, all played in each round (phase 2)."""

REACH: Final = 4
"""A pawn moves 0 to 4 casino tables clockwise (phase 3)."""

THOUSAND: Final = 1_000
"""Chips stand for thousands (phase 4)."""

APART: Final = 2
"""Each next player's pawn starts two casino tables further clockwise (Set-up)."""

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {"edition": ("2021", "2001"), "turns": ("strict", "free")}
"""House rules of the record, the default first."""

PREFERENCES: Final[Mapping[str, tuple[str, ...]]] = {"money": ("app", "paper"), "cue": ("edition", "seats", "cards")}
"""Whether notes are handed out, and how players take up the new order."""

NOTES: Final[Mapping[str, Mapping[int, int | None]]] = {
    "2001": {5_000: 10, 10_000: 20, 20_000: 10, 50_000: 10, 100_000: 20, 500_000: 10},
    "2021": {5_000: None, 10_000: None, 50_000: None, 100_000: None, 500_000: None},
}
"""Paper money: the number of notes of each value in the bank; None if the rulebook does not say."""
