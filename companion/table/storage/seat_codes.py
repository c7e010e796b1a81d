"""Codes that move a seat to another device, once within two minutes. Only their hashes are stored."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import select

from companion.table.model.tokens import hash_token, new_seat_code, normalize_code
from companion.table.storage import statements
from companion.table.storage.schema import Statement, seat_codes
from companion.table.storage.statements import ConcurrentWriteError
from companion.table.storage.store import NotSaved, Store

CODE_SECONDS = 120.0
MAX_WRITES = 10


@dataclass(frozen=True, slots=True)
class SeatCode:
    """A person's seat that a code moves, as long as `device` still holds it."""

    code: str
    key: str
    person: int
    device: str
    until: float


class SeatCodes:
    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._clock = clock

    def create(self, key: str, person: int, device: str) -> str:
        """Create a code for a seat. The one before stops working. Raises NotSaved."""
        now, code = self._clock(), new_seat_code()
        mine = {"key": key, "person": person, "device": device}
        past = statements.DELETE_PAST_SEAT_CODES(now_=now, key_=key, person_=person)
        for _ in range(MAX_WRITES):
            with suppress(ConcurrentWriteError):  # another process has just written one for this seat
                self._store.write(
                    past, statements.INSERT_SEAT_CODE(mark=hash_token(code), until=now + CODE_SECONDS, **mine)
                )
                return code
        raise NotSaved("other processes were always faster")

    def find(self, word: str) -> SeatCode | None:
        code = normalize_code(word)
        found = select(seat_codes.c.key, seat_codes.c.person, seat_codes.c.device, seat_codes.c.until)
        found = found.where(seat_codes.c.mark == hash_token(code), seat_codes.c.until > self._clock())
        with self._store.reading() as db:
            row = db.execute(found).one_or_none()
        return None if row is None else SeatCode(code, *row)

    def consume_statement(self, word: str) -> Statement:
        return statements.DELETE_SEAT_CODE(mark_=hash_token(normalize_code(word)))
