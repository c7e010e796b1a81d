"""Find typing errors in race cards: each card of a known deck exists once."""

from collections import defaultdict
from dataclasses import dataclass

from companion.games.types import HIDDEN, Seat
from companion.games.wetten.constants import DECK
from companion.games.wetten.deck import race_cards
from companion.games.wetten.state import State


@dataclass(frozen=True, slots=True)
class DuplicateCard:
    """A card that was turned up more than once: its number in the deck, and (turn, seat) of each time."""

    number: int
    times: tuple[tuple[int, Seat], ...]


def find_duplicates(state: State, seed: int) -> tuple[DuplicateCard, ...]:
    """List the duplicate cards of the latest turn, lowest number first; none for an unknown deck (seed 0).

    Each is listed in one turn only; those of earlier turns would push the buttons out of view. Cards are shuffled
    between two races only (Das nächste Rennen). If more cards were dealt than exist, used ones were shuffled again, and
    only the cards of one turn exclude each other.
    """
    deck = {card: number for number, card in enumerate(race_cards(seed), start=1)} if seed else {}
    dealt = sum(player.hand for player in state.players) + len(state.players) * len(state.cards)
    found = defaultdict[tuple[int, int], list[tuple[int, Seat]]](list)
    for turn, cards in enumerate(state.cards, start=1):
        for seat, card in enumerate(cards):
            if card != HIDDEN and card in deck:
                found[deck[card], turn if dealt > DECK else 0].append((turn, seat))
    latest = {card: times for card, times in found.items() if len(times) > 1 and times[-1][0] == len(state.cards)}
    return tuple(DuplicateCard(number, tuple(times)) for (number, _), times in sorted(latest.items()))
