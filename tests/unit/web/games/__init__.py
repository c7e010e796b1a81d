"""What the shared tests must know of each game: by a module of its slug's name if there is one, else by its rules."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, cast

from companion.games import GAMES
from companion.games.types import Seat
from companion.table.model.log import Table
from tests.unit.web.games.plain import Plain
from tests.unit.web.secrecy.pairing import Pair
from tests.unit.web.secrecy.planting import Leak


class GameSupport(Protocol):
    """The face of such a module."""

    @property
    def GUESSES(self) -> Sequence[Mapping[str, object]]:  # noqa: N802
        """Taps for hidden choices of the first seat in round 1, with their slots: questions for a secret."""

    @property
    def LEAKS(self) -> Sequence[Leak]:  # noqa: N802
        """Builds that break this game's secrets in ways of its own, beside those that break every game's."""

    def pair(self, seed: int) -> Pair:
        """Two games that differ in secrets alone."""

    def form_of(self, table: Table, seat: Seat | None, move: Any) -> dict[str, object]:
        """The fields of the form that a page sends for a move."""


def _ours(slug: str) -> GameSupport:
    module = f"tests.unit.web.games.{slug}"
    return cast(GameSupport, import_module(module)) if find_spec(module) else Plain(slug)


SUPPORT: dict[str, GameSupport] = {slug: _ours(slug) for slug in GAMES}
