"""Several processes on one port: this one listens and looks after them, they serve.

They accept from the same socket, so that whoever calls is let in by one of those that live, and hand connections on to
each other (`neighbours`). One that ends is started anew; all of them end with the one that started them, however that
ends.
"""

import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

import gevent

from companion.compiled import FOLDER

WORKER = "COMPANION_WORKER"
"""Tells a process that it is a worker: of which socket, whose, which of them, and the folder that all of them share."""

log = logging.getLogger(__name__)

LOOK = 0.1
GRACE = 8.0
"""Seconds that a worker has to end in."""

SOON, LATE = 0.2, 5.0
"""Seconds until a worker is started anew: later each time, where it does not live for long."""


@dataclass(frozen=True, slots=True)
class Place:
    """What a worker is started with: the socket that it serves, whoever started it, which of them it is."""

    listener: socket.socket
    parent: int
    nth: int
    folder: Path


def inherited() -> Place | None:
    """That of this process, where it is a worker."""
    told = os.environ.get(WORKER)
    if not told:
        return None
    handle, parent, nth, folder = told.split(" ", 3)
    return Place(socket.socket(fileno=int(handle)), int(parent), int(nth), Path(folder))


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
    """So many processes that run this very command again."""

    def __init__(self, listener: socket.socket, count: int) -> None:
        self._listener = listener
        self._stopping = False
        self._running: list[subprocess.Popen[bytes] | None] = [None] * count
        self._born = [0.0] * count
        self._pause = [SOON] * count
        self._shared = TemporaryDirectory(prefix="companion-")

    def run(self) -> None:
        """Until it is told to stop."""
        for name in stops():
            signal.signal(name, self._stop)
        try:
            while not self._stopping:
                for nth in range(len(self._running)):
                    self._see_to(nth)
                time.sleep(LOOK)
        finally:
            self._end()

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self._stopping = True

    def _see_to(self, nth: int) -> None:
        now, worker = time.monotonic(), self._running[nth]
        if worker is not None and worker.poll() is None:
            return
        if worker is not None:
            long = now - self._born[nth] > LATE
            self._running[nth], self._born[nth] = None, now
            self._pause[nth] = SOON if long else min(LATE, self._pause[nth] * 2)
            log.warning("worker %s ended (%s); another one is started", worker.pid, worker.returncode)
        if now - self._born[nth] >= self._pause[nth] or not self._born[nth]:
            self._born[nth] = now
            try:
                self._running[nth] = self._started(nth)
            except OSError as error:  # the machine has no room for it now; those that run go on
                self._pause[nth] = min(LATE, self._pause[nth] * 2)
                log.warning("a worker could not be started (%s); it is tried again", error.strerror)

    def _started(self, nth: int) -> "subprocess.Popen[bytes]":
        handle, folder = self._listener.fileno(), self._shared.name
        told = {WORKER: f"{handle} {os.getpid()} {nth} {folder}", FOLDER: folder}
        command = [sys.executable, *sys.orig_argv[1:]]
        return subprocess.Popen(command, pass_fds=(handle,), env={**os.environ, **told})

    def _end(self) -> None:
        workers = [worker for worker in self._running if worker is not None]
        for worker in workers:
            worker.terminate()
        for worker in workers:
            try:
                worker.wait(GRACE)
            except subprocess.TimeoutExpired:  # it does not even hear that
                worker.kill()
                worker.wait()
        self._shared.cleanup()
