"""All results in memory: loaded once, and again when a row changes."""

import logging
from collections.abc import Callable
from contextlib import suppress
from threading import Lock

from companion.table.model.game_result import GameResult, compute_result, possible_hashes
from companion.table.model.names import restrict_aliases
from companion.table.service.cache import Unreadable, describe_error, load_table
from companion.table.storage import results
from companion.table.storage.queries import is_operator
from companion.table.storage.statements import ConcurrentWriteError
from companion.table.storage.store import NotSaved, Store

log = logging.getLogger(__name__)


ROWS_AT_ONCE = 100  # rows read before other greenlets run


class GameResults:
    """The results of finished games; all processes see the same."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._pause: Callable[[], None] = lambda: None
        self._turn = Lock()
        self._known: dict[int, GameResult] = {}
        self._stamps: dict[int, int] = {}
        self._sum: tuple[int, int] | None = None
        self._complete = False

    def visible_to(self, device: str | None) -> list[GameResult]:
        """The results that a device may see, all for the operator, latest first. Raises NotSaved."""
        if device is None:
            return []
        with self._store.reading() as db:
            own = results.visible_tables(db, device)
        return [result for result in self.all() if own is None or result.table in own]

    def all(self) -> list[GameResult]:
        """All results, latest first. Raises NotSaved."""
        if not self._complete:
            self.compute_missing()
        with self._turn:
            self._refresh()
        return sorted(self._known.values(), key=lambda result: (result.began, result.table), reverse=True)

    def aliases(self) -> dict[str, str]:
        with self._store.reading() as db:
            return results.load_aliases(db)

    def aliases_for(self, device: str | None) -> dict[str, str]:
        """The aliases that a device may know: all for the operator.

        Others only see which names of their own tables are one person. Raises NotSaved.
        """
        if device is None:
            return {}
        with self._store.reading() as db:
            known, all_of_it = results.load_aliases(db), is_operator(db, device)
        if all_of_it or not known:
            return known
        return restrict_aliases((name for result in self.visible_to(device) for name in result.names), known)

    def find_duplicate(self, result: GameResult) -> str | None:
        """The table with the same record, also if somebody was erased since."""
        with self._store.reading() as db:
            return results.find_by_mark(db, possible_hashes(result))

    def compute_missing_in_background(self, pause: Callable[[], None]) -> int:
        """Compute missing results in small steps; meanwhile `all` returns the others. Raises NotSaved."""
        self._pause, self._complete = pause, True
        try:
            self.all()
            return self.compute_missing()
        except NotSaved:
            self._complete = False  # the next caller computes them
            raise

    def compute_missing(self) -> int:
        """Compute results that are missing or of another version, and return how many. Raises NotSaved."""
        with self._store.reading() as db:
            lacking = results.keys_without_result(db)
        done = 0
        for key in lacking:
            with suppress(ConcurrentWriteError):  # changed or computed meanwhile
                done += self._compute(key)
            self._pause()
        self._complete = True
        return done

    def _compute(self, key: str) -> bool:
        with self._store.reading() as db:
            lacks = results.lacks_result(db, key)
        try:
            found = compute_stored_result(self._store, key) if lacks else None
        except Unreadable:
            with suppress(NotSaved):  # retried at the next start
                self._store.mark_broken(key)
            return False
        if found is not None:
            result, number = found
            self._store.write(
                *results.replace_statements(result), must_match=results.require_latest(result.table, number)
            )
        return found is not None

    def _refresh(self) -> None:
        with self._store.reading() as db:
            sum_ = results.results_version(db)
            if sum_ == self._sum:
                return
            stamps = results.stamps(db)
        changed = sorted(table for table, stamp in stamps.items() if self._stamps.get(table) != stamp)
        fresh: dict[int, GameResult] = {}
        for first in range(0, len(changed), ROWS_AT_ONCE):
            with self._store.reading() as db:
                fresh |= {result.table: result for result in results.read(db, changed[first : first + ROWS_AT_ONCE])}
            self._pause()
        unchanged = {table: result for table, result in self._known.items() if table in stamps}
        self._known, self._stamps, self._sum = unchanged | fresh, stamps, sum_


def compute_stored_result(store: Store, key: str) -> tuple[GameResult, int] | None:
    """Compute a result from a stored log, with the number of its latest entry. None if unfinished or deleted.

    Raises NotSaved and Unreadable.
    """
    found = None
    try:
        found = store.load(key)
        if found is None:
            return None
        table = load_table(*found).table
        result = compute_result(table)
    except NotSaved:
        raise
    except Exception as error:  # another version may have written anything
        log.error("table %s cannot be remembered: %s", "?" if found is None else found[0].id, describe_error(error))
        raise Unreadable(key) from None
    return None if result is None else (result, table.number)
