"""The numbers of the booklet. Amounts are in millions of francs.

Source: the rules by Stefan Dorra (German). The bank's 52 notes are not counted: should it run out, the count goes
on here (decided).
"""

from collections.abc import Mapping
from itertools import combinations
from typing import Final, Literal

Colour = Literal["red", "yellow", "green", "blue", "orange"]
Card = str
"""A Carte Fatale: its piques joined by + in the order of the colours."""

COLOURS: Final[tuple[Colour, ...]] = ("red", "yellow", "green", "blue", "orange")

PLAYERS: Final = range(3, 5)
"""For 3 to 4 players."""

_SINGLES: Final[dict[Card, tuple[Colour, ...]]] = {colour: (colour,) for colour in COLOURS}
_PAIRS: Final[dict[Card, tuple[Colour, ...]]] = {"+".join(pair): pair for pair in combinations(COLOURS, 2)}

SINGLES: Final = tuple(_SINGLES)
"""The cards with a single pique: one of them lies before every player (Set-up)."""

PIQUES: Final[Mapping[Card, tuple[Colour, ...]]] = {**_SINGLES, **_PAIRS, "red+red": ("red", "red")}
"""All 16 Cartes Fatales. Which ones they are is not in the booklet: from a summary of 1997's box; the count fits."""

OF_EACH: Final = 8
"""Tokens of each colour in the box."""

TOKENS: Final = 2
"""Tokens of each colour that every player starts with (Set-up)."""

FIRST_VALUE: Final = 6
"""Of every colour, and of a colour whose extra payout is made (Set-up, phase 2)."""

FACE_UP: Final = 3
"""So many Cartes Fatales lie face up; the next of the pile takes the place of one that is auctioned (Set-up)."""

LOWEST: Final = 2
"""The scale ends here; a colour without a single token falls to it (phase 2)."""

LEAST_TO_RISE: Final = 2
"""The colour with the most tokens rises, if it has so many (phase 2)."""

RISE: Final = 2
FALL: Final = 1
"""The steps of the colour with the most tokens, and of a colour with just one (phase 2)."""

EXTRA: Final[Mapping[int, int]] = {11: 5, 12: 6}
"""For a value over 10, what each pique pays (phase 2)."""

TOKEN_WORTH: Final[Mapping[bool, int]] = {True: 1, False: 0}
"""A token in the final account, by the option tokens_count; worth nothing in the booklet's variation."""

CHOICES: Final[Mapping[str, tuple[bool, ...]]] = {"tokens_count": (True, False)}
"""House rules of the record, the default first."""

PREFERENCES: Final[Mapping[str, tuple[str, ...]]] = {}
"""There is nothing to choose in how the table shows things."""
