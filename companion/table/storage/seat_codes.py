"""Codes by which a seat comes to another device: each works once, for two minutes. Their hashes alone are stored."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from companion.table.model.tokens import hash_token, new_seat_code, normalize_code
from companion.table.storage.schema import Statement
from companion.table.storage.statements import (
    DELETE_PAST_SEAT_CODES,
    DELETE_SEAT_CODE,
    INSERT_SEAT_CODE,
    ConcurrentWriteError,
)
from companion.table.storage.store import NotSaved, Store

CODE_SECONDS = 120.0
MAX_ATTEMPTS = 10


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

    def create(self, key: str, person: int, device: str) -> str:
        """A code for a seat; the one before it works no more. Raises NotSaved."""
        now, code = self._clock(), new_seat_code()
        mine = {"key": key, "person": person, "device": device}
        past = DELETE_PAST_SEAT_CODES(now_=now, key_=key, person_=person)
        for _ in range(MAX_ATTEMPTS):
            with suppress(
                ConcurrentWriteError
            ):  # another process has just written one for this seat: this one is later
                self._store.write(past, INSERT_SEAT_CODE(mark=hash_token(code), until=now + CODE_SECONDS, **mine))
                return code
        raise NotSaved("other processes were always faster")

    def find(self, word: str) -> SeatCode | None:
        """What a code hands over, as it was typed."""
        code = normalize_code(word)
        row = self._store.find_seat_code(hash_token(code), self._clock())
        return None if row is None else SeatCode(code, *row)

    def consume_statement(self, word: str) -> Statement:
        """It works no more, from the entry on with which this is written."""
        return DELETE_SEAT_CODE(mark_=hash_token(normalize_code(word)))
