"""Rate limits of requests, and how many tables a device or an address may open.

Strangers are counted by address, since anybody gets a new cookie for nothing. Players may share an address with an
attacker, so only what they can do without is limited by address, and no player's tap is.
"""

from collections.abc import Callable
from threading import RLock
from typing import Final
from weakref import WeakValueDictionary

from flask import abort, current_app
from limits import RateLimitItem, RateLimitItemPerDay, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter

from companion.games.types import IllegalMove
from companion.table.commands.types import Forbidden
from companion.web import context
from companion.web.http.device_cookie import client_address, is_operator

CODES: Final = RateLimitItemPerMinute(300, namespace="codes")
"""Codes typed at one address, right or wrong."""
CODES_IN_ALL: Final = RateLimitItemPerMinute(1_500, namespace="all codes")
"""Codes typed at this server, from any address."""
TABLES: Final = RateLimitItemPerMinute(60, namespace="tables")
"""Tables opened from one address."""
PAGES: Final = RateLimitItemPerMinute(240, namespace="pages")
"""Slow pages for one address: material and rules to print, and what-if."""
STRANGERS: Final = RateLimitItemPerMinute(120, namespace="strangers")
"""Taps at one table, from one address, of devices without a seat there."""
TAPS: Final = RateLimitItemPerMinute(1_200, namespace="taps")
"""Taps of one device at tables where it has a seat or is the host."""

MAX_COUNTERS = 10_000
"""Counters in memory. Each expires two minutes after its last request."""


class RateLimiter:
    """The request counters of this process.

    They are sliding windows, whose keys contain the time: a clock that is set back blocks nobody.
    """

    def __init__(self) -> None:
        self._storage = MemoryStorage()
        self._counters = SlidingWindowCounterRateLimiter(self._storage)
        self._global_counters = SlidingWindowCounterRateLimiter(MemoryStorage())

    def hit(self, limit: RateLimitItem, *who: str) -> bool:
        """Count one request of `who`, or of everybody. Return False if it exceeds the limit."""
        if not who:
            return self._global_counters.hit(limit)  # separate, so that many addresses cannot reset it
        if len(self._storage.storage) >= MAX_COUNTERS:
            self._storage.reset()
        return self._counters.hit(limit, *who)


def hit(limit: RateLimitItem, *who: str) -> bool:
    """Count one request in this application. Return False if it exceeds the limit."""
    limiter: RateLimiter = current_app.config["RATE_LIMITER"]
    return limiter.hit(limit, *who)


def check(limit: RateLimitItem, *who: str) -> None:
    """Count one request, and answer 429 if it exceeds the limit."""
    if not hit(limit, *who):
        abort(429)


def check_page() -> None:
    check(PAGES, client_address())


def check_code() -> None:
    """Count one typed code. The address comes first, so that one address does not use up the limit of all."""
    check(CODES, client_address())
    check(CODES_IN_ALL)


def may_open_table() -> bool:
    return not context.settings().closed or is_operator()


def open_table(host: str, idempotency_key: str | None, open_: Callable[[], str]) -> str:
    """Open a table for a device and return its key, or the key that an earlier copy of this request got.

    Raises Forbidden on a closed server, IllegalMove if there are too many tables; answers 429.
    """
    if idempotency_key is None:
        return _open_within_limits(host, open_)
    locks: WeakValueDictionary[str, RLock] = current_app.config["TABLE_LOCKS"]
    with locks.setdefault(idempotency_key, RLock()):  # repeated requests wait for the first one
        return context.service().store.find_by_idempotency_key(idempotency_key) or _open_within_limits(host, open_)


def _open_within_limits(host: str, open_: Callable[[], str]) -> str:
    if not may_open_table():
        raise Forbidden("closed-house")
    if not is_operator():
        _check_table_limits(host)
    return open_()


def _check_table_limits(host: str) -> None:
    settings, address = context.settings(), client_address()
    per_device, per_address = settings.tables_a_device, settings.tables_an_address
    if per_device and context.service().store.count_unfinished(host) >= per_device:
        raise IllegalMove("tables-of-device", most=per_device)
    check(TABLES, address)
    if per_address and not hit(RateLimitItemPerDay(per_address, namespace="tables"), address):
        raise IllegalMove("tables-of-address", most=per_address)
