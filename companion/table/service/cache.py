"""Tables in memory: the table, the results of its operations, and all rights at it.

A table that another version wrote, or that is damaged, affects no other table.
"""

import json
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from threading import RLock
from typing import Any

from sqlalchemy import Row

from companion.games import GAMES
from companion.games.choices import resolve_options
from companion.games.types import InvalidMove
from companion.table.model.entry import Entry
from companion.table.model.log import Table
from companion.table.model.names import COLOURS
from companion.table.model.permissions import NO_PERMISSIONS, Grant, Permissions, permissions_of
from companion.table.service.idempotency import AnswerCache
from companion.table.storage.queries import parse_people
from companion.table.storage.statements import Listing

Operations = dict[str, tuple[int, str]]  # of each idempotency key: the number of its entry and its fingerprint


@dataclass(eq=False, slots=True)
class CachedTable:
    """One table in memory. `lock` is held while a command is handled.

    `listing` is what lists show of it on disk. `uncertain`: a write failed, so the disk may hold more than this.
    `announced` is the latest entry that another process has reported.
    """

    table: Table
    listing: Listing
    operations: Operations
    roles: dict[str, dict[str, int | None]]
    lock: RLock = field(default_factory=RLock)
    answers: AnswerCache = field(default_factory=AnswerCache)
    waiting: int = 0
    uncertain: bool = False
    announced: int = 0

    @property
    def behind(self) -> bool:
        """Whether another process has written more."""
        return self.announced > self.table.number

    def replace_with(self, fresh: "CachedTable") -> None:
        self.table, self.listing = fresh.table, fresh.listing
        self.operations, self.roles = fresh.operations, fresh.roles
        self.uncertain = False

    def rights(self, device: str, *, operator: bool) -> Permissions:
        held = self.roles.get(device)
        if held is None:
            return Permissions(operator=True) if operator else NO_PERMISSIONS
        return permissions_of({**held, "operator": None} if operator else held)

    def holders(self) -> Iterator[Grant]:
        return (Grant(device, role, number) for device, held in self.roles.items() for role, number in held.items())


def apply_grants(roles: dict[str, dict[str, int | None]], grants: Iterable[Grant]) -> None:
    """Apply grants in memory as the statements apply them on disk."""
    for grant in grants:
        others = list(roles) if grant.exclusive else []
        for device in others:
            if roles[device].get(grant.role, ...) == grant.number:
                _remove_role(roles, device, grant.role)
        _remove_role(roles, grant.device, grant.role)
        if not grant.revoked:
            roles.setdefault(grant.device, {})[grant.role] = grant.number


def _remove_role(roles: dict[str, dict[str, int | None]], device: str, role: str) -> None:
    if device in roles:
        roles[device].pop(role, None)
        if not roles[device]:
            del roles[device]


class TableCache(OrderedDict[str, CachedTable]):
    """Least recently used tables by key, limited in number and entries. A table in use stays."""

    def __init__(self, most: int, entries: int = 200_000, finished: int = 100) -> None:
        """Keep at most `most` tables, `finished` games, and so many entries of them all: about 1.5 kB each."""
        super().__init__()
        self.most, self.entries, self.finished = most, entries, finished
        self._keys: dict[int, str] = {}
        self._announced: OrderedDict[int, int] = OrderedDict()

    def by_id(self, table_id: int) -> CachedTable | None:
        return self.get(self._keys.get(table_id, ""))

    def note_write(self, table_id: int, number: int) -> CachedTable | None:
        """Note an entry of another process, and return the table if it is in memory.

        A table that is just being loaded learns of it when it is added.
        """
        cached = self.by_id(table_id)
        if cached is not None:
            cached.announced = max(cached.announced, number)
            return cached
        self._announced[table_id] = max(number, self._announced.pop(table_id, 0))
        if len(self._announced) > self.most:
            self._announced.popitem(last=False)
        return None

    def touch(self, key: str) -> CachedTable | None:
        """Return a table, and mark it as used."""
        cached = self.get(key)
        if cached is not None:
            self.move_to_end(key)
        return cached

    def add(self, key: str, cached: CachedTable) -> CachedTable:
        """Add a table, or return the one that another thread has added."""
        cached = self.setdefault(key, cached)
        self.move_to_end(key)
        self._keys[cached.table.id] = key
        cached.announced = max(cached.announced, self._announced.pop(cached.table.id, 0))
        entries = sum(cached.table.number for cached in self.values())
        finished = sum(cached.listing.status == "over" for cached in self.values())
        for old in [old for old, cached in self.items() if not cached.waiting and old != key]:
            over = self[old].listing.status == "over"
            if len(self) > self.most or entries > self.entries or (over and finished > self.finished):
                evicted = self.pop(old).table
                entries, finished = entries - evicted.number, finished - over
                self._keys.pop(evicted.id, None)
        return cached


BROKEN = Listing("broken")
SLICE = 20  # entries between two pauses
PAUSE = 0.0001  # seconds; with 0, gevent would run fifty slices before it looks for requests


class Unreadable(Exception):
    """The stored table does not fit this version. It stays unchanged."""


def load_table(row: Row[Any], log: list[Entry], grants: list[Grant]) -> CachedTable:
    """Replay a stored log. Raises any exception if it cannot be read."""
    game = GAMES[row.slug]
    options, preferences = json.loads(row.options), resolve_options(json.loads(row.preferences), game.preferences)
    game.start(game.player_range(options)[0], options)
    table = Table(row.id, row.key, row.code, row.slug, options, preferences, row.secret, row.created)
    for entry in log:
        if entry.number % SLICE == 0:
            time.sleep(PAUSE)  # let other requests run during a long log
        table = table.after(entry)
    _check(table)
    operations = {entry.op: (entry.number, entry.sent) for entry in log}
    cached = CachedTable(table, Listing(row.status, parse_people(row.people)), operations, {})
    apply_grants(cached.roles, grants)
    return cached


def append_entries(cached: CachedTable, log: list[Entry], grants: list[Grant]) -> None:
    """Apply entries that another process has written. Raises any exception if they cannot be read."""
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
    """The error without anything that people entered, for the log."""
    return " ".join([type(error).__name__, getattr(error, "reason", "")]).strip()


def table_status(table: Table) -> str:
    if table.roster.away:
        return "away"
    if table.state is None:
        return "lobby"
    return "over" if table.over else "play"


def listing_of(table: Table) -> Listing:
    return Listing(table_status(table), tuple((person.name, person.colour) for person in table.roster.people))
