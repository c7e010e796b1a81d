"""Printed material of Wetten!: quantities, and the track cut into strips."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.games.choices import IntRange
from companion.games.wetten.constants import ACTION_DECK, CHOICES, LAST_DECK, MIN_STAKES, NOTES, PLAYERS
from companion.games.wetten.deck import Figures, figures, patterns, race_cards
from companion.games.wetten.moves import Numbers

MATERIAL: Final[Mapping[str, Sequence[object]]] = {
    "set": ("whole", "phones"),
    "backs": ("none", "duplex"),
    "players": IntRange(4, PLAYERS[0], PLAYERS[-1]),
    "track": CHOICES["track"],
    "seed": IntRange(1, 1, LAST_DECK),
}
"""Choices for the sheets, the default first."""

SETS: Final[Mapping[object, Sequence[str]]] = {
    "phones": ("contents", "race_cards", "action_cards", "track", "horses"),
}
"""Components that phones do not replace."""

STRIP: Final = 10
"""Fields on a strip of the track."""

PAST: Final = 12
"""Minimum of fields past the line. Decided: the winner hardly ever gets further."""

DOPING: Final = 2
UNFALL: Final = -2
"""The two known action cards and what they do (phase 4, the example of Paul and Sarah)."""

EACH_KNOWN: Final = 8
"""Number of each known action card. Decided: enough to deal three cards to five players."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A slip of paper for the bets of one race."""

    race: int
    least: int
    first: bool


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the track by its number; those past the line are counted from it."""

    number: int
    past: bool


@dataclass(frozen=True, slots=True)
class Strip:
    """Fields in a row. Each strip ends with the letter of the next one, the last with none."""

    letter: str
    following: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Material:
    """The material for a number of players, a length of track and a deck.

    `whole`: for playing without phones. `backs`: cards have backs, for printing on both sides.
    """

    players: int
    track: int
    seed: int
    whole: bool = True
    backs: bool = False

    @property
    def slips(self) -> tuple[Slip, ...]:
        """The slips of one player: a first and a second one for each race (Spielmaterial)."""
        races = enumerate(MIN_STAKES, start=1)
        return tuple(Slip(number, least, first) for number, least in races for first in (True, False))

    @property
    def cards(self) -> tuple[Numbers, ...]:
        return race_cards(self.seed)

    @property
    def numbered(self) -> tuple[tuple[int, Numbers], ...]:
        """The race cards with their numbers in the deck."""
        return tuple(enumerate(self.cards, start=1))

    @property
    def figures(self) -> tuple[Figures, ...]:
        return figures(self.cards)

    @property
    def patterns(self) -> tuple[tuple[Numbers, int], ...]:
        return patterns(self.cards)

    @property
    def actions(self) -> tuple[int | None, ...]:
        """The action cards as fields added; None for those that the players write."""
        blank = ACTION_DECK - 2 * EACH_KNOWN
        return (DOPING,) * EACH_KNOWN + (UNFALL,) * EACH_KNOWN + (None,) * blank

    @property
    def notes(self) -> tuple[int, ...]:
        """The values of all notes of play money."""
        return tuple(value for value, count in NOTES.items() for _ in range(count))

    @property
    def strips(self) -> tuple[Strip, ...]:
        """The track, with fields past its line that fill the last strip."""
        past = PAST + -(self.track + PAST) % STRIP
        fields = [Field(number, past=False) for number in range(1, self.track + 1)]
        fields += [Field(number, past=True) for number in range(1, past + 1)]
        rows = [tuple(fields[at : at + STRIP]) for at in range(0, len(fields), STRIP)]
        last = len(rows)
        return tuple(
            Strip(_letter(number), _letter(number + 1) if number < last else "", row)
            for number, row in enumerate(rows, start=1)
        )


def fill(chosen: Mapping[str, object]) -> Material:
    players, track, seed = (int(str(chosen[key])) for key in ("players", "track", "seed"))
    return Material(players, track, seed, chosen["set"] == "whole", chosen["backs"] == "duplex")


def _letter(number: int) -> str:
    """Return A, B, …, Z, AA, AB, …"""
    return chr(64 + number) if number <= 26 else f"{_letter((number - 1) // 26)}{_letter((number - 1) % 26 + 1)}"
