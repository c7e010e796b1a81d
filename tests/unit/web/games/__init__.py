"""Support for shared tests, by game: from the module of its slug, else from its rules."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, cast

from companion.games import GAMES
from companion.games.types import Seat
from companion.table.model.log import Table
from tests.unit.web.games.plain import Plain
from tests.unit.web.secrecy.pairing import Another
from tests.unit.web.secrecy.planting import Leak


class GameSupport(Protocol):
    """The contents of such a module."""

    @property
    def GUESSES(self) -> Sequence[Mapping[str, object]]:  # noqa: N802
        """Forms of hidden choices of the first seat in round 1, with their slots."""

    @property
    def LEAKS(self) -> Sequence[Leak]:  # noqa: N802
        """Leaks that only this game can have."""

    @property
    def another(self) -> Another | None:
        """Another hidden choice that looks the same; None where the game's suggestions have enough of them."""

    def form_of(self, table: Table, seat: Seat | None, move: Any) -> dict[str, object]:
        """The fields of the form that a page sends for a move."""


def _ours(slug: str) -> GameSupport:
    module = f"tests.unit.web.games.{slug}"
    return cast(GameSupport, import_module(module)) if find_spec(module) else Plain(slug)


SUPPORT: dict[str, GameSupport] = {slug: _ours(slug) for slug in GAMES}
