"""The tables of one house as they stand: in memory, read from the disk where they are not or no longer so."""

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import RLock
from weakref import WeakValueDictionary

from companion.table.model.log import Table
from companion.table.model.permissions import NOBODY, Permissions
from companion.table.service.cache import CachedTable, Memory
from companion.table.service.loading import BROKEN, Unreadable, kept_from, listed, read_on, why
from companion.table.service.notifier import Notifier
from companion.table.storage.store import NotSaved, Store

log = logging.getLogger(__name__)

TABLES_KEPT = 500


class NoSuchTable(Exception):
    """No table has that key."""


NOT_SHOWN = (NoSuchTable, NotSaved, Unreadable)
"""Why a table cannot be shown: it was deleted, the disk does not answer, another version has written."""


class TableRegistry:
    """All tables of one house, to be looked at."""

    def __init__(self, store: Store, bus: Notifier) -> None:
        self.store = store
        self.bus = bus
        self._tables = Memory(TABLES_KEPT)
        self._loading: WeakValueDictionary[str, RLock] = WeakValueDictionary()
        self._operators: set[str] | None = None
        self.changed: Callable[[], None] = lambda: None

    def follow(self, changed: Callable[[], None]) -> None:
        """From now on hears what other processes write; `changed` is called for what is of the house."""
        self.changed = changed
        self.store.database.listen(self._heard, self._look_round)

    def _heard(self, table_id: int, number: int) -> None:
        """Another process has written."""
        if not table_id:
            self._operators = None
            self.changed()
            return
        if not number:
            self._forget(table_id)
            return
        kept = self._tables.heard(table_id, number)
        if kept is not None and kept.behind:
            self.bus.wake(kept.table.key)

    def drop(self, key: str) -> None:
        """What memory holds of a table is so no more: it was deleted, or what it tells was changed for good."""
        self._tables.pop(key, None)
        self.bus.wake(key)

    def _forget(self, table_id: int) -> None:
        kept = self._tables.by_id(table_id)
        if kept is not None:
            self.drop(kept.table.key)

    def _look_round(self) -> None:
        """What was missed while nobody told of it."""
        self._heard(0, 0)
        known = {kept.table.id: kept for kept in list(self._tables.values())}
        latest = self.store.latest_of(list(known))
        for table_id in known:
            if table_id not in latest:
                self._forget(table_id)
            elif latest[table_id]:
                self._heard(table_id, latest[table_id])

    def table(self, key: str) -> Table:
        """The table as it stands, from memory or from its log. Raises NoSuchTable."""
        return self._kept(key).table

    def status(self, key: str) -> str:
        """What lists tell that the table is at: lobby, play, over, away or broken."""
        return self._kept(key).listing.status

    def rights(self, key: str, device: str | None) -> Permissions:
        """What a device may do at a table."""
        kept = self._kept(key)
        return NOBODY if device is None else kept.rights(device, operator=self.is_operator(device))

    def known_by_disk(self, key: str, device: str | None) -> Permissions:
        """The same, read from disk, where another process may have written: to be asked before a hand is shown.

        What memory holds of the table is read anew where it is no longer so.
        """
        kept = self._kept(key)
        if device is None:
            return NOBODY
        latest, rights = self.store.known(kept.table.id, device)
        if rights.operator != self.is_operator(device):
            self._operators = None
        current = (latest, rights) == (kept.table.number, kept.rights(device, operator=rights.operator))
        if not current and kept.turn.acquire(blocking=False):  # else a tap is on its way to the disk, and sees to it
            try:
                self._read_on(kept)
            finally:
                kept.turn.release()
        return rights

    def is_operator(self, device: str) -> bool:
        """Whether a device has the operator's rights now: everything that depends on it asks here.

        Memory knows who is no operator; the disk is asked only about the few that may be.
        """
        if self._operators is None:
            self._operators = self.store.operators()
        return device in self._operators and self.store.is_operator(device)

    def _kept(self, key: str) -> CachedTable:
        kept = self._tables.used(key)
        if kept is None:
            with self._loading.setdefault(key, RLock()):  # a long log is read once, however many ask for it meanwhile
                kept = self._tables.used(key) or self._tables.keep(key, self._load(key))
        elif kept.unsure or kept.behind:
            self._make_sure(kept)
        return kept

    def _load(self, key: str) -> CachedTable:
        found = None
        try:
            found = self.store.load(key)
            if found is None:
                raise NoSuchTable(key)
            kept = kept_from(*found)
        except (NoSuchTable, NotSaved):
            raise
        except Exception as error:
            self._list_as(key, None)
            row = "?" if found is None else found[0].id  # and not its key, which lets one in
            log.error("table %s cannot be read: %s", row, why(error))
            raise Unreadable(key) from None
        if kept.listing.status == BROKEN.status:  # another version could not read it
            self._list_as(key, kept)
        return kept

    def _list_as(self, key: str, kept: CachedTable | None) -> None:
        """Lists tell whether a table can be read. Where that cannot be written, they will the next time."""
        try:
            if kept is None:
                self.store.list_as_broken(key)
            else:
                kept.listing = listed(kept.table)
                self.store.list_as(kept.table.id, kept.listing)
        except NotSaved:
            return

    def _read_on(self, kept: CachedTable) -> None:
        """What other processes have written, after what memory holds."""
        before = kept.table.number
        entries, grants = self.store.since(kept.table.id, before)
        try:
            read_on(kept, entries, grants)
        except Exception:  # or the whole of it, which says what is wrong
            self._read_anew(kept)
        if kept.table.number != before:
            self.bus.wake(kept.table.key)

    def _read_anew(self, kept: CachedTable) -> None:
        """What the disk holds, in place of what memory holds."""
        try:
            kept.take_over(self._load(kept.table.key))
        except Unreadable:
            self._tables.pop(kept.table.key, None)
            raise

    def _make_sure(self, kept: CachedTable) -> None:
        """After a write that has failed, or one of another process: what the disk holds.

        Where the disk cannot be read either, memory holds what everybody was told.
        """
        if not kept.turn.acquire(blocking=False):
            return
        try:
            if kept.behind or self._outdated(kept):
                self._read_on(kept)
            kept.unsure = False
        except NotSaved:
            return
        finally:
            kept.turn.release()

    def _outdated(self, kept: CachedTable) -> bool:
        return self.store.latest(kept.table.id) != kept.table.number

    @contextmanager
    def _turn(self, key: str) -> Iterator[CachedTable]:
        """The table takes one tap after the other. Whoever waited while it was dropped gets it as it is then."""
        while True:
            kept = self._kept(key)
            kept.waiting += 1
            try:
                with kept.turn:
                    if self._tables.get(key) is kept:
                        yield kept
                        return
            finally:
                kept.waiting -= 1

    @contextmanager
    def alone(self, key: str) -> Iterator[None]:
        """Nobody taps at a table meanwhile, whether it can be shown or not."""
        with ExitStack() as turn:
            with suppress(*NOT_SHOWN):
                turn.enter_context(self._turn(key))
            yield
