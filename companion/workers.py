"""Several processes on one port: this one listens and looks after them, they serve.

They accept from the same socket, so that whoever calls is let in by one of those that live, and hand connections on to
each other (`neighbours`). One that ends is started anew; all of them end with the one that started them, however that
ends. They are forked off it: what it has imported none of them imports again, and most of it lies in memory once.
"""

import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import NoReturn

import gevent

log = logging.getLogger(__name__)

LOOK = 0.1
GRACE = 8.0
"""Seconds that a worker has to end in."""

SOON, LATE = 0.2, 5.0
"""Seconds until a worker is started anew: later each time, where it does not live for long."""


@dataclass(frozen=True, slots=True)
class Place:
    """What a worker is started with: whoever started it, which of them it is, and the folder that all of them share."""

    parent: int
    nth: int
    folder: Path


def stops() -> list[signal.Signals]:
    """What tells a process to end: also a terminal that is closed, but where it shall outlast that (`nohup`)."""
    there = [signal.Signals[name] for name in ("SIGTERM", "SIGINT", "SIGHUP") if name in signal.Signals.__members__]
    return [one for one in there if one is signal.SIGINT or signal.getsignal(one) is not signal.SIG_IGN]


def end_with(parent: int, stop: Callable[[], None]) -> None:
    """Stops this process when the one that started it is no more."""

    def look() -> None:
        while os.getppid() == parent:
            gevent.sleep(1)
        stop()

    gevent.spawn(look)


class Workers:
    """So many processes, each of which serves from its place until it is told to stop."""

    def __init__(self, serve: Callable[[Place], None], count: int) -> None:
        self._serve = serve
        self._stopping = False
        self._running: list[int | None] = [None] * count
        self._born = [0.0] * count
        self._pause = [SOON] * count
        self._shared = TemporaryDirectory(prefix="companion-")

    def run(self, begun: Callable[[], None]) -> None:
        """Starts them, then does what is told, and looks after them until it is told to stop."""
        for name in stops():
            signal.signal(name, self._stop)
        try:
            self._see_to_all()
            begun()
            while not self._stopping:
                self._see_to_all()
                time.sleep(LOOK)
        finally:
            self._end()

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self._stopping = True

    def _see_to_all(self) -> None:
        for nth in range(len(self._running)):
            self._see_to(nth)

    def _see_to(self, nth: int) -> None:
        now, worker = time.monotonic(), self._running[nth]
        if worker is not None and (code := _ended(worker)) is None:
            return
        if worker is not None:
            long = now - self._born[nth] > LATE
            self._running[nth], self._born[nth] = None, now
            self._pause[nth] = SOON if long else min(LATE, self._pause[nth] * 2)
            log.warning("worker %s ended (%s); another one is started", worker, code)
        if now - self._born[nth] >= self._pause[nth] or not self._born[nth]:
            self._born[nth] = now
            try:
                self._running[nth] = self._started(nth)
            except OSError as error:  # the machine has no room for it now; those that run go on
                self._pause[nth] = min(LATE, self._pause[nth] * 2)
                log.warning("a worker could not be started (%s); it is tried again", error.strerror)

    def _started(self, nth: int) -> int:
        place = Place(os.getpid(), nth, Path(self._shared.name))
        sys.stdout.flush()  # else each of them says it too
        signal.pthread_sigmask(signal.SIG_BLOCK, stops())  # what comes before it listens is not lost on it
        try:
            if worker := os.fork():
                return worker
            self._serves(place)
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, stops())

    def _serves(self, place: Place) -> NoReturn:
        """A worker's whole life: it never comes back to where whoever started it goes on."""
        code = 1
        try:
            for name in stops():
                signal.signal(name, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, stops())
            self._serve(place)
            code = 0
        except SystemExit as told:
            print(told, file=sys.stderr)
        except BaseException:
            log.exception("a worker failed")
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)

    def _end(self) -> None:
        workers = [worker for worker in self._running if worker is not None and _ended(worker) is None]
        for worker in workers:
            os.kill(worker, signal.SIGTERM)
        until = time.monotonic() + GRACE
        for worker in workers:
            while _ended(worker) is None and time.monotonic() < until:
                time.sleep(LOOK / 10)
            if _ended(worker) is None:  # it does not even hear that
                os.kill(worker, signal.SIGKILL)
        self._shared.cleanup()


def _ended(worker: int) -> int | None:
    """Its exit code, or the signal that ended it as a negative number; None for one that lives."""
    try:
        found, status = os.waitpid(worker, os.WNOHANG)
    except ChildProcessError:  # it was told before
        return 0
    return os.waitstatus_to_exitcode(status) if found else None
