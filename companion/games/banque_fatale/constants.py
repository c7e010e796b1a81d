"""Numbers of the rulebook by Stefan Dorra (German). Amounts are in millions of francs.

Decided: the bank's 52 notes are not counted, so it cannot run out.
"""

from collections.abc import Mapping
from itertools import combinations
from typing import Final, Literal

Colour = Literal["red", "yellow", "green", "blue", "orange"]
Card = str
"""A Carte Fatale: its piques, joined by + in the order of the colours."""

COLOURS: Final[tuple[Colour, ...]] = ("red", "yellow", "green", "blue", "orange")

PLAYERS: Final = range(3, 5)

_SINGLES: Final[dict[Card, tuple[Colour, ...]]] = {colour: (colour,) for colour in COLOURS}
_PAIRS: Final[dict[Card, tuple[Colour, ...]]] = {"+".join(pair): pair for pair in combinations(COLOURS, 2)}

SINGLES: Final = tuple(_SINGLES)
"""Cards with a single pique; everybody starts with one of them (Set-up)."""

PIQUES: Final[Mapping[Card, tuple[Colour, ...]]] = {**_SINGLES, **_PAIRS, "red+red": ("red", "red")}
"""All 16 Cartes Fatales. The booklet does not list them; this list is from a summary of the 1997 box."""

OF_EACH: Final = 8
"""Tokens of each colour in the box."""

TOKENS: Final = 2
"""Tokens of each colour that every player starts with (Set-up)."""

FIRST_VALUE: Final = 6
"""Value of every colour at the start, and of a colour after its extra payout (Set-up, phase 2)."""

FACE_UP: Final = 3
"""Number of Cartes Fatales that lie face up; the pile replaces an auctioned one (Set-up)."""

LOWEST: Final = 2
"""Lowest value; a colour without a token falls to it (phase 2)."""

LEAST_TO_RISE: Final = 2
"""Tokens that the colour with the most tokens needs to rise (phase 2)."""

RISE: Final = 2
FALL: Final = 1
"""Steps of the colour with the most tokens, and of a colour with a single token (phase 2)."""

EXTRA: Final[Mapping[int, int]] = {11: 5, 12: 6}
"""Payout per pique of a colour with a value over 10 (phase 2)."""

TOKEN_WORTH: Final[Mapping[bool, int]] = {True: 1, False: 0}
"""Value of a token in the final count, by the option tokens_count."""

CHOICES: Final[Mapping[str, tuple[bool, ...]]] = {"tokens_count": (True, False)}
"""House rules of the record, the default first."""

PREFERENCES: Final[Mapping[str, tuple[str, ...]]] = {}
