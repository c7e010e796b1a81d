"""The desk takes what people send: it checks, has it written, and only then says "saved" and wakes the streams."""

import json
import re
import time
from collections.abc import Callable, Mapping
from threading import RLock
from typing import Any

from companion.games import GAMES
from companion.games.kit import Garbled, Refused, Trouble, one_of
from companion.table.bus import Bus
from companion.table.entry import Entry
from companion.table.log import Table
from companion.table.seats import NOBODY, Rights, mark, new_code, new_key, new_secret
from companion.table.store import Grant, NotSaved, Store
from companion.table.takes import take
from companion.table.taps import Done, Forbidden, Sender, Taken, Tap

OPERATION = re.compile(r"[0-9A-Za-z-]{8,64}", re.ASCII)
REMEMBERED = 500


class NoSuchTable(Exception):
    """No table has that key."""


class Conflict(Trouble):
    """The name of an operation that was something else."""


class Desk:
    """All tables of one house. One lock round every write: SQLite has one writer, and nothing yields within it."""

    def __init__(self, store: Store, bus: Bus, clock: Callable[[], float] = time.time) -> None:
        self.store = store
        self.bus = bus
        self._clock = clock
        self._lock = RLock()
        self._tables: dict[str, Table] = {}
        self._rights: dict[tuple[int, str], Rights] = {}

    def table(self, key: str) -> Table:
        """The table as it stands, from memory or from its log. Raises NoSuchTable."""
        with self._lock:
            if key not in self._tables:
                if len(self._tables) >= REMEMBERED:
                    self._tables.pop(next(iter(self._tables)))
                self._tables[key] = self._load(key)
            return self._tables[key]

    def _load(self, key: str) -> Table:
        row = self.store.table(key)
        if row is None:
            raise NoSuchTable(key)
        options, looks = json.loads(row.options), json.loads(row.looks)
        table = Table(row.id, row.key, row.code, row.slug, options, looks, row.secret, row.created)
        for entry in self.store.log(row.id):
            table = table.after(entry)
        return table

    def open(self, device: str, slug: str, options: Mapping[str, Any], looks: Mapping[str, Any]) -> str:
        """A new table whose host is this device; gives its key back. Raises Garbled."""
        one_of(slug, "game", tuple(GAMES))
        GAMES[slug].start(GAMES[slug].seats[0], options)
        key = new_key()
        row = {"key": key, "code": new_code(), "slug": slug, "options": options, "looks": looks}
        with self._lock:
            self.store.open_table({**row, "secret": new_secret(), "created": self._clock()}, Grant(device, "host"))
            self._rights.clear()
        return key

    def rights(self, key: str, device: str | None) -> Rights:
        """What a device may do at a table."""
        table = self.table(key)
        if device is None:
            return NOBODY
        with self._lock:
            if (table.id, device) not in self._rights:
                if len(self._rights) >= 10 * REMEMBERED:
                    self._rights.clear()
                self._rights[table.id, device] = self.store.rights(table.id, device)
            return self._rights[table.id, device]

    def make_house(self, device: str) -> None:
        """Lets a device run this house: it came by the link in the terminal."""
        with self._lock:
            self.store.make_house(device)
            self._rights.clear()

    def send(self, key: str, device: str, tap: Tap) -> int:
        """Takes a tap and gives the number of its entry back, the first one's where it was sent before.

        Raises Garbled, Refused, Stale, Forbidden, Conflict, NotSaved or NoSuchTable; then nothing was stored.
        """
        _named(tap.op)
        with self._lock:
            table = self.table(key)
            sent = mark(table.secret, json.dumps([device, tap.kind, tap.base, sorted(tap.fields.items())]))
            known = self.store.operation(table.id, tap.op)
            if known is not None:
                return _repeated(known, sent)
            sender = Sender(device, self.rights(key, device), lambda: self.store.holders(table.id))
            try:
                taken = take(table, sender, tap)
            except Done:
                return table.number
            number = self._write(table, taken.kind or tap.kind, taken, tap.op, sent)
        self.bus.wake(key)
        return number

    def _write(self, table: Table, kind: str, taken: Taken, op: str, sent: str) -> int:
        number = table.number + 1
        entry = Entry(number, kind, taken.by, taken.body, op, sent, self._clock())
        after = table.after(entry)
        try:
            self.store.append(table.id, entry, stage(after), taken.grants)
        except NotSaved:
            self._tables.pop(table.key, None)  # what the disk holds is read again
            raise
        finally:
            if taken.grants:
                self._rights.clear()
        self._tables[table.key] = after
        return number

    def again(self, key: str, device: str, op: str) -> str:
        """A new table with the same people in their seats; gives its key back. The old one tells everybody."""
        _named(op)
        with self._lock:
            table = self.table(key)
            rights = self.rights(key, device)
            if table.house.again is not None:
                return table.house.again
            if rights.person is None and not rights.host:
                raise Forbidden("no-seat")
            if stage(table) != "over":
                raise Refused("not-over")
            if self.store.operation(table.id, op) is not None:
                raise Conflict("other-content")
            fresh = self._again(table, rights, op)
        self.bus.wake(key)
        return fresh

    def _again(self, table: Table, rights: Rights, op: str) -> str:
        holders = self.store.holders(table.id)
        host = next(grant.device for grant in holders if grant.role == "host")
        fresh = ""
        try:
            with self.store.together():
                fresh = self.open(host, table.slug, table.options, table.looks)
                self._seat_again(table, fresh, holders)
                self._write(table, "again", Taken({"key": fresh}, by=rights.person), op, "")
        finally:  # saved or not: what the disk holds is read again
            for key in (table.key, fresh):
                self._tables.pop(key, None)
            self._rights.clear()
        return fresh

    def _seat_again(self, old: Table, fresh: str, holders: list[Grant]) -> None:
        hosts = tuple(Grant(grant.device, "host") for grant in holders if grant.role == "host")
        for id_, person in enumerate(old.house.people):
            held = [Grant(g.device, "seat", id_) for g in holders if g.role == "seat" and g.number == person.id]
            body = {"name": person.name, "colour": person.colour, "phone": person.phone}
            taken = Taken(body, (*held, *(hosts if id_ == 0 else ())), id_)
            self._write(self.table(fresh), "sit", taken, f"again-{id_:08d}", "")


def _named(op: str) -> None:
    if not OPERATION.fullmatch(op):
        raise Garbled("operation")


def _repeated(known: tuple[int, str], sent: str) -> int:
    number, first = known
    if first != sent:
        raise Conflict("other-content")
    return number


def stage(table: Table) -> str:
    """lobby, play or over."""
    if table.state is None:
        return "lobby"
    return "play" if table.game.asks(table.state) else "over"
