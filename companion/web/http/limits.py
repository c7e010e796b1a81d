"""Rate limits, counted by the library `limits` in the memory of this process.

Strangers are counted by address, since anybody gets a new cookie for nothing. A party and its attacker may have the
same address, so only what a party can do without is limited by it, and no tap of a player is.
"""

from typing import Final

from flask import abort, current_app
from limits import RateLimitItem, RateLimitItemPerDay, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter

from companion.web.http.device_cookie import address

CODES: Final = RateLimitItemPerMinute(300, namespace="codes")
"""Codes typed at one address, right or wrong."""
CODES_IN_ALL: Final = RateLimitItemPerMinute(1_500, namespace="all codes")
"""Codes typed at this server, from any address."""
TABLES: Final = RateLimitItemPerMinute(60, namespace="tables")
"""Tables opened from one address."""
PAGES: Final = RateLimitItemPerMinute(240, namespace="pages")
"""Pages that take long to make, for one address: material and rules to print, and what-if."""
STRANGERS: Final = RateLimitItemPerMinute(120, namespace="strangers")
"""Taps at one table, from one address, of devices without a seat there."""
TAPS: Final = RateLimitItemPerMinute(1_200, namespace="taps")
"""Taps of one device at tables where it has a seat or is the host."""

KEPT = 10_000
"""Counters kept at most. Each is gone two minutes after its last request."""


class Limits:
    """The counters of this process.

    Sliding windows, because their keys contain the time: a clock that is put back locks nobody out.
    """

    def __init__(self) -> None:
        self._storage = MemoryStorage()
        self._counters = SlidingWindowCounterRateLimiter(self._storage)
        self._in_all = SlidingWindowCounterRateLimiter(MemoryStorage())

    def take(self, limit: RateLimitItem, *who: str) -> bool:
        """Count one request of `who`, or of everybody; False where it is one too many."""
        if not who:
            return self._in_all.hit(limit)  # apart, so that many addresses cannot reset it
        if len(self._storage.storage) >= KEPT:
            self._storage.reset()
        return self._counters.hit(limit, *who)


def taken(limit: RateLimitItem, *who: str) -> bool:
    """The same for this application."""
    limits: Limits = current_app.config["LIMITS"]
    return limits.take(limit, *who)


def check(limit: RateLimitItem, *who: str) -> None:
    """Count one request, and answer with 429 where it is one too many."""
    if not taken(limit, *who):
        abort(429)


def check_page() -> None:
    """Count one page that takes long to make."""
    check(PAGES, address())


def check_code() -> None:
    """Count one typed code. The address comes first, so that one address does not use up what all have."""
    check(CODES, address())
    check(CODES_IN_ALL)


def tables_of_a_day(most: int) -> RateLimitItem:
    """How many tables one address may open in 24 hours."""
    return RateLimitItemPerDay(most, namespace="tables")
