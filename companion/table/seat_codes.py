"""Codes by which a seat comes to another device: each works once, for two minutes. They lie in memory alone."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from companion.table.tokens import new_seat_code

LASTING = 120.0


@dataclass(frozen=True, slots=True)
class SeatCode:
    """What a code hands over: a person's seat at a table, for as long as that device still holds it."""

    code: str
    key: str
    person: int
    device: str
    until: float


class SeatCodes:
    """Those that still work, one for each seat. The clock never goes back."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._codes: dict[str, SeatCode] = {}

    def new(self, key: str, person: int, device: str) -> str:
        """A code for a seat; the one before it works no more."""
        now = self._clock()
        kept = (one for one in self._codes.values() if one.until > now and (one.key, one.person) != (key, person))
        self._codes = {one.code: one for one in kept}
        code = new_seat_code()
        self._codes[code] = SeatCode(code, key, person, device, now + LASTING)
        return code

    def find(self, typed: str) -> SeatCode | None:
        """What a code hands over, as it was typed: in groups, or in small letters."""
        found = self._codes.get("".join(typed[:40].split()).upper())
        return found if found is not None and found.until > self._clock() else None

    def used(self, found: SeatCode) -> None:
        """It works no more."""
        self._codes.pop(found.code, None)
