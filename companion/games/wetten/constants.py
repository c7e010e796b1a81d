"""Numbers of the rulebook ("Wetten!", German, print and play), and decided ones."""

from collections.abc import Mapping, Sequence
from typing import Final

from companion.games.choices import IntRange

PLAYERS: Final = range(3, 6)
"""3 to 5 players (title page)."""

HORSES: Final = ("Queen", "Raider", "Lucky Slevin", "Joker")
"""Horses 1 to 4 (phase 1, the example of a slip)."""

RACES: Final = 5
"""Races in a game (Spielablauf)."""

MIN_STAKES: Final = (1_000, 1_000, 2_000, 2_000, 3_000)
"""Minimum stake of a bet in races 1 to 5 (phase 1)."""

NOTES: Final = {1_000: 28, 2_000: 28, 5_000: 28, 10_000: 20, 50_000: 8}
"""Paper money: the value of a note, and the number of them (Spielmaterial)."""

ALL_MONEY: Final = sum(note * count for note, count in NOTES.items())
"""The money of the bank and the players together, at every moment: 824,000."""

CAPITAL: Final = 10_000
"""Every player's money at the start, from the bank (Spielaufbau)."""

CAPITAL_NOTES: Final = {1_000: 4, 2_000: 3}
"""The notes of the start capital: a value, and the number for each player (Spielaufbau)."""

UNIT: Final = min(NOTES)
"""Stakes are whole thousands. Decided: no note is smaller."""

FIRST_ODDS: Final = 4
"""A right bet on the first slip pays four times its stake (phase 1)."""

SECOND_ODDS: Final = 2
"""A right bet on the second slip pays twice its stake (phase 3)."""

PRO_TIMES: Final = 2
"""Opening the first slip doubles the odds of one bet on it ("keine Chance ...")."""

RACE_CARDS: Final = 6
"""Race cards in every hand at the start of a race (Spielaufbau)."""

DECK: Final = 60
"""Race cards in all (Spielmaterial)."""

LAST_DECK: Final = 9999
"""Race cards are made from a seed, the number of the deck: this is the highest."""

ACTION_DECK: Final = 28
"""Action cards in all (Spielmaterial)."""

ACTION_CARDS: Final = 3
"""Action cards in every hand at the start of a race (Spielaufbau)."""

LAST_CARD: Final = 1
"""A player with this many cards left after playing draws one free (phase 4). Decided: always."""

FASTEST: Final = 9
"""The most that a race card moves a horse. Decided: the cards are lost; one digit."""

CARD_PRICE: Final = 1_000
CARD_TIMES: Final = 2
"""The first race card in a race costs 1,000, each further one twice as much (Allgemeine Aktionen)."""

ACTION_PRICES: Final = (0, 3, 5)
"""Price of the first, second and third action card in a race, in minimum stakes (Aktionskarten)."""

FARTHEST: Final = 99
"""The most that an action card changes a horse's movement. Decided."""

CHOICES: Final[Mapping[str, Sequence[object]]] = {
    "track": IntRange(30, 10, 200),
    "pro": ("from-race-4", "never", "always"),
}
"""House rules of the record, the default first. Decided: the length of the track, 30 by default."""

PRO_FROM: Final = {"from-race-4": 4, "never": RACES + 1, "always": 1}
"""The first race in which the first slip may be opened ("Mach mich zum Profi": after the third race)."""

OWN_CARDS: Final = 0
"""Instead of a deck's number: other race cards, whose four numbers are typed."""

PHONES: Final = "phones"
"""Value of the preference `cards` with which the server deals the race cards."""

PREFERENCES: Final[Mapping[str, Sequence[object]]] = {
    "seed": IntRange(1, OWN_CARDS, LAST_DECK),
    "cards": ("paper", PHONES),
}
"""The deck of race cards in use: a card's number is then enough to enter it. On phones, the server deals it."""
