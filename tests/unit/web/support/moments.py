"""Whole games as everybody sees them: the stage after every act and on every page of a payout, drawn right here."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.games import GAMES
from companion.games.types import GameEvent
from companion.table.model.colours import COLOURS
from companion.table.model.entry import Entry
from companion.table.model.log import Table
from companion.table.model.player_view import PlayerView, player_view
from companion.table.model.roster import paging
from companion.web.live.public_page import JoinAddress, PublicPage
from tests.unit.games.playing import Played, whole_game
from tests.unit.web.support.devices import new_app

PLACE = JoinAddress("http://companion.test", "companion.test", ())


@dataclass(frozen=True)
class Moment:
    """What one moment of a game looks like; `page` is the fact that its payout shows."""

    table: Table
    player_view: PlayerView
    phone: dict[str, str]
    screen: dict[str, str]

    @property
    def state(self) -> Any:
        """The game as everybody may know it."""
        return self.player_view.state

    @property
    def page(self) -> GameEvent | None:
        """The fact that is shown on a page of its own."""
        party = self.player_view.party
        return self.player_view.pages[party.page.step - 1] if self.player_view.paging and party.page else None


def tables(game: Played, preferences: dict[str, object] | None = None) -> Iterator[Table]:
    """The table as people see it from the beginning on: what makes itself is entered beside what led to it."""
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
        while paging(table.party):
            assert table.party.page is not None
            table = entered("page", step=table.party.page.step + 1)
            yield table


def shown(game: Played, preferences: dict[str, object] | None = None) -> Iterator[Moment]:
    """Each moment, one after the other."""
    _addresses()
    phone, screen = PublicPage("en", screen=False), PublicPage("en", screen=True)
    for table in tables(game, preferences):
        here = player_view(table)
        phone.render(here, PLACE)
        screen.render(here, PLACE)
        yield Moment(table, here, phone.fragments(), screen.fragments())


@cache
def _addresses() -> None:
    """Pages name those of this process's app."""
    with TemporaryDirectory() as data:
        new_app(Path(data))


def usual(game: Played) -> dict[str, object]:
    """What the host chooses who chooses nothing."""
    return {key: values[0] for key, values in game.game.preferences.items()}


SEEDS = (2, 7)


@cache
def moments(slug: str) -> Sequence[Moment]:
    """Every moment of some games."""
    game = GAMES[slug]
    moments: list[Moment] = []
    for seed, players in zip(SEEDS, (game.players[0], game.players[-1]), strict=True):
        options = {key: values[seed % len(values)] for key, values in game.choices.items()}
        moments += shown(whole_game(slug, players, options, seed))
    return moments


@cache
def with_other_preferences(slug: str) -> Sequence[Moment]:
    """A game at a table whose host chose the last of everything."""
    game = GAMES[slug]
    preferences = {key: values[-1] for key, values in game.preferences.items()}
    return tuple(shown(whole_game(slug, game.players[0], {}, 1), preferences)) if preferences else ()


def in_play(slug: str) -> list[Moment]:
    """The moments at which the table waits for an act."""
    return [one for one in moments(slug) if one.player_view.scene in ("start", "play")]
