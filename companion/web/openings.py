"""Who may open a table: anybody, so many at once, or the operator alone, who may open as many as they like."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Condition, Lock

from flask import current_app

from companion.games.kit import Refused
from companion.table.commands import Forbidden
from companion.table.store import Store
from companion.web import equipment
from companion.web.devices import address
from companion.web.operators import is_operator

ADDRESSES = 20_000


class Openings:
    """Which open tables were opened from which address, as far as this process has seen it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = Lock()
        self._from: dict[str, set[str]] = {}
        self._underway: Counter[str] = Counter()
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

    def count(self, address: str, enough: int) -> int:
        """How many tables opened from an address are open. The disk is asked only where there may be `enough`."""
        with self._lock:
            keys = self._from.get(address, set())
            if len(keys) >= enough:
                keys &= self._store.still_open(keys)
            return len(keys)

    @contextmanager
    def underway(self, who: str) -> Iterator[int]:
        """A table that a device or an address opens just now: how many others are on their way to the disk already."""
        with self._lock:
            before = self._underway[who]
            self._underway[who] += 1
        try:
            yield before
        finally:
            with self._lock:
                self._underway[who] -= 1
                self._underway += Counter()  # keeps those alone of which there are any

    def add(self, address: str, key: str) -> None:
        """One more. Addresses that opened none for longest are forgotten first, where there are many."""
        with self._lock:
            self._from[address] = self._from.pop(address, set()) | {key}
            while len(self._from) > ADDRESSES:
                del self._from[next(iter(self._from))]


def may_open() -> bool:
    """Whether the asking device opens tables here at all."""
    settings = equipment.settings()
    return not settings.closed or is_operator()


def opened(host: str, idempotency_key: str | None, open_: Callable[[], str]) -> str:
    """Return the key of a new table of a device, or of the one that a copy of this request has opened.

    Raises Forbidden in a closed house, Refused where there are too many.
    """
    if idempotency_key is None:
        return _opened(host, open_)
    with _openings().first(idempotency_key) as first:
        return first or _opened(host, open_)


def _opened(host: str, open_: Callable[[], str]) -> str:
    if not may_open():
        raise Forbidden("closed-house")
    if is_operator():
        return open_()
    with _openings().underway(host) as own, _openings().underway(address()) as there:
        _enough(host, own, there)
        key = open_()
        _openings().add(address(), key)
    return key


def _enough(host: str, own: int, there: int) -> None:
    """Raises Refused. Of many that are asked for in one moment none is on disk yet, so those count beside."""
    desk = equipment.desk()
    settings = equipment.settings()
    most, most_there = settings.tables_a_device, settings.tables_an_address
    if most and desk.store.open_of(host) + own >= most:
        raise Refused("tables-of-device", most=most)
    if most_there and _openings().count(address(), most_there - there) + there >= most_there:
        raise Refused("tables-of-address", most=most_there)


def _openings() -> Openings:
    found: Openings = current_app.config["OPENINGS"]
    return found
