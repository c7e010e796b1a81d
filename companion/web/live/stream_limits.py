"""Limits on open event streams: per device, per address and in all.

A page that exceeds a limit gets its stream, and another stream ends. A new stream is refused only if streams open
faster than others end.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from werkzeug.exceptions import ServiceUnavailable, TooManyRequests

PER_DEVICE = 12
PER_ADDRESS = 600
"""Enough for a hundred tables of five phones, with their screens, behind one address."""


@dataclass(eq=False, slots=True)
class StreamSlot:
    """An open stream. `wake` makes it notice that it was `ended`."""

    device: str
    address: str
    table: int
    stranger: bool
    wake: Callable[[], object] = field(repr=False)
    screen: bool = False
    ended: bool = False

    def end(self) -> None:
        self.ended = True
        self.wake()


def oldest(slots: Sequence[StreamSlot]) -> StreamSlot:
    """Choose which stream of a device ends: nobody looks at its oldest page any more."""
    return slots[0]


def least_missed(slots: Sequence[StreamSlot]) -> StreamSlot:
    """Choose which stream of an address ends: a stranger's, else the busiest device's, else the newest table's.

    So a game under way keeps its streams beside a client that opens as many as it can.
    """
    streams = Counter(slot.device for slot in slots)
    return max(slots, key=lambda slot: (slot.stranger, streams[slot.device], slot.table))


class Streams:
    """All open streams: at most three quarters of the server's connections. `report` is called with their number."""

    def __init__(self, connections: int, report: Callable[[int], object] = lambda _count: None) -> None:
        self._report = report
        self._most = connections * 3 // 4
        self._per_address = max(1, min(PER_ADDRESS, connections // 3))
        self._open: dict[StreamSlot, None] = {}  # an ordered set, the oldest first
        self._screens: Counter[int] = Counter()  # by table: asked for at each message of each stream

    def open(self, slot: StreamSlot) -> None:
        """Register a stream, which must be closed. Raises TooManyRequests or ServiceUnavailable.

        While others are ending, there may be twice as many streams of a device or address.
        """
        of_device = [other for other in self._open if other.device == slot.device]
        of_address = [other for other in self._open if other.address == slot.address]
        if len(of_device) >= 2 * PER_DEVICE or len(of_address) >= 2 * self._per_address:
            raise TooManyRequests
        if len(self._open) >= self._most:
            raise ServiceUnavailable
        self._open[slot] = None
        self._report(len(self._open))
        _end_one([*of_device, slot], PER_DEVICE, oldest)
        _end_one([*of_address, slot], self._per_address, least_missed)
        self._count_screen(slot, 1)

    def close(self, slot: StreamSlot) -> None:
        """Unregister a stream. A second call does nothing."""
        if slot not in self._open:
            return
        del self._open[slot]
        self._report(len(self._open))
        self._count_screen(slot, -1)

    def has_screen(self, table: int) -> bool:
        """Return whether a table screen shows this table: it reveals results before the phones do."""
        return self._screens[table] > 0

    def _count_screen(self, slot: StreamSlot, change: int) -> None:
        """Count the table screens of a table, and have its phones rendered again."""
        if slot.screen:
            self._screens[slot.table] += change
            slot.wake()


def _end_one(slots: Sequence[StreamSlot], most: int, choose: Callable[[Sequence[StreamSlot]], StreamSlot]) -> None:
    remaining = [slot for slot in slots if not slot.ended]
    if len(remaining) > most:
        choose(remaining).end()
