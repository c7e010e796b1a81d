"""The board, private hands and forms of Vabanque.

Each hand has its own random order in each round and closes up when a card is played. Forms send a position, not a card,
so neither the finger nor the length of a request reveals the card.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.games.types import Chance, GameEvent, IllegalMove, PendingDecision, Seat, parse_integer, wrong_phase
from companion.games.vabanque.constants import CARDS, REACH
from companion.games.vabanque.events import CasinoPaid, FaceDown, Laid, Line
from companion.games.vabanque.moves import MOVES, Card, Chip, Chips, Lay, Move, Start
from companion.games.vabanque.state import Phase, State


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat's cards of this round: those in the hand, in order, and those on the table."""

    cards: tuple[Card, ...]
    laid: tuple[Laid, ...]


def hand(state: State, seat: Seat, chance: Chance) -> Hand:
    """Return the hand in this round's order. Empty outside the phases with hidden cards."""
    if state.phase not in (Phase.CHIPS, Phase.CARDS, Phase.PAWNS):
        return Hand((), ())
    laid = tuple(card for card in state.laid if card.seat == seat)
    played = {card.card for card in laid}
    return Hand(tuple(card for card in shuffle_hand(state.round, seat, chance) if card not in played), laid)


def shuffle_hand(round_: int, seat: Seat, chance: Chance) -> tuple[Card, ...]:
    """Return the three cards in this seat's order of the round."""
    cards: list[Card] = ["raise", "bluff", "trap"]
    chance(f"hand {seat} in round {round_}").shuffle(cards)
    return tuple(cards)


def from_form(state: State, seat: Seat | None, fields: Mapping[str, str], chance: Chance) -> Move:
    """Parse a move from form fields. Raises InvalidMove."""
    match fields.get("do"):
        case "start":
            return Start(_casino(state, fields))
        case "chip":
            return Chip(_casino(state, fields))
        case "chips":
            return Chips(_counts(state, fields))
        case "card" if seat is not None:
            place = parse_integer(fields.get("place"), "place", 1, len(CARDS))
            return Lay(_card(state, seat, place, chance), _casino(state, fields))
    return MOVES.parse_form(fields)


def _card(state: State, seat: Seat, place: int, chance: Chance) -> Card:
    if state.phase is not Phase.CARDS:
        raise wrong_phase(state.phase, round=state.round)
    cards = hand(state, seat, chance).cards
    if place > len(cards):
        raise IllegalMove("place-empty", place=place)
    return cards[place - 1]


def _casino(state: State, fields: Mapping[str, str]) -> int:
    return parse_integer(fields.get("table"), "table", 1, state.casinos)


def _counts(state: State, fields: Mapping[str, str]) -> tuple[tuple[int, int], ...]:
    every = range(1, state.casinos + 1)
    counts = (
        (casino, parse_integer(fields.get(f"table-{casino}", "0"), f"table-{casino}", 0, state.left))
        for casino in every
    )
    return tuple((casino, count) for casino, count in counts if count)


@dataclass(frozen=True, slots=True)
class Casino:
    """A casino table on the board. `cards` counts the face-down cards of each owner.

    `turned`: cards that lie face up; `lit`: it is being paid out.
    """

    number: int
    chips: int
    pawns: tuple[Seat, ...]
    cards: tuple[tuple[Seat, int], ...]
    turned: tuple[tuple[Seat, Card], ...] = ()
    lit: bool = False


def board(state: State) -> tuple[Casino, ...]:
    """Return the ring of casino tables, table 1 first; pawns and cards in the round's order."""
    lying = [(laid.seat, laid.casino) for laid in state.laid]
    return tuple(_casino_view(state, number, state.order, lying) for number in range(1, state.casinos + 1))


def board_during_payout(
    state: State, events_by_move: Iterable[Sequence[GameEvent]], shown: Sequence[GameEvent]
) -> tuple[Casino, ...]:
    """Return the ring at this page of a payout; cards stay where they were laid.

    `shown` are the pages up to this one.
    """
    order = state.rounds[-1].order
    laid = [(event.seat, event.casino) for events in events_by_move for event in events if isinstance(event, FaceDown)]
    lying = laid[-len(CARDS) * state.players :]
    paid = {event.casino: event for event in shown if isinstance(event, CasinoPaid)}
    lit = shown[-1].casino if isinstance(shown[-1], CasinoPaid) else None
    ring = [_casino_view(state, number, order, lying) for number in range(1, state.casinos + 1)]
    for number, event in paid.items():
        turned = tuple((laid.seat, laid.card) for laid in event.cards)
        ring[number - 1] = replace(ring[number - 1], cards=(), turned=turned, lit=number == lit)
    return tuple(ring)


def _casino_view(state: State, number: int, order: Sequence[Seat], lying: Sequence[tuple[Seat, int]]) -> Casino:
    here = [seat for seat, casino in lying if casino == number]
    pawns = tuple(seat for seat in order if state.pawns[seat] == number)
    return Casino(
        number, state.chips[number - 1], pawns, tuple((seat, here.count(seat)) for seat in order if seat in here)
    )


@dataclass(frozen=True, slots=True)
class Earnings:
    """A seat's earnings at a casino table by its pawn and its trap (None if not there)."""

    seat: Seat
    pawn: Line | None
    trap: Line | None
    amount: int


def split_earnings(paid: CasinoPaid, order: Sequence[Seat]) -> tuple[Earnings, ...]:
    """Return the earnings of all seats at a casino table, in the round's order."""
    lines = {(line.seat, line.source): line for line in paid.lines}
    pairs = ((seat, lines.get((seat, "pawn")), lines.get((seat, "trap"))) for seat in order)
    return tuple(
        Earnings(seat, pawn, trap, sum(line.amount for line in (pawn, trap) if line)) for seat, pawn, trap in pairs
    )


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat's pending decision (None: nothing), its remaining chips, and its cards (None: not dealt)."""

    ask: PendingDecision | None
    chips: int
    cards: int | None


def open_turns(state: State, asks: Sequence[PendingDecision]) -> tuple[Turn, ...]:
    asked = {ask.seat: ask for ask in asks}
    turns = []
    for seat in range(state.players):
        if state.phase is Phase.CHIPS:
            chips, cards = state.each - state.placed[seat], None
        else:
            chips, cards = 0, len(CARDS) - sum(laid.seat == seat for laid in state.laid)
        turns.append(Turn(asked.get(seat), chips, cards))
    return tuple(turns)


def reachable_tables(state: State, seat: Seat) -> dict[int, int]:
    """Map the casino tables that a pawn can reach to the steps it takes."""
    return {state.ahead(seat, steps): steps for steps in range(REACH + 1)}


def turning_order(paid: CasinoPaid) -> tuple[Laid, ...]:
    """Return the cards as they turn over: raises, bluffs, traps. The value is known before anybody is caught."""
    return tuple(sorted(paid.cards, key=lambda laid: ("raise", "bluff", "trap").index(laid.card)))


def shown_money(state: State, shown: Sequence[GameEvent]) -> tuple[int, ...]:
    """Return the money of each seat at this page of a payout. `shown` are the pages up to it."""
    last = state.rounds[-1]
    before = [money - paid for money, paid in zip(last.money, last.paid, strict=True)]
    for event in shown:
        if isinstance(event, CasinoPaid):
            for line in event.lines:
                before[line.seat] += line.amount
    return tuple(before)
