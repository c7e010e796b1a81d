"""Pairs of games that nobody else may be able to tell apart: the same, but for others' hidden choices."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.games import GAMES
from companion.games.game import Game
from companion.games.types import GameEvent, IllegalMove, PendingDecision, Seat, format_for_record
from tests.unit.games.playing import random_preferences

TRIES, ELSE = 20, 20
MOST = 6
"""More players have no other secrets, and each costs a viewer."""
FICKLE, WHOLE, EARLY = 0.1, 0.08, 40
"""How often a choice is undone, a game is played to its end, and how many hidden moments of others are enough."""

Another = Callable[[Any, Random], Any]
"""Another hidden choice that looks the same to others."""


@dataclass(frozen=True)
class Step:
    """A decision and the move that answers it; the move None undoes the latest one."""

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
        """Whether there is a secret at all."""
        return self.ours != self.theirs


def random_pair(slug: str, seed: int, another: Another | None = None) -> Pair:
    """The first pair that differs, out of a few: a game that is broken off early may have nothing hidden."""
    luck = Random(seed)
    pairs = (_Pairing(GAMES[slug], luck, another).pair() for _ in range(TRIES))
    return next((pair for pair in pairs if pair.differs), _Pairing(GAMES[slug], luck, another).pair())


class _Pairing:
    """One try."""

    def __init__(self, game: Game[Any, Any], luck: Random, another: Another | None) -> None:
        self.game, self.luck, self.custom = game, luck, another
        self.players = luck.choice(game.players[: MOST + 1 - game.players[0]])
        chosen = {key: luck.choice(values) for key, values in game.choices.items()} | random_preferences(game, luck)
        self.fields = {"game": game.slug} | {key: format_for_record(value) for key, value in chosen.items()}
        self.start = game.start(self.players, {key: chosen[key] for key in game.choices})

    def pair(self) -> Pair:
        """Broken off while something is hidden, or whole; of some seats hidden choices are exchanged."""
        steps = list(self._played())
        shut = list(self._shut(steps))
        stops = [number for number, hidden in enumerate(shut) if hidden][:EARLY]
        whole = not stops or self.luck.random() < WHOLE
        last = len(steps) - 1 if whole else self.luck.choice(stops)
        alone = self.luck.randrange(self.players)
        seats = frozenset(self.luck.choice(({alone}, set(range(self.players)) - {alone})))
        ours = tuple(steps[: last + 1])
        theirs = self._other(ours, {number for number in shut[last] if ours[number].ask.seat in seats})
        knowing = tuple(self._knowing(ours, theirs))
        return Pair(self.game.slug, self.players, self.fields, ours, theirs, seats, knowing)

    def _played(self) -> Iterator[Step]:
        """A whole game of chance; now and then a hidden choice is undone and made anew."""
        game, luck, state = self.game, self.luck, self.start
        while asks := game.asks(state):
            ask = self._pick(asks)
            move = game.suggest(state, ask, luck)
            after, facts = game.play(state, ask.seat, move)
            yield Step(ask, move)
            fickle = game.redact(move) != move and luck.random() < FICKLE
            if fickle and not any(fact.reveals for fact in facts) and game.forced(after) is None:
                yield Step(ask, None)
                continue
            state = game.play_forced(after)

    def _pick(self, asks: Sequence[PendingDecision]) -> PendingDecision:
        """Mostly a decision that is waited for, or one that stands for those of all; no end by agreement."""
        some = [ask for ask in asks if ask.waits or not ask.consent]
        of_all = [ask for ask in some if ask.seat is None and self.luck.random() < 0.8]
        waited = [ask for ask in some if ask.waits and self.luck.random() < 0.7]
        return self.luck.choice(of_all or waited or some)

    def _in_force(self, steps: Sequence[Step]) -> Iterator[tuple[int, Step]]:
        """The steps that are not undone, with their numbers."""
        for number, step in enumerate(steps):
            if step.move is not None and (number + 1 == len(steps) or steps[number + 1].move is not None):
                yield number, step

    def _events(self, steps: Sequence[Step]) -> Mapping[int, list[tuple[int, tuple[GameEvent, ...]]]]:
        """For each step in force its plies, forced ones too, with their events."""
        state, ply, found = self.start, 0, dict[int, list[tuple[int, tuple[GameEvent, ...]]]]()
        for number, step in self._in_force(steps):
            move: tuple[Seat | None, Any] | None = (step.ask.seat, step.move)
            found[number] = []
            while move is not None:
                state, facts = self.game.play(state, *move)
                found[number].append((ply, facts))
                ply += 1
                move = self.game.forced(state)
        return found

    def _shut(self, steps: Sequence[Step]) -> Iterator[set[int]]:
        """After each step the numbers of those whose secrets are not revealed, also of undone ones."""
        events, plies, hidden = self._events(steps), dict[int, int](), set[int]()
        for number, step in enumerate(steps):
            if step.move is not None and self.game.redact(step.move) != step.move:
                hidden.add(number)
            for ply, facts in events.get(number, ()):
                plies[ply] = number
                hidden -= {plies[opened] for fact in facts for opened in fact.reveals}
            yield set(hidden)

    def _knowing(self, ours: Sequence[Step], theirs: Sequence[Step]) -> Iterator[frozenset[Seat]]:
        """After each step the seats whose own hidden choices differ; what is discarded nobody knows any more."""
        events, lying = self._events(ours), dict[int, Seat | None]()
        for number, (our, their) in enumerate(zip(ours, theirs, strict=True)):
            undone = our.move is not None and number not in events
            for ply, facts in events.get(number, ()):
                if our.move != their.move:
                    lying[ply] = our.ask.seat
                for fact in facts:
                    for gone in fact.discards:
                        lying.pop(gone, None)
            seats = {*lying.values(), *([our.ask.seat] if undone and our.move != their.move else ())}
            yield frozenset(seat for seat in seats if seat is not None)

    def _other(self, ours: tuple[Step, ...], shut: set[int]) -> tuple[Step, ...]:
        """Exchange as many as possible: where one hidden choice limits a later one, fewer from try to try."""
        for nth in range(TRIES * len(shut).bit_length()):
            some = set(self.luck.sample(sorted(shut), len(shut) >> nth // TRIES))
            with suppress(IllegalMove):
                return tuple(self._exchanged(ours, some))
        return ours

    def _exchanged(self, ours: Sequence[Step], some: set[int]) -> Iterator[Step]:
        state, lasting = self.start, dict(self._in_force(ours))
        for number, step in enumerate(ours):
            move = self._another(state, step) if number in some else step.move
            yield Step(step.ask, move)
            if move is not None:
                after = self.game.play(state, step.ask.seat, move)[0]  # an undone choice must be possible, too
                state = self.game.play_forced(after) if number in lasting else state

    def _another(self, state: Any, step: Step) -> Any:
        """Another choice with the same public part, if there is one."""
        if self.custom is not None:
            return self.custom(step.move, self.luck)
        tries = (self.game.suggest(state, step.ask, self.luck) for _ in range(ELSE))
        alike = (move for move in tries if move != step.move and self.game.redact(move) == self.game.redact(step.move))
        return next(alike, step.move)
