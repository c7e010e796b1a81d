"""Legal moves for tests, demonstrations and load."""

from collections import Counter
from random import Random

from companion.games.types import PendingDecision
from companion.games.vabanque.constants import CARDS, REACH
from companion.games.vabanque.moves import Card, Chip, Chips, Lay, Move, Start, Step
from companion.games.vabanque.state import State


def suggest(state: State, ask: PendingDecision, rng: Random) -> Move:
    casino = rng.randint(1, state.casinos)
    match ask.do:
        case "start":
            return Start(casino)
        case "chip":
            return Chip(casino)
        case "chips":
            counts = Counter(rng.randint(1, state.casinos) for _ in range(state.left))
            return Chips(tuple(sorted(counts.items())))
        case "card":
            gone = {laid.card for laid in state.laid if laid.seat == ask.seat}
            cards: list[Card] = [card for card in CARDS if card not in gone]
            return Lay(rng.choice(cards), casino)
    return Step(rng.randint(0, REACH))
