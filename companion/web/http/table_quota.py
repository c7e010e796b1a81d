"""Who may open a table: anybody, so many, or the operator alone, who may open as many as they like."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Condition

from flask import current_app

from companion.games.types import IllegalMove
from companion.table.commands.types import Forbidden
from companion.table.storage.store import Store
from companion.web import context
from companion.web.http import limits
from companion.web.http.device_cookie import address
from companion.web.http.operator_rights import is_operator


class Openings:
    """Which tables are being opened just now, so that copies of a request wait for the first one."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._opening: set[str] = set()
        self._opened = Condition()

    @contextmanager
    def first(self, idempotency_key: str) -> Iterator[str | None]:
        """Yield the table that a request has opened, if it has. Its copies wait until the block ends."""
        with self._opened:
            self._opened.wait_for(lambda: idempotency_key not in self._opening)
            self._opening.add(idempotency_key)
        try:
            yield self._store.opened_by(idempotency_key)
        finally:
            with self._opened:
                self._opening.remove(idempotency_key)
                self._opened.notify_all()


def may_open() -> bool:
    """Whether the asking device opens tables here at all."""
    settings = context.settings()
    return not settings.closed or is_operator()


def opened(host: str, idempotency_key: str | None, open_: Callable[[], str]) -> str:
    """Return the key of a new table of a device, or of the one that a copy of this request has opened.

    Raises Forbidden in a closed house, IllegalMove where there are too many.
    """
    if idempotency_key is None:
        return _opened(host, open_)
    with _openings().first(idempotency_key) as first:
        return first or _opened(host, open_)


def _opened(host: str, open_: Callable[[], str]) -> str:
    if not may_open():
        raise Forbidden("closed-house")
    if not is_operator():
        _enough(host)
    return open_()


def _enough(host: str) -> None:
    """Raises IllegalMove, or answers with 429."""
    settings = context.settings()
    most, most_there = settings.tables_a_device, settings.tables_an_address
    if most and context.service().store.unfinished_of(host) >= most:
        raise IllegalMove("tables-of-device", most=most)
    limits.check(limits.TABLES, address())
    if most_there and not limits.taken(limits.tables_of_a_day(most_there), address()):
        raise IllegalMove("tables-of-address", most=most_there)


def _openings() -> Openings:
    found: Openings = current_app.config["OPENINGS"]
    return found
