"""What memory holds of tables: the table itself, the names of its operations, and who may do what at it."""

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

Operations = dict[str, tuple[int, str]]
"""Of each operation the number of its entry and its fingerprint."""


@dataclass(eq=False, slots=True)
class CachedTable:
    """One table in memory. `turn` is held by the tap that is being taken.

    `listing` is what lists tell of it on disk. `unsure`: a write has failed, so the disk may hold more than this.
    `heard` is the number of the latest entry of which another process has told.
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
        """Whether another process has written more than this."""
        return self.announced > self.table.number

    def replace_with(self, fresh: "CachedTable") -> None:
        """What the disk holds, in place of what memory held."""
        self.table, self.listing = fresh.table, fresh.listing
        self.operations, self.roles = fresh.operations, fresh.roles
        self.uncertain = False

    def rights(self, device: str, *, operator: bool) -> Permissions:
        """What a device may do at this table."""
        held = self.roles.get(device)
        if held is None:
            return Permissions(operator=True) if operator else NO_PERMISSIONS
        return permissions_of({**held, "operator": None} if operator else held)

    def holders(self) -> Iterator[Grant]:
        """Every right at this table."""
        return (Grant(device, role, number) for device, held in self.roles.items() for role, number in held.items())


def apply_grants(roles: dict[str, dict[str, int | None]], grants: Iterable[Grant]) -> None:
    """Who holds what, once these are written: as the statements for the disk do it."""
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
    """Tables by key, those that were used last at the end; the others leave. One that takes a tap stays."""

    def __init__(self, most: int, entries: int = 200_000) -> None:
        """Keeps so many tables at most, and so many entries of them all: about 0.5 kB each."""
        super().__init__()
        self.most, self.entries = most, entries
        self._keys: dict[int, str] = {}
        self._announced: OrderedDict[int, int] = OrderedDict()

    def by_id(self, table_id: int) -> CachedTable | None:
        """A table that is in memory, by its row."""
        return self.get(self._keys.get(table_id, ""))

    def note_write(self, table_id: int, number: int) -> CachedTable | None:
        """Another process has told of an entry at a table; gives the table back, where it is in memory.

        One that is being read just now gets to know when it is kept.
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
        """A table that is in memory."""
        cached = self.get(key)
        if cached is not None:
            self.move_to_end(key)
        return cached

    def add(self, key: str, cached: CachedTable) -> CachedTable:
        """One more table, or the one that somebody else has read meanwhile."""
        cached = self.setdefault(key, cached)
        self.move_to_end(key)
        self._keys[cached.table.id] = key
        cached.announced = max(cached.announced, self._announced.pop(cached.table.id, 0))
        held = sum(cached.table.number for cached in self.values())
        for old in [old for old, cached in self.items() if not cached.waiting and old != key]:
            if len(self) <= self.most and held <= self.entries:
                break
            gone = self.pop(old).table
            held -= gone.number
            self._keys.pop(gone.id, None)
        return cached


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
