"""What the shared tests must know of each game: a module of its slug's name, found and not listed."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from companion.games import GAMES
from companion.games.kit import Seat
from companion.table.log import Table
from tests.web.pairing import Pair


class Ours(Protocol):
    """The face of such a module."""

    @property
    def GUESSES(self) -> Sequence[Mapping[str, object]]:  # noqa: N802
        """Taps for hidden choices of the first seat in round 1, with their slots: questions for a secret."""

    def pair(self, seed: int) -> Pair:
        """Two games that differ in secrets alone."""

    def form_of(self, table: Table, seat: Seat | None, move: Any) -> dict[str, object]:
        """The fields of the form that a page sends for a move."""


OURS: dict[str, Ours] = {slug: cast(Ours, import_module(f"tests.web.{slug}")) for slug in GAMES}
