"""Holds a process to a share of a core: a process of its own stops it and lets it go on, again and again."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from select import select

PERIOD = 0.1
ON = 0.02


@contextmanager
def held(pid: int, on: float = ON, period: float = PERIOD) -> Iterator[Callable[[], float]]:
    """While it is open, to so many seconds of each period; afterwards what it gives tells which share of the time
    the process really could run.
    """
    told = [sys.executable, "-m", "bench.duty", str(pid), str(on), str(period)]
    holder = subprocess.Popen(told, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    shares: list[float] = []
    try:
        yield lambda: shares[0]
    finally:
        shares.append(float(holder.communicate()[0]))


def hold(pid: int, on: float, period: float) -> float:
    """Until standard input ends, also because whoever opened it has died; then the process goes on."""
    began, ran = time.perf_counter(), 0.0
    try:
        while True:
            os.kill(pid, signal.SIGCONT)
            since = time.perf_counter()
            time.sleep(on)
            ran += time.perf_counter() - since
            os.kill(pid, signal.SIGSTOP)
            if select([sys.stdin], [], [], period - on)[0]:
                return ran / (time.perf_counter() - began)
    finally:
        os.kill(pid, signal.SIGCONT)


if __name__ == "__main__":
    print(hold(int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3])))
