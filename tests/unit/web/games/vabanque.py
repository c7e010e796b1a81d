"""Vabanque: what a page sends for a move, and pairs of games that differ in face-down cards."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from companion.games import GAMES
from companion.games.game import Game
from companion.games.types import GameEvent, PendingDecision, Seat
from companion.games.vabanque.moves import Card, Chip, Chips, Lay, Move, Start
from companion.games.vabanque.moves import Step as Pawn
from companion.games.vabanque.presentation import hand
from companion.table.model.log import Table
from companion.table.model.player_view import player_view
from tests.unit.web.games.vabanque_leaks import LEAKS as LEAKS
from tests.unit.web.secrecy.pairing import Pair, Step, first_that_differs, house_rules, played, some_seats

HAND: tuple[Card, ...] = ("raise", "bluff", "trap")
WHOLE = 0.3
GUESSES = [{"slot": "1.cards.0.0", "do": "card", "place": place, "table": 1, "steps": 0} for place in (1, 2, 3)]


def form_of(table: Table, seat: Seat | None, move: Move) -> dict[str, object]:
    """The fields of the form. A card is named by its place in the hand, as it lies on this seat's phone."""
    match move:
        case Start(casino):
            return {"do": "start", "table": casino, "seat": seat}
        case Chip(casino):
            return {"do": "chip", "table": casino}
        case Chips(counts):
            return {"do": "chips"} | {f"table-{casino}": count for casino, count in counts}
        case Lay(card, casino):
            assert seat is not None
            left = hand(table.state, seat, player_view(table, seat).chance).cards
            return {"do": "card", "place": left.index(card) + 1, "table": casino}
        case Pawn(steps):
            return {"do": "move", "steps": steps}


def pair(seed: int) -> Pair:
    """A game of chance."""
    return first_that_differs(_pair, seed)


def _pair(luck: Random) -> Pair:
    """Whole, or broken off while cards lie face down."""
    game = GAMES["vabanque"]
    players = luck.choice((*game.players, *game.players[:2]))
    fields, options = house_rules(game, luck)
    steps = list(played(game, players, options, luck, _pick))
    if luck.random() > WHOLE:
        stops = [number for number, step in enumerate(steps) if step.ask.do in ("card", "move") and not step.ask.final]
        steps = steps[: luck.choice(stops) + 1]
    exchanged = some_seats(players, luck)
    ours = tuple(steps)
    theirs = _exchanged(game, players, ours, exchanged, luck)
    return Pair("vabanque", players, fields, ours, theirs, exchanged, tuple(_knowing(ours, theirs)))


def _pick(asks: Sequence[PendingDecision], luck: Random) -> PendingDecision:
    """Chips mostly all at once."""
    keeper = [ask for ask in asks if ask.seat is None and luck.random() < 0.8]
    return luck.choice(keeper or [ask for ask in asks if ask.waits])


@dataclass
class _Card:
    """A card on its way: the step that laid it, whether it was taken back, and whether it was turned up."""

    step: int
    seat: Seat
    card: Card
    back: bool = False
    opened: bool = False


def _exchanged(
    game: Game[Any, Any], players: int, steps: Sequence[Step], seats: frozenset[Seat], luck: Random
) -> tuple[Step, ...]:
    theirs = list(steps)
    for cards in _rounds(game, players, steps):
        for seat in seats:
            for card in _swapped([card for card in cards if card.seat == seat], luck):
                old = theirs[card.step]
                theirs[card.step] = Step(old.ask, replace(old.move, card=card.card))
    return tuple(theirs)


def _swapped(cards: Sequence[_Card], luck: Random) -> list[_Card]:
    """One hand of one round: what was turned up stays, all else changes places, also with what was never laid."""
    shut = [card for card in cards if not card.back and not card.opened]
    fixed = {card.card for card in cards if card.opened}
    free = luck.sample(sorted(set(HAND) - fixed), len(shut))
    now = {card.step: kind for card, kind in zip(shut, free, strict=True)}
    now |= {card.step: card.card for card in cards if card.opened}
    for card in cards:
        if card.back:  # any card that is not on the table at that moment
            lying = {now[other.step] for other in cards if not other.back and other.step < card.step}
            now[card.step] = luck.choice(sorted(set(HAND) - lying))
    return [replace(card, card=now[card.step]) for card in cards]


def _rounds(game: Game[Any, Any], players: int, steps: Sequence[Step]) -> Iterator[list[_Card]]:
    """The cards of each round, as far as it was played."""
    state = game.start(players, {"turns": "free"})
    cards: list[_Card] = []
    plies: dict[int, _Card] = {}
    ply = 0
    for number, step in enumerate(steps):
        taken_back = number + 1 < len(steps) and steps[number + 1].move is None
        if step.move is None:
            continue
        if isinstance(step.move, Lay) and step.ask.seat is not None:
            cards.append(_Card(number, step.ask.seat, step.move.card, back=taken_back))
            plies[ply] = cards[-1]
        if taken_back:
            continue
        state, facts = game.play(state, step.ask.seat, step.move)
        ply += 1
        _open(plies, facts)
        if step.ask.final:
            yield cards
            cards = []
    yield cards


def _open(plies: dict[int, _Card], facts: Sequence[GameEvent]) -> None:
    for fact in facts:
        for ply in fact.reveals:
            plies[ply].opened = True


def _knowing(ours: Sequence[Step], theirs: Sequence[Step]) -> Iterator[frozenset[Seat]]:
    lying: list[tuple[Seat | None, Move, Move]] = []
    for our, their in zip(ours, theirs, strict=True):
        if our.move is None:
            lying.pop()
        else:
            lying.append((our.ask.seat, our.move, their.move))
        if our.ask.final:  # after the payout not even the owner knows
            lying.clear()
        yield frozenset(seat for seat, one, other in lying if seat is not None and one != other)
