"""All tables, from memory or loaded from the database when missing or outdated."""

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import RLock
from weakref import WeakValueDictionary

from companion.table.model.log import Table
from companion.table.model.permissions import NO_PERMISSIONS, Permissions
from companion.table.service.cache import (
    BROKEN,
    CachedTable,
    TableCache,
    Unreadable,
    append_entries,
    describe_error,
    listing_of,
    load_table,
)
from companion.table.service.notifier import Notifier
from companion.table.storage.store import NotSaved, Store

log = logging.getLogger(__name__)

CACHED_TABLES = 500


class NoSuchTable(Exception):
    """No table has that key."""


NOT_SHOWN = (NoSuchTable, NotSaved, Unreadable)  # deleted, database unavailable, written by another version


class TableRegistry:
    """Read access to all tables."""

    def __init__(self, store: Store, notifier: Notifier) -> None:
        self.store = store
        self.notifier = notifier
        self._tables = TableCache(CACHED_TABLES)
        self._loading: WeakValueDictionary[str, RLock] = WeakValueDictionary()
        self._operators: set[str] | None = None
        self.on_change: Callable[[], None] = lambda: None

    def listen(self, on_change: Callable[[], None]) -> None:
        """Listen to writes of other processes; `on_change` is called for those that concern no table."""
        self.on_change = on_change
        self.store.database.listen(self._handle_write, self._check_all)

    def _handle_write(self, table_id: int, number: int) -> None:
        if not table_id:
            self._operators = None
            self.on_change()
            return
        if not number:
            self._drop_by_id(table_id)
            return
        cached = self._tables.note_write(table_id, number)
        if cached is not None and cached.behind:
            self.notifier.wake(cached.table.key)

    def drop(self, key: str) -> None:
        """Forget the cached table, since it was deleted or rewritten."""
        self._tables.pop(key, None)
        self.notifier.wake(key)

    def _drop_by_id(self, table_id: int) -> None:
        cached = self._tables.by_id(table_id)
        if cached is not None:
            self.drop(cached.table.key)

    def _check_all(self) -> None:
        """Check everything after notifications may have been lost."""
        self._handle_write(0, 0)
        known = {cached.table.id: cached for cached in list(self._tables.values())}
        latest = self.store.latest_numbers(list(known))
        for table_id in known:
            if table_id not in latest:
                self._drop_by_id(table_id)
            elif latest[table_id]:
                self._handle_write(table_id, latest[table_id])

    def table(self, key: str) -> Table:
        """The current table. Raises NoSuchTable."""
        return self._cached(key).table

    def status(self, key: str) -> str:
        """lobby, play, over, away or broken."""
        return self._cached(key).listing.status

    def rights(self, key: str, device: str | None) -> Permissions:
        cached = self._cached(key)
        return NO_PERMISSIONS if device is None else cached.rights(device, operator=self.is_operator(device))

    def stored_rights(self, key: str, device: str | None) -> Permissions:
        """The stored permissions, also if another process wrote them: required before a hand is shown.

        Reloads the cached table if it is outdated.
        """
        cached = self._cached(key)
        if device is None:
            return NO_PERMISSIONS
        latest, rights = self.store.load_rights(cached.table.id, device)
        if rights.operator != self.is_operator(device):
            self._operators = None
        current = (latest, rights) == (cached.table.number, cached.rights(device, operator=rights.operator))
        if not current and cached.lock.acquire(blocking=False):  # otherwise the command that holds it reloads
            try:
                self._load_new_entries(cached)
            finally:
                cached.lock.release()
        return rights

    def is_operator(self, device: str) -> bool:
        """Whether a device has the operator's rights now.

        Only devices that may have them are looked up in the database.
        """
        if self._operators is None:
            self._operators = self.store.operators()
        return device in self._operators and self.store.is_operator(device)

    def _cached(self, key: str) -> CachedTable:
        cached = self._tables.touch(key)
        if cached is None:
            with self._loading.setdefault(key, RLock()):  # several requests load a table once
                cached = self._tables.touch(key) or self._tables.add(key, self._load(key))
        elif cached.uncertain or cached.behind:
            self._refresh(cached)
        return cached

    def _load(self, key: str) -> CachedTable:
        found = None
        try:
            found = self.store.load(key)
            if found is None:
                raise NoSuchTable(key)
            cached = load_table(*found)
        except (NoSuchTable, NotSaved):
            raise
        except Exception as error:
            self._update_listing(key, None)
            row = "?" if found is None else found[0].id  # not the key, which grants access
            log.error("table %s cannot be read: %s", row, describe_error(error))
            raise Unreadable(key) from None
        if cached.listing.status == BROKEN.status:  # another version could not read it
            self._update_listing(key, cached)
        return cached

    def _update_listing(self, key: str, cached: CachedTable | None) -> None:
        """Store whether a table can be read. If that fails, the next load tries again."""
        try:
            if cached is None:
                self.store.mark_broken(key)
            else:
                cached.listing = listing_of(cached.table)
                self.store.update_listing(cached.table.id, cached.listing)
        except NotSaved:
            return

    def _load_new_entries(self, cached: CachedTable) -> None:
        """Apply the entries of other processes."""
        before = cached.table.number
        entries, grants = self.store.load_after(cached.table.id, before)
        try:
            append_entries(cached, entries, grants)
        except Exception:  # a full load reports what is wrong
            self._reload(cached)
        if cached.table.number != before:
            self.notifier.wake(cached.table.key)

    def _reload(self, cached: CachedTable) -> None:
        try:
            cached.replace_with(self._load(cached.table.key))
        except Unreadable:
            self._tables.pop(cached.table.key, None)
            raise

    def _refresh(self, cached: CachedTable) -> None:
        """Load what a failed write, or another process, may have stored.

        If the database cannot be read, the cached table stays.
        """
        if not cached.lock.acquire(blocking=False):
            return
        try:
            if cached.behind or self._outdated(cached):
                self._load_new_entries(cached)
            cached.uncertain = False
        except NotSaved:
            return
        finally:
            cached.lock.release()

    def _outdated(self, cached: CachedTable) -> bool:
        return self.store.latest_number(cached.table.id) != cached.table.number

    @contextmanager
    def _locked(self, key: str) -> Iterator[CachedTable]:
        """Lock a table for one command. If it was dropped meanwhile, it is loaded again."""
        while True:
            cached = self._cached(key)
            cached.waiting += 1
            try:
                with cached.lock:
                    if self._tables.get(key) is cached:
                        yield cached
                        return
            finally:
                cached.waiting -= 1

    @contextmanager
    def exclusive(self, key: str) -> Iterator[None]:
        """Lock a table, also if it cannot be read."""
        with ExitStack() as turn:
            with suppress(*NOT_SHOWN):
                turn.enter_context(self._locked(key))
            yield
