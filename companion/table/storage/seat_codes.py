"""Codes by which a seat comes to another device: each works once, for two minutes. Their hashes alone are stored."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from companion.table.model.tokens import hashed, new_seat_code, typed
from companion.table.storage.schema import Statement
from companion.table.storage.statements import HAND_OVER, HANDED_OVER, PAST_SEAT_CODES, ConcurrentWriteError
from companion.table.storage.store import NotSaved, Store

LASTING = 120.0
TRIES = 10


@dataclass(frozen=True, slots=True)
class SeatCode:
    """What a code hands over: a person's seat at a table, for as long as that device still holds it."""

    code: str
    key: str
    person: int
    device: str
    until: float


class SeatCodes:
    """Those that still work, one for each seat."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._clock = clock

    def new(self, key: str, person: int, device: str) -> str:
        """A code for a seat; the one before it works no more. Raises NotSaved."""
        now, code = self._clock(), new_seat_code()
        mine = {"key": key, "person": person, "device": device}
        past = PAST_SEAT_CODES(now_=now, key_=key, person_=person)
        for _ in range(TRIES):
            with suppress(
                ConcurrentWriteError
            ):  # another process has just written one for this seat: this one is later
                self._store.write(past, HAND_OVER(mark=hashed(code), until=now + LASTING, **mine))
                return code
        raise NotSaved("other processes were always faster")

    def find(self, word: str) -> SeatCode | None:
        """What a code hands over, as it was typed."""
        code = typed(word)
        row = self._store.seat_code(hashed(code), self._clock())
        return None if row is None else SeatCode(code, *row)

    def used(self, word: str) -> Statement:
        """It works no more, from the entry on with which this is written."""
        return HANDED_OVER(mark_=hashed(typed(word)))
