"""The lists of the start page: unfinished tables, then results as cards. No table's log is read for them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from babel import Locale
from markupsafe import Markup

from companion.games import GAMES
from companion.records.scoring import standings
from companion.stats.external_formats import display_names
from companion.table.model.game_result import GameResult, known_games
from companion.table.model.permissions import NO_PERMISSIONS, Permissions
from companion.table.service.table_service import TableService
from companion.table.storage.queries import Listed
from companion.web.live import public_page

PAGE_SIZE = 30
"""Tables and results on a page."""


@dataclass(frozen=True, slots=True)
class Card:
    """A result, with the players' names as the device knows them, and what the device may do with it."""

    result: GameResult
    names: tuple[str, ...]
    may_print: bool
    may_play_again: bool
    may_delete: bool


@lru_cache(1_000)
def render_card(card: Card, lang: str, region: Locale) -> Markup:
    """Render a card in a language, with its date as usual in a region, once for all devices that may do the same."""
    result = card.result
    people = [{"name": name, "colour": colour} for name, colour in zip(card.names, result.colours, strict=True)]
    values = {"card": card, "result": result, "game": GAMES[result.slug], "people": people, "region": region}
    template = public_page.environment(lang).get_template("lobby/result_card.html")
    return Markup(template.render(values, standings=standings(result.scores)))


@dataclass(frozen=True, slots=True)
class TableList:
    """A page of what a device may see: `tables` by status, result `cards`, `rights` by table key.

    `archived` is the number of archived tables, `played` the `GameResult.kind` of all its results, each once.
    """

    tables: dict[str, list[Listed]]
    cards: list[Card]
    rights: dict[str, Permissions]
    archived: int
    more: bool
    played: tuple[tuple[str, str], ...] = ()

    @property
    def slugs(self) -> list[str]:
        """The games on the page, each once."""
        open_tables = [*self.tables["play"], *self.tables["lobby"]]
        return sorted({*(table.slug for table in open_tables), *(card.result.slug for card in self.cards)})

    def may_archive(self, table: Listed) -> bool:
        return _runs(self.rights[table.key])


def start_list(service: TableService, device: str, page: int) -> TableList:
    """Return a page, counted from 1: unfinished tables first, then results from the latest. Raises NotSaved."""
    first = PAGE_SIZE * (page - 1)
    results = known_games(service.results.visible_to(device))  # first, since this marks unreadable tables as broken
    tables = service.store.list_tables(device, first, PAGE_SIZE, "untold")
    before = service.store.count_tables(device, "untold")
    start = max(0, first - before)
    shown = results[start : start + PAGE_SIZE - len(tables)] if first + PAGE_SIZE > before else []
    rights = service.store.rights_at(device, [*(table.key for table in tables), *(result.key for result in shown)])
    aliases = service.results.aliases_for(device) if shown else {}
    return TableList(
        by_status(tables),
        [_card(result, display_names(result, aliases), rights.get(result.key, NO_PERMISSIONS)) for result in shown],
        rights,
        archived=service.store.count_tables(device, "away"),
        more=before + len(results) > first + PAGE_SIZE,
        played=tuple(sorted({result.kind for result in results})),
    )


def archived_list(service: TableService, device: str, page: int) -> TableList:
    """Return a page of the archived tables. Raises NotSaved."""
    tables = service.store.list_tables(device, PAGE_SIZE * (page - 1), PAGE_SIZE, "away")
    count = service.store.count_tables(device, "away")
    rights = service.store.rights_at(device, [table.key for table in tables])
    return TableList(by_status(tables), [], rights, count, count > PAGE_SIZE * page)


def _card(result: GameResult, names: tuple[str, ...], rights: Permissions) -> Card:
    seated = rights.host or rights.person is not None
    return Card(result, names, not rights.stranger, seated, _runs(rights))


def _runs(rights: Permissions) -> bool:
    """Return whether a device is the operator's, or the host's and not lent."""
    return rights.hosting or rights.operator


def by_status(tables: Sequence[Listed]) -> dict[str, list[Listed]]:
    """Group tables by status; those of unknown games count as broken."""
    groups: dict[str, list[Listed]] = {"play": [], "lobby": [], "broken": [], "over": [], "away": []}
    for table in tables:
        known = table.slug in GAMES and table.status in groups
        groups[table.status if known else "broken"].append(table)
    return groups
