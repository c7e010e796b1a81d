"""What the start page shows to a device: tables that go on, and its last evenings, of which no log is read."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games import GAMES
from companion.stats.external_formats import known_names
from companion.table.model.game_result import GameResult, readable
from companion.table.model.permissions import NOBODY, Permissions
from companion.table.service.table_service import TableService
from companion.table.storage.queries import Listed, Which
from companion.web.pages.result_cards import Card, card, runs

A_PAGE = 30
"""Tables and evenings on a page."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """A page of what a device may see. `tables` are by status, `rights` by key; `put_away` says how many were.

    `played` are the games of all its evenings.
    """

    tables: dict[str, list[Listed]]
    cards: list[Card]
    rights: dict[str, Permissions]
    put_away: int
    more: bool
    played: tuple[str, ...] = ()

    @property
    def slugs(self) -> list[str]:
        """The games on it, each once."""
        going_on = [*self.tables["play"], *self.tables["lobby"]]
        return sorted({*(table.slug for table in going_on), *(card.one.slug for card in self.cards)})

    def may_put_away(self, table: Listed) -> bool:
        """Whether the device may put a table away."""
        return runs(self.rights[table.key])


def shelf(service: TableService, device: str, page: int) -> Shelf:
    """A page, counted from 1: tables that go on come first, then the evenings, the latest first. Raises NotSaved."""
    first = A_PAGE * (page - 1)
    evenings = readable(service.evenings.seen_by(device))  # first: lists tell then of what could not be read
    tables = service.store.tables_of(device, first, A_PAGE, "untold")
    before = service.store.how_many_of(device, "untold")
    start = max(0, first - before)
    shown = evenings[start : start + A_PAGE - len(tables)] if first + A_PAGE > before else []
    rights = service.store.rights_at(device, [*(table.key for table in tables), *(one.key for one in shown)])
    away = service.store.how_many_of(device, "away")
    more = before + len(evenings) > first + A_PAGE
    played = tuple(sorted({one.slug for one in evenings}))
    return Shelf(by_status(tables), _cards(service, device, shown, rights), rights, away, more, played)


def put_away(service: TableService, device: str, page: int) -> Shelf:
    """A page of the tables that were put away. Raises NotSaved."""
    which: Which = "away"
    tables = service.store.tables_of(device, A_PAGE * (page - 1), A_PAGE, which)
    count = service.store.how_many_of(device, which)
    rights = service.store.rights_at(device, [one.key for one in tables])
    return Shelf(by_status(tables), [], rights, count, count > A_PAGE * page)


def _cards(
    service: TableService, device: str, evenings: Sequence[GameResult], rights: dict[str, Permissions]
) -> list[Card]:
    known = service.evenings.names_for(device) if evenings else {}
    return [card(one, known_names(one, known), rights.get(one.key, NOBODY)) for one in evenings]


def by_status(tables: Sequence[Listed]) -> dict[str, list[Listed]]:
    """Tables by what they are at; those of games that this version does not know are broken."""
    sorted_: dict[str, list[Listed]] = {"play": [], "lobby": [], "broken": [], "over": [], "away": []}
    for table in tables:
        readable_ = table.slug in GAMES and table.status in sorted_
        sorted_[table.status if readable_ else "broken"].append(table)
    return sorted_
