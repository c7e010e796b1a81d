"""A game that has no module here: what the plain form sends for a move, and pairs that its suggestions make."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from bench.forms import filled_out
from companion.games import GAMES
from companion.games.game import Game
from companion.games.types import IllegalMove, PendingDecision, Seat
from companion.table.model.log import Table
from tests.unit.web.secrecy.pairing import Pair, Step, first_that_differs, house_rules, knowing, played, some_seats
from tests.unit.web.secrecy.planting import Leak

ELSE = 20
TRIES = 5


@dataclass(frozen=True)
class Plain:
    """The face of such a module, for any slug."""

    slug: str
    LEAKS: ClassVar[Sequence[Leak]] = ()

    @property
    def GUESSES(self) -> Sequence[Mapping[str, object]]:  # noqa: N802
        """For the first choice that the first seat hides, a few of its forms."""
        game, luck = GAMES[self.slug], Random(0)
        state = game.start(game.players[0], {})
        while asks := game.asks(state):
            ask = asks[0]
            guesses = [game.suggest(state, ask, luck) for _ in range(3)]
            if ask.seat == 0 and game.redact(guesses[0]) != guesses[0]:
                return [{"slot": ask.slot, **_form(game, move)} for move in guesses]
            state, _ = game.play(state, ask.seat, guesses[0])
        return []

    def form_of(self, table: Table, seat: Seat | None, move: Any) -> dict[str, object]:
        """The line of the record, field by field."""
        return _form(table.game, move) | ({} if seat is None else {"seat": seat})

    def pair(self, seed: int) -> Pair:
        """A game of chance."""
        return first_that_differs(self._pair, seed)

    def _pair(self, luck: Random) -> Pair:
        """Broken off while something lies face down; some of it is another choice with the same cover."""
        game = GAMES[self.slug]
        players = luck.choice(game.players)
        fields, options = house_rules(game, luck)
        steps = list(played(game, players, options, luck, _pick))
        stops = [number for number in range(len(steps)) if _shut(game, players, options, steps[: number + 1])]
        ours = tuple(steps[: luck.choice(stops) + 1] if stops else steps)
        exchanged = some_seats(players, luck)
        shut = {number for number in _shut(game, players, options, ours) if ours[number].ask.seat in exchanged}
        theirs = self._other(game.start(players, options), ours, shut, luck)
        return Pair(self.slug, players, fields, ours, theirs, exchanged, tuple(knowing(ours, theirs)))

    def _other(self, start: Any, ours: tuple[Step, ...], shut: set[int], luck: Random) -> tuple[Step, ...]:
        """As much of it as goes: where one hidden choice limits a later one, fewer are exchanged from try to try."""
        for nth in range(TRIES * len(shut).bit_length()):
            some = set(luck.sample(sorted(shut), len(shut) >> nth // TRIES))
            with suppress(IllegalMove):
                return tuple(_exchanged(GAMES[self.slug], start, ours, some, luck))
        return ours


def _form(game: Game[Any, Any], move: Any) -> dict[str, object]:
    return filled_out(game.write(move))


def _pick(asks: Sequence[PendingDecision], luck: Random) -> PendingDecision:
    return luck.choice([ask for ask in asks if ask.waits] or asks)


def _in_force(steps: Sequence[Step]) -> Iterator[tuple[int, Step]]:
    """Those that are not taken back, with their numbers."""
    for number, step in enumerate(steps):
        if step.move is not None and (number + 1 == len(steps) or steps[number + 1].move is not None):
            yield number, step


def _shut(game: Game[Any, Any], players: int, options: Mapping[str, object], steps: Sequence[Step]) -> set[int]:
    """The steps whose secrets were never turned up: also those that were taken back."""
    state, plies, opened = game.start(players, options), [], set()
    for number, step in _in_force(steps):
        state, facts = game.play(state, step.ask.seat, step.move)
        plies.append(number)
        opened |= {plies[ply] for fact in facts for ply in fact.reveals}
        while (forced := game.forced(state)) is not None:
            state, facts = game.play(state, *forced)
            plies.append(number)
            opened |= {plies[ply] for fact in facts for ply in fact.reveals}
    secret = {number for number, step in enumerate(steps) if step.move and game.redact(step.move) != step.move}
    return secret - opened


def _exchanged(game: Game[Any, Any], state: Any, ours: Sequence[Step], shut: set[int], luck: Random) -> Iterator[Step]:
    lasting = {number for number, _ in _in_force(ours)}
    for number, step in enumerate(ours):
        move = _another(game, state, step, luck) if number in shut else step.move
        yield Step(step.ask, move)
        if number in lasting:
            state, _ = game.play(state, step.ask.seat, move)
            state = game.play_forced(state)


def _another(game: Game[Any, Any], state: Any, step: Step, luck: Random) -> Any:
    """Something else that looks the same from outside, if there is anything."""
    tries = (game.suggest(state, step.ask, luck) for _ in range(ELSE))
    alike = (move for move in tries if move != step.move and game.redact(move) == game.redact(step.move))
    return next(alike, step.move)
