"""Whole games as everybody sees them: the public page after every move and on every page of a payout."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.games import GAMES
from companion.games.types import GameEvent
from companion.table.model.entry import Entry
from companion.table.model.log import Table
from companion.table.model.names import COLOURS
from companion.table.model.player_view import PlayerView, player_view
from companion.table.model.roster import paging
from companion.web.live.public_page import JoinAddress, PublicPage
from tests.unit.games.playing import Played, whole_game
from tests.unit.web.support.devices import new_app

PLACE = JoinAddress("http://companion.test", "companion.test", ())


@dataclass(frozen=True)
class Moment:
    """One moment of a game, as it looks on a phone and on the screen."""

    table: Table
    player_view: PlayerView
    phone: dict[str, str]
    screen: dict[str, str]

    @property
    def state(self) -> Any:
        """The public state."""
        return self.player_view.state

    @property
    def page(self) -> GameEvent | None:
        """The event that is shown on a page of its own."""
        party = self.player_view.roster
        return self.player_view.pages[party.page.step - 1] if self.player_view.paging and party.page else None


def tables(game: Played, preferences: dict[str, object] | None = None) -> Iterator[Table]:
    """The table after each move as people see it: forced moves come with the one before."""
    return (table for table in _entered(game, preferences or usual(game)) if table.forced is None)


def _entered(game: Played, preferences: dict[str, object]) -> Iterator[Table]:
    """The table after each entry."""
    header = game.header
    table = Table(0, "key", "code", header.game, header.options, preferences, b"", 0.0)

    def entered(kind: str, by: int | None = None, **body: object) -> Table:
        return table.after(Entry(table.number + 1, kind, by, body, "", ""))

    for name, colour in zip(header.players, COLOURS, strict=False):
        table = entered("sit", name=name, colour=colour)
    table = entered("begin", order=list(range(len(header.players))))
    yield table
    for act in game.acts:
        forced = {"forced": True} if table.forced == act else {}
        table = entered("act", act.seat, seat=act.seat, line=game.game.write(act.move), **forced)
        yield table
        while paging(table.roster):
            assert table.roster.page is not None
            table = entered("page", step=table.roster.page.step + 1)
            yield table


def shown(game: Played, preferences: dict[str, object] | None = None) -> Iterator[Moment]:
    _addresses()
    phone, screen = PublicPage("en", screen=False), PublicPage("en", screen=True)
    for table in tables(game, preferences):
        here = player_view(table)
        phone.render(here, PLACE)
        screen.render(here, PLACE)
        yield Moment(table, here, phone.fragments(), screen.fragments())


@cache
def _addresses() -> None:
    """Pages need the addresses of an app in this process."""
    with TemporaryDirectory() as data:
        new_app(Path(data))


def usual(game: Played) -> dict[str, object]:
    """The default preferences."""
    return {key: values[0] for key, values in game.game.preferences.items()}


SEEDS = (2, 7)


@cache
def moments(slug: str) -> Sequence[Moment]:
    """Every moment of some games, drawn once."""
    game = GAMES[slug]
    moments: list[Moment] = []
    for seed, players in zip(SEEDS, (game.players[0], game.players[-1]), strict=True):
        options = {key: values[seed % len(values)] for key, values in game.choices.items()}
        moments += shown(whole_game(slug, players, options, seed))
    return moments


@cache
def with_other_preferences(slug: str) -> Sequence[Moment]:
    """A game with the last of all preferences."""
    game = GAMES[slug]
    preferences = {key: values[-1] for key, values in game.preferences.items()}
    return tuple(shown(whole_game(slug, game.players[0], {}, 1), preferences)) if preferences else ()


def in_play(slug: str) -> list[Moment]:
    """The moments at which a move is waited for."""
    return [one for one in moments(slug) if one.player_view.scene in ("start", "play")]
