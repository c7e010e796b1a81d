"""The evenings of a house in memory: read once, and again only where a row has changed."""

import logging
from collections.abc import Callable
from contextlib import suppress
from threading import Lock

from companion.table.model.aliases import among_typed
from companion.table.model.game_result import GameResult, evening, marks_of
from companion.table.service.loading import Unreadable, kept_from, why
from companion.table.storage import results
from companion.table.storage.queries import is_operator
from companion.table.storage.statements import ConcurrentWriteError
from companion.table.storage.store import NotSaved, Store

log = logging.getLogger(__name__)


SOME = 100
"""So many rows are read at once; then others may go on."""


class GameResults:
    """What is remembered. All processes of a house see the same."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._pause: Callable[[], None] = lambda: None
        self._turn = Lock()
        self._known: dict[int, GameResult] = {}
        self._stamps: dict[int, int] = {}
        self._sum: tuple[int, int] | None = None
        self._complete = False

    def seen_by(self, device: str | None) -> list[GameResult]:
        """The evenings of a device, all for the operator, the latest first. Raises NotSaved."""
        if device is None:
            return []
        with self._store.reading() as db:
            own = results.seen_by(db, device)
        return [one for one in self.all() if own is None or one.table in own]

    def all(self) -> list[GameResult]:
        """All of the house, the latest first. Raises NotSaved."""
        if not self._complete:
            self.catch_up()
        with self._turn:  # who comes meanwhile has it then as well
            self._refresh()
        return sorted(self._known.values(), key=lambda one: (one.began, one.table), reverse=True)

    def names(self) -> dict[str, str]:
        """Under which name somebody is known, by the name that was typed, without regard to case."""
        with self._store.reading() as db:
            return results.known_as(db)

    def names_for(self, device: str | None) -> dict[str, str]:
        """The same, where a device may know: the operator alone sees the names that the operator gave.

        All others see who is one person under names that were typed at their own tables. Raises NotSaved.
        """
        if device is None:
            return {}
        with self._store.reading() as db:
            known, all_of_it = results.known_as(db), is_operator(db, device)
        if all_of_it or not known:
            return known
        return among_typed((name for one in self.seen_by(device) for name in one.names), known)

    def same_as(self, one: GameResult) -> str | None:
        """The key of the table whose record is the same, also where somebody was forgotten since."""
        with self._store.reading() as db:
            return results.with_mark(db, marks_of(one))

    def catch_up_behind(self, pause: Callable[[], None]) -> int:
        """The same as `catch_up`, while all who look are told of what is there already: others go on in each pause.

        Raises NotSaved.
        """
        self._pause, self._complete = pause, True
        try:
            self.all()
            return self.catch_up()
        except NotSaved:
            self._complete = False  # whoever asks next sees to it
            raise

    def catch_up(self) -> int:
        """Reckons what another version has not, or otherwise; tells how many. Raises NotSaved."""
        with self._store.reading() as db:
            lacking = results.unreckoned(db)
        done = 0
        for key in lacking:
            with suppress(
                ConcurrentWriteError
            ):  # something was done there meanwhile, or another process has reckoned it
                done += self._reckon(key)
            self._pause()
        self._complete = True
        return done

    def _reckon(self, key: str) -> bool:
        with self._store.reading() as db:
            lacks = results.lacks(db, key)
        try:
            found = reckoned(self._store, key) if lacks else None
        except Unreadable:
            with suppress(NotSaved):  # lists will tell of it the next time
                self._store.list_as_broken(key)
            return False
        if found is not None:
            one, number = found
            self._store.write(*results.kept(one), takes=results.untouched(one.table, number))
        return found is not None

    def _refresh(self) -> None:
        with self._store.reading() as db:
            sum_ = results.summed(db)
            if sum_ == self._sum:
                return
            stamps = results.stamps(db)
        changed = sorted(table for table, stamp in stamps.items() if self._stamps.get(table) != stamp)
        fresh: dict[int, GameResult] = {}
        for first in range(0, len(changed), SOME):
            with self._store.reading() as db:
                fresh |= {one.table: one for one in results.read(db, changed[first : first + SOME])}
            self._pause()
        kept = {table: one for table, one in self._known.items() if table in stamps}
        self._known, self._stamps, self._sum = kept | fresh, stamps, sum_


def reckoned(store: Store, key: str) -> tuple[GameResult, int] | None:
    """An evening from its log, and the number of its latest entry; None where it is not over, or gone.

    Raises NotSaved, and Unreadable.
    """
    found = None
    try:
        found = store.load(key)
        if found is None:
            return None
        table = kept_from(*found).table
        one = evening(table)
    except NotSaved:
        raise
    except Exception as error:  # whatever another version wrote, lists tell that it cannot be read
        log.error("table %s cannot be remembered: %s", "?" if found is None else found[0].id, why(error))
        raise Unreadable(key) from None
    return None if one is None else (one, table.number)
