"""Race cards that the server deals, for tables without printed ones."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.types import Chance, Seat
from companion.games.wetten.constants import PHONES
from companion.games.wetten.deck import race_cards
from companion.games.wetten.moves import BuyCard, Move, Numbers, RaceCard
from companion.games.wetten.state import Phase, State


@dataclass(frozen=True, slots=True)
class DealtCard:
    """A race card: its number in the deck, and the fields for each horse."""

    number: int
    moves: Numbers


def deals(preferences: Mapping[str, object]) -> bool:
    """Whether the server deals the race cards at this table."""
    return preferences.get("cards") == PHONES


def copied_from_card(move: Move, preferences: Mapping[str, object]) -> bool:
    """Whether it is a race card, which is printed. Slips are written on the phone."""
    return isinstance(move, RaceCard) and not deals(preferences)


def draws(move: Move, preferences: Mapping[str, object]) -> bool:
    """Whether it is the purchase of a race card that the server deals: its player can look at the card at once."""
    return isinstance(move, BuyCard) and deals(preferences)


def dealt_cards(state: State, seat: Seat, preferences: Mapping[str, object], chance: Chance) -> tuple[DealtCard, ...]:
    """Return the race cards in a seat's hand in the order drawn, so a bought card is the last.

    In each race the deck is shuffled and every player gets an equal share: six cards as the hand, the others in the
    order in which this player draws them. So nobody's draw changes another hand, also if moves are undone. A card that
    was drawn free is not in the hand before all race cards are turned up, since until then the played one can come
    back. Decided: after their share, players draw the cards that they played in this race again, in that order.
    """
    if state.phase is Phase.OVER:
        return ()
    deck = [DealtCard(number, moves) for number, moves in enumerate(race_cards(_seed(preferences)), start=1)]
    chance(f"race cards of race {state.race}").shuffle(deck)
    card = state.players[seat].card if state.phase is Phase.CARDS else None
    moves = [*(cards[seat] for cards in state.cards), *([card.numbers] if card else [])]
    played = [one for numbers in moves for one in deck if one.moves == numbers]
    drawn = state.players[seat].hand + len(moves) - (card.drew if card else 0)
    hand = [*deck[seat :: len(state.players)], *played][:drawn]
    for one in played:
        if one in hand:
            hand.remove(one)
    return tuple(hand)


def _seed(preferences: Mapping[str, object]) -> int:
    seed = preferences["seed"]
    assert isinstance(seed, int)
    return seed


def holds(state: State, seat: Seat, move: Move, preferences: Mapping[str, object], chance: Chance) -> bool:
    """Whether a player has the race card of a move; always where the cards are real."""
    if not isinstance(move, RaceCard) or not deals(preferences):
        return True
    return move.numbers in [card.moves for card in dealt_cards(state, seat, preferences, chance)]
