"""Pairs of games that nobody else may be able to tell apart: the same, but for others' face-down choices."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.games.game import Game
from companion.games.types import PendingDecision, Seat, format_for_record

TRIES = 5
FICKLE = 0.1

Pick = Callable[[Sequence[PendingDecision], Random], PendingDecision]


@dataclass(frozen=True)
class Step:
    """An ask and the move that answers it; the move None takes the latest act back."""

    ask: PendingDecision
    move: Any


@dataclass(frozen=True)
class Pair:
    """Two games with one public log. `knowing` holds, after each step, the seats whose own look may differ now.

    `options` are the fields with which the host opens such a table.
    """

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


def first_that_differs(make: Callable[[Random], Pair], seed: int) -> Pair:
    """In a game that breaks off early nothing may lie that can be exchanged: then another one."""
    luck = Random(seed)
    pairs = (make(luck) for _ in range(TRIES))
    return next((pair for pair in pairs if pair.differs), make(luck))


def house_rules(game: Game[Any, Any], luck: Random) -> tuple[dict[str, str], dict[str, object]]:
    """The fields that open a table of chance, and those of them that the rules know."""
    chosen = {key: luck.choice(values) for key, values in {**game.choices, **game.preferences}.items()}
    fields = {"game": game.slug} | {key: format_for_record(value) for key, value in chosen.items()}
    return fields, {key: chosen[key] for key in game.choices}


def played(
    game: Game[Any, Any], players: int, options: Mapping[str, object], luck: Random, pick: Pick
) -> Iterator[Step]:
    """A whole game of chance; now and then a hidden choice is taken back and made anew."""
    state = game.start(players, options)
    while asks := game.asks(state):
        ask = pick(asks, luck)
        move = game.suggest(state, ask, luck)
        after, facts = game.play(state, ask.seat, move)
        yield Step(ask, move)
        fickle = game.redact(move) != move and luck.random() < FICKLE
        if fickle and not any(fact.reveals for fact in facts) and game.forced(after) is None:
            yield Step(ask, None)
            continue
        state = game.play_forced(after)


def some_seats(players: int, luck: Random) -> frozenset[Seat]:
    """One, or all but one."""
    alone = luck.randrange(players)
    return frozenset(luck.choice(({alone}, set(range(players)) - {alone})))


def knowing(ours: Sequence[Step], theirs: Sequence[Step]) -> Iterator[frozenset[Seat]]:
    """The seats that have chosen differently so far, where nothing of it is turned up."""
    lying: list[tuple[Seat | None, bool]] = []
    for our, their in zip(ours, theirs, strict=True):
        if our.move is None:
            lying.pop()
        else:
            lying.append((our.ask.seat, our.move != their.move))
        yield frozenset(seat for seat, differs in lying if seat is not None and differs)
