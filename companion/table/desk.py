"""The desk takes what people send: it checks, has it written, and only then says "saved" and wakes the streams."""

import json
import logging
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from companion.games import GAMES
from companion.games.kit import Garbled, Refused, Trouble, one_of
from companion.table.again import held_again, seated_again
from companion.table.bus import Bus
from companion.table.commands import Command, Done, Draft, Forbidden, Sender
from companion.table.commands import Conflict as Conflict
from companion.table.entry import Entry
from companion.table.handlers import handle
from companion.table.kept import Kept, Memory, granted
from companion.table.log import Table
from companion.table.reading import BROKEN, Unreadable, kept_from, why
from companion.table.rights import NOBODY, Grant, Rights
from companion.table.store import NotSaved, Store
from companion.table.tokens import mark, new_code, new_key, new_secret
from companion.table.writes import Listing, Outrun, Statements, opened

log = logging.getLogger(__name__)

OPERATION = re.compile(r"[0-9A-Za-z-]{8,64}", re.ASCII)
TABLES_KEPT = 500
TRIES = 10
"""So often a tap is checked anew where other processes write at the same table."""


class NoSuchTable(Exception):
    """No table has that key."""


class Desk:
    """All tables of one house. A table takes one tap after the other; nothing else waits for the disk."""

    def __init__(self, store: Store, bus: Bus, clock: Callable[[], float] = time.time) -> None:
        self.store = store
        self.bus = bus
        self._clock = clock
        self._tables = Memory(TABLES_KEPT)
        self._operators: set[str] | None = None

    def table(self, key: str) -> Table:
        """The table as it stands, from memory or from its log. Raises NoSuchTable."""
        return self._kept(key).table

    def rights(self, key: str, device: str | None) -> Rights:
        """What a device may do at a table."""
        kept = self._kept(key)
        return NOBODY if device is None else kept.rights(device, operator=self._is_operator(device))

    def known_by_disk(self, key: str, device: str | None) -> Rights:
        """The same, read from disk, where another process may have written: to be asked before a hand is shown.

        What memory holds of the table is read anew where it is no longer so.
        """
        kept = self._kept(key)
        if device is None:
            return NOBODY
        latest, rights = self.store.known(kept.table.id, device)
        if rights.operator != self._is_operator(device):
            self._operators = None
        current = (latest, rights) == (kept.table.number, kept.rights(device, operator=rights.operator))
        if not current and kept.turn.acquire(blocking=False):  # else a tap is on its way to the disk, and sees to it
            try:
                self._read_anew(kept)
            finally:
                kept.turn.release()
        return rights

    def _is_operator(self, device: str) -> bool:
        if self._operators is None:
            self._operators = self.store.operators()
        return device in self._operators

    def _kept(self, key: str) -> Kept:
        kept = self._tables.used(key)
        if kept is None:
            kept = self._tables.keep(key, self._load(key))
        elif kept.unsure:
            self._make_sure(kept)
        return kept

    def _load(self, key: str) -> Kept:
        try:
            found = self.store.load(key)
            if found is None:
                raise NoSuchTable(key)
            kept = kept_from(*found)
        except (NoSuchTable, NotSaved):
            raise
        except Exception as error:
            self._list_as(key, None)
            log.error("table %s cannot be read: %s", key, why(error))
            raise Unreadable(key) from None
        if kept.listing.status == BROKEN.status:  # another version could not read it
            self._list_as(key, kept)
        return kept

    def _list_as(self, key: str, kept: Kept | None) -> None:
        """Lists tell whether a table can be read. Where that cannot be written, they will the next time."""
        try:
            if kept is None:
                self.store.list_as_broken(key)
            else:
                kept.listing = listed(kept.table)
                self.store.list_as(kept.table.id, kept.listing)
        except NotSaved:
            return

    def _read_anew(self, kept: Kept) -> None:
        """What the disk holds, in place of what memory holds."""
        before = kept.table.number
        try:
            kept.take_over(self._load(kept.table.key))
        except Unreadable:
            self._tables.pop(kept.table.key, None)
            raise
        if kept.table.number != before:
            self.bus.wake(kept.table.key)

    def _make_sure(self, kept: Kept) -> None:
        """After a write that has failed. Where the disk cannot be read either, memory holds what everybody was told."""
        if not kept.turn.acquire(blocking=False):
            return
        try:
            if self._outdated(kept):
                self._read_anew(kept)
            kept.unsure = False
        except NotSaved:
            return
        finally:
            kept.turn.release()

    def _outdated(self, kept: Kept) -> bool:
        return self.store.latest(kept.table.id) != kept.table.number

    @contextmanager
    def _turn(self, key: str) -> Iterator[Kept]:
        """The table takes one tap after the other."""
        kept = self._kept(key)
        kept.waiting += 1
        try:
            with kept.turn:
                yield kept
        finally:
            kept.waiting -= 1

    def open(self, device: str, slug: str, options: Mapping[str, Any], preferences: Mapping[str, Any]) -> str:
        """A new table whose host is this device; gives its key back. Raises Garbled."""
        one_of(slug, "game", tuple(GAMES))
        GAMES[slug].start(GAMES[slug].players[0], options)
        row = self._row(slug, options, preferences)
        self.store.open_table(row, Grant(device, "host"))
        return str(row["key"])

    def _row(self, slug: str, options: Mapping[str, Any], preferences: Mapping[str, Any]) -> dict[str, Any]:
        row = {"key": new_key(), "code": new_code(), "slug": slug, "options": options, "looks": preferences}
        return {**row, "secret": new_secret(), "created": self._clock()}

    def make_operator(self, device: str) -> None:
        """Lets a device run this house: it came by the link in the terminal."""
        self.store.make_operator(device)
        self._operators = None

    def send(self, key: str, device: str, command: Command) -> int:
        """Takes a tap and gives the number of its entry back, the first one's where it was sent before.

        Raises Garbled, Refused, Stale, Forbidden, Conflict, NotSaved or NoSuchTable; then nothing was stored.
        """
        _named(command.op)
        with self._turn(key) as kept:
            before, table = kept.table.number, kept.table
            sent = mark(table.secret, json.dumps([device, command.kind, command.slot, sorted(command.fields.items())]))
            number = self._first(kept, command.op, sent)
            if number is None:
                number = self._answer(kept, device, command, sent)
        if kept.table.number != before:
            self.bus.wake(key)
        return number

    def _first(self, kept: Kept, op: str, sent: str) -> int | None:
        """The number that an operation got. Raises what it was refused with."""
        if op not in kept.operations:
            return kept.answers.first(op, sent)
        number, first = kept.operations[op]
        if first != sent:
            raise Conflict("other-content")
        return number

    def _answer(self, kept: Kept, device: str, command: Command, sent: str) -> int:
        """The first answer to a tap: the number of its entry, or why there is none."""
        for _ in range(TRIES):
            if command.op in kept.operations:
                break
            try:
                return self._take(kept, device, command, sent)
            except Outrun:
                self._read_anew(kept)
            except (Trouble, Done) as trouble:
                if self._outdated(kept):  # nobody is refused for what another process has changed
                    self._read_anew(kept)
                    continue
                known = device if kept.held.get(device, {}).keys() & {"host", "seat"} else None
                answer = trouble if isinstance(trouble, Trouble) else kept.table.number
                kept.answers.keep(known, command.op, sent, answer)
                if isinstance(answer, int):
                    return answer
                raise
        number = self._first(kept, command.op, sent)
        if number is None:
            raise NotSaved("other processes were always faster")
        return number

    def _take(self, kept: Kept, device: str, command: Command, sent: str) -> int:
        sender = Sender(device, kept.rights(device, operator=self._is_operator(device)), kept.holders)
        taken = handle(kept.table, sender, command)
        return self._write(kept, taken.kind or command.kind, taken, command.op, sent)

    def _write(self, kept: Kept, kind: str, taken: Draft, op: str, sent: str, more: Statements = ()) -> int:
        """One entry more. What it makes of the table is seen by nobody before the disk has it."""
        entry = Entry(kept.table.number + 1, kind, taken.by, taken.body, op, sent, self._clock())
        after = kept.table.after(entry)
        listing = listed(after)
        try:
            self.store.append(after.id, entry, listing if listing != kept.listing else None, taken.grants, more)
        except BaseException:
            kept.unsure = True
            raise
        granted(kept.held, taken.grants)
        kept.operations[op] = (entry.number, sent)
        kept.table, kept.listing = after, listing
        return entry.number

    def again(self, key: str, device: str, op: str) -> str:
        """A new table with the same people in their seats; gives its key back. The old one tells everybody."""
        _named(op)
        with self._turn(key) as kept:
            for _ in range(TRIES):
                if kept.table.party.again is not None:
                    return kept.table.party.again
                try:
                    fresh = self._again(kept, device, op)
                    break
                except Outrun:
                    self._read_anew(kept)
            else:
                raise NotSaved("other processes were always faster")
        self.bus.wake(key)
        return fresh

    def _again(self, kept: Kept, device: str, op: str) -> str:
        old, rights = kept.table, kept.rights(device, operator=False)
        if rights.person is None and not rights.host:
            raise Forbidden("no-seat")
        if status(old) != "over":
            raise Refused("not-over")
        if op in kept.operations:
            raise Conflict("other-content")
        row = self._row(old.slug, old.options, old.preferences)
        entries = seated_again(old, self._clock())
        listing = Listing("lobby", listed(old).people)
        table = opened(row, entries, listing, held_again(old, kept.holders()))
        self._write(kept, "again", Draft({"key": row["key"]}, by=rights.person), op, "", table)
        return str(row["key"])


def _named(op: str) -> None:
    if not OPERATION.fullmatch(op):
        raise Garbled("operation")


def status(table: Table) -> str:
    """lobby, play or over."""
    if table.state is None:
        return "lobby"
    return "play" if table.game.asks(table.state) else "over"


def listed(table: Table) -> Listing:
    """What lists tell of a table."""
    return Listing(status(table), tuple((person.name, person.colour) for person in table.party.people))
