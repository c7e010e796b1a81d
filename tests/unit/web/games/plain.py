"""The fields of the plain form, for a game that has no module here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from bench.forms import filled_out
from companion.games import GAMES
from companion.games.types import Seat
from companion.table.model.log import Table
from tests.unit.web.secrecy.pairing import Another
from tests.unit.web.secrecy.planting import Leak


@dataclass(frozen=True)
class Plain:
    """Stands for such a module."""

    slug: str
    LEAKS: ClassVar[Sequence[Leak]] = ()
    another: Another | None = None

    @property
    def GUESSES(self) -> Sequence[Mapping[str, object]]:  # noqa: N802
        """A few forms of the first choice that the first seat hides."""
        game, luck = GAMES[self.slug], Random(0)
        state = game.start(game.players[0], {})
        while asks := game.asks(state):
            ask = asks[0]
            guesses = [game.suggest(state, ask, luck) for _ in range(3)]
            if ask.seat == 0 and game.redact(guesses[0]) != guesses[0]:
                return [{"slot": ask.slot, **filled_out(game.write(move))} for move in guesses]
            state, _ = game.play(state, ask.seat, guesses[0])
        return []

    def form_of(self, table: Table, seat: Seat | None, move: Any) -> dict[str, object]:
        """The line of the record, field by field."""
        return {**filled_out(table.game.write(move)), **({} if seat is None else {"seat": seat})}
