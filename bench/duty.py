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
def held(pid: int) -> Iterator[Callable[[], float]]:
    """While it is open; afterwards what it gives tells which share of the time the process really could run."""
    holder = subprocess.Popen(
        [sys.executable, "-m", "bench.duty", str(pid)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    shares: list[float] = []
    try:
        yield lambda: shares[0]
    finally:
        shares.append(float(holder.communicate()[0]))


def hold(pid: int) -> float:
    """Until standard input ends, also because whoever opened it has died; then the process goes on."""
    began, ran = time.perf_counter(), 0.0
    try:
        while True:
            os.kill(pid, signal.SIGCONT)
            on = time.perf_counter()
            time.sleep(ON)
            ran += time.perf_counter() - on
            os.kill(pid, signal.SIGSTOP)
            if select([sys.stdin], [], [], PERIOD - ON)[0]:
                return ran / (time.perf_counter() - began)
    finally:
        os.kill(pid, signal.SIGCONT)


if __name__ == "__main__":
    print(hold(int(sys.argv[1])))
