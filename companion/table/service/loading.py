"""A table from what the disk holds of it. What another version wrote, or a fault of the disk, harms no other table."""

import json
import time
from typing import Any

from sqlalchemy import Row

from companion.games import GAMES
from companion.games.choices import resolve_options
from companion.games.types import InvalidMove
from companion.table.model.colours import COLOURS
from companion.table.model.entry import Entry
from companion.table.model.log import Table
from companion.table.model.permissions import Grant
from companion.table.service.cache import CachedTable, apply_grants
from companion.table.storage.queries import parse_people
from companion.table.storage.statements import Listing

BROKEN = Listing("broken")
SLICE = 20
"""Entries of a log that are read in one go."""
PAUSE = 0.0001
"""Seconds between two slices. With 0, gevent runs fifty of them before it looks for requests."""


class Unreadable(Exception):
    """What is kept of a table does not fit this version. It stays as it is."""


def load_table(row: Row[Any], log: list[Entry], grants: list[Grant]) -> CachedTable:
    """A table for the memory, played through from its first entry. Raises anything where it cannot be read."""
    game = GAMES[row.slug]
    options, preferences = json.loads(row.options), resolve_options(json.loads(row.preferences), game.preferences)
    game.start(game.players[0], options)
    table = Table(row.id, row.key, row.code, row.slug, options, preferences, row.secret, row.created)
    for entry in log:
        if entry.number % SLICE == 0:
            time.sleep(PAUSE)  # a long log must not hold up everybody else at this server
        table = table.after(entry)
    _check(table)
    operations = {entry.op: (entry.number, entry.sent) for entry in log}
    cached = CachedTable(table, Listing(row.status, parse_people(row.people)), operations, {})
    apply_grants(cached.roles, grants)
    return cached


def append_entries(cached: CachedTable, log: list[Entry], grants: list[Grant]) -> None:
    """The same table, with what another process has written since. Raises anything where it cannot be read."""
    table = cached.table
    for entry in log:
        table = table.after(entry)
    _check(table)
    roles: dict[str, dict[str, int | None]] = {}
    apply_grants(roles, grants)
    operations = cached.operations | {entry.op: (entry.number, entry.sent) for entry in log}
    cached.replace_with(CachedTable(table, listing_of(table), operations, roles))


def _check(table: Table) -> None:
    for person in table.roster.people:
        if person.colour not in COLOURS or not isinstance(person.name, str):
            raise InvalidMove("not-one-of", key="colour", expected=", ".join(COLOURS))
    if table.state is not None:
        table.redacted_for(None)


def describe_error(error: Exception) -> str:
    """What a log may tell of it: never what was entered."""
    return " ".join([type(error).__name__, getattr(error, "reason", "")]).strip()


def table_status(table: Table) -> str:
    """lobby, play or over, or away."""
    if table.roster.away:
        return "away"
    if table.state is None:
        return "lobby"
    return "over" if table.over else "play"


def listing_of(table: Table) -> Listing:
    """What lists tell of a table."""
    return Listing(table_status(table), tuple((person.name, person.colour) for person in table.roster.people))
