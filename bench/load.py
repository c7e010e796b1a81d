"""Two ways to tap: as fast as it is let (closed), and at a rate that does not ask how the server feels (open)."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter, process_time

from bench.evening import Evening, Waits
from bench.rig import Rig

DRAINING = 5.0
LONGER = 3

Enough = Callable[[], bool]


@dataclass
class Window:
    """What was measured while the load ran: `cpu` is the server's, `own` the load's, both in seconds.

    `saved` and `seen` of taps that were not answered in the end hold how long they have waited so far; `late` counts
    those. `seconds` end with the last entry; `kept` are those in which others on the machine had the server's core.
    """

    waits: Waits = field(default_factory=Waits)
    entries: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    own: float = 0.0
    late: int = 0
    kept: float = 0.0

    @property
    def rate(self) -> float:
        """Entries a second, seen by all."""
        return self.entries / self.seconds if self.seconds else 0.0

    @property
    def cost(self) -> float:
        """The server's seconds an entry."""
        return self.cpu / self.entries if self.entries else 0.0

    @property
    def own_cost(self) -> float:
        """The load's own seconds an entry."""
        return self.own / self.entries if self.entries else 0.0

    def __add__(self, other: "Window") -> "Window":
        mine, others = self.waits, other.waits
        waits = Waits(mine.saved + others.saved, mine.seen + others.seen, mine.further + others.further)
        return Window(
            waits,
            self.entries + other.entries,
            self.seconds + other.seconds,
            self.cpu + other.cpu,
            self.own + other.own,
            self.late + other.late,
            self.kept + other.kept,
        )


class Run:
    """A window that is open."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.waits = Waits()
        self.under_way = 0
        self._last = self.began = perf_counter()
        self._cpu, self._own, self._kept = rig.cpu(), process_time(), rig.server.kept_waiting()

    def tap(self, evening: Evening, began: float | None = None) -> None:
        """One tap more."""
        self.under_way += 1
        evening.tap(self.waits, self._done, began)

    def _done(self, evening: Evening) -> None:
        self.under_way -= 1
        self._last = perf_counter()
        self.after(evening)

    def after(self, evening: Evening) -> None:
        """A table's tap has been seen by all."""

    def window(self) -> Window:
        """What was measured."""
        cpu, own = self.rig.cpu() - self._cpu, process_time() - self._own
        kept = self.rig.server.kept_waiting() - self._kept
        return Window(self.waits, len(self.waits.seen), self._last - self.began, cpu, own, kept=kept)


class Closed(Run):
    """Each table taps again when all have seen, until there were `entries` taps or the time is over."""

    def __init__(self, rig: Rig, evenings: Sequence[Evening], entries: int, seconds: float, pause: float = 0) -> None:
        super().__init__(rig)
        self._parties = evenings
        self._left = entries
        self._seconds = seconds
        self._pause = pause

    def run(self) -> Window:
        """Until the last tap was seen by all."""
        for evening in self._parties:
            self._again(evening)
        self.rig.loop.run(lambda: not self.under_way, self._seconds + DRAINING * 4)
        return self.window()

    def after(self, evening: Evening) -> None:
        """At once, or after a pause of chance."""
        if not self._pause:
            self._again(evening)
            return
        self.under_way += 1
        self.rig.loop.at(perf_counter() + self.rig.luck.uniform(0, self._pause), lambda: self._rested(evening))

    def _rested(self, evening: Evening) -> None:
        self.under_way -= 1
        self._again(evening)

    def _again(self, evening: Evening) -> None:
        if evening.over or not self._left or perf_counter() > self.began + self._seconds:
            return
        self._left -= 1
        self.tap(evening)


class Offered(Run):
    """Taps come at moments of chance, so many a second, whatever becomes of those before.

    The tables tap in turn. A table that is not done with one tap keeps the next waiting: it counts from its moment.
    """

    def __init__(
        self, rig: Rig, evenings: Sequence[Evening], rate: float, seconds: float, enough: Enough = lambda: True
    ) -> None:
        super().__init__(rig)
        self._parties = evenings
        self._rate = rate
        self._seconds = seconds
        self._enough = enough
        self._count = 0
        self._luck = Random(rig.luck.random())
        self._queues: dict[str, deque[float]] = {evening.key: deque() for evening in evenings}
        self._plan(self.began)

    def run(self) -> Window:
        """Until the time is over and it is enough, and a little longer for what is still under way."""
        self.rig.loop.run(self._over, self._seconds * LONGER)
        self._rate = 0
        self.rig.loop.run(lambda: not self.under_way, DRAINING)
        window = self.window()
        now = perf_counter()
        kept = [moment for moments in self._queues.values() for moment in moments]
        unseen = kept + [evening.began for evening in self._parties if evening.busy]
        unsaved = kept + [evening.began for evening in self._parties if evening.busy and not evening.answered]
        window.waits.seen += [now - moment for moment in unseen]
        window.waits.saved += [now - moment for moment in unsaved]
        window.late = len(unseen)
        return window

    def _plan(self, moment: float) -> None:
        moment += self._luck.expovariate(self._rate)
        self.rig.loop.at(moment, lambda: self._due(moment))

    def _over(self) -> bool:
        return perf_counter() > self.began + self._seconds and self._enough()

    def _due(self, moment: float) -> None:
        if not self._rate:
            return
        evening = self._parties[self._count % len(self._parties)]
        self._count += 1
        if evening.busy:
            self._queues[evening.key].append(moment)
        elif not evening.over:
            self.tap(evening, moment)
        self._plan(moment)

    def after(self, evening: Evening) -> None:
        """What waited goes next."""
        if self._queues[evening.key] and not evening.over:
            self.tap(evening, self._queues[evening.key].popleft())


def closed(rig: Rig, evenings: Sequence[Evening], entries: int, seconds: float, pause: float = 0) -> Window:
    """As fast as it is let."""
    return Closed(rig, evenings, entries, seconds, pause).run()


def offered(
    rig: Rig, evenings: Sequence[Evening], rate: float, seconds: float, enough: Enough = lambda: True
) -> Window:
    """At a rate, for a time and until it is enough."""
    return Offered(rig, evenings, rate, seconds, enough).run()
