"""Pairs of games that nobody else may be able to tell apart: the same, but for others' face-down cards."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from companion.games import GAMES
from companion.games.kit import Ask, Fact, Game, Seat
from companion.games.vabanque.moves import Card, Lay, Move

HAND: tuple[Card, ...] = ("raise", "bluff", "trap")
TRIES = 5
WHOLE = 0.3
FICKLE = 0.1


@dataclass(frozen=True)
class Step:
    """An ask and the move that answers it; the move None takes the latest act back."""

    ask: Ask
    move: Any


@dataclass(frozen=True)
class Pair:
    """Two games with one public log. `knowing` holds, after each step, the seats whose own look may differ now."""

    slug: str
    players: int
    options: dict[str, str]
    ours: tuple[Step, ...]
    theirs: tuple[Step, ...]
    exchanged: frozenset[Seat]
    knowing: tuple[frozenset[Seat], ...]

    @property
    def differs(self) -> bool:
        """Whether there is a secret to be kept at all."""
        return self.ours != self.theirs


def vabanque(seed: int) -> Pair:
    """A game of chance. In one that breaks off early nothing may lie that can be exchanged: then another one."""
    luck = Random(seed)
    pairs = (_vabanque(luck) for _ in range(TRIES))
    return next((pair for pair in pairs if pair.differs), _vabanque(luck))


def _vabanque(luck: Random) -> Pair:
    """Whole, or broken off while cards lie face down."""
    game = GAMES["vabanque"]
    players = luck.choice((*game.seats, *game.seats[:2]))
    options = {key: str(luck.choice(values)) for key, values in {**game.choices, **game.looks}.items()}
    steps = list(_steps(game, players, {key: options[key] for key in game.choices}, luck))
    if luck.random() > WHOLE:
        stops = [number for number, step in enumerate(steps) if step.ask.do in ("card", "move") and not step.ask.final]
        steps = steps[: luck.choice(stops) + 1]
    alone = luck.randrange(players)
    exchanged = luck.choice(({alone}, set(range(players)) - {alone}))
    ours = tuple(steps)
    theirs = _exchanged(game, players, ours, frozenset(exchanged), luck)
    return Pair("vabanque", players, options, ours, theirs, frozenset(exchanged), tuple(_knowing(ours, theirs)))


PAIRS: dict[str, Callable[[int], Pair]] = {"vabanque": vabanque}


def _steps(game: Game[Any, Any], players: int, options: dict[str, str], luck: Random) -> Iterator[Step]:
    """Chips mostly all at once, and now and then a card that is taken back and laid anew."""
    state = game.start(players, options)
    while asks := game.asks(state):
        keeper = [ask for ask in asks if ask.seat is None and luck.random() < 0.8]
        ask = luck.choice(keeper or [ask for ask in asks if ask.waits])
        move = game.suggest(state, ask, luck)
        yield Step(ask, move)
        if ask.do == "card" and luck.random() < FICKLE:
            yield Step(ask, None)
            continue
        state, _ = game.play(state, ask.seat, move)


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


def _open(plies: dict[int, _Card], facts: Sequence[Fact]) -> None:
    for fact in facts:
        for ply in fact.opens:
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
