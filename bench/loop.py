"""One loop for all that the load does: sockets that have something to read, and moments that have come."""

import selectors
import socket
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from time import perf_counter

Call = Callable[[], None]


class Loop:
    """Waits, and calls. What a call raises ends the run: the load has no errors to go on with."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._moments: list[tuple[float, int, Call]] = []
        self._order = count()

    def watch(self, line: socket.socket, ready: Call) -> None:
        """Calls `ready` whenever there is something to read."""
        self._selector.register(line, selectors.EVENT_READ, ready)

    def forget(self, line: socket.socket) -> None:
        """No more calls."""
        self._selector.unregister(line)

    def at(self, moment: float, call: Call) -> None:
        """Calls once, when the clock stands there."""
        heappush(self._moments, (moment, next(self._order), call))

    def run(self, done: Callable[[], bool], seconds: float) -> bool:
        """Goes on until it is done, or for so long; says whether it was done."""
        end = perf_counter() + seconds
        while not done():
            now = perf_counter()
            if now >= end:
                return False
            self._turn(now, end)
        return True

    def _turn(self, now: float, end: float) -> None:
        while self._moments and self._moments[0][0] <= now:
            heappop(self._moments)[2]()
        until = min(end, self._moments[0][0]) if self._moments else end
        for key, _ in self._selector.select(max(0.0, until - now)):
            key.data()
