"""The disk: how long a sync takes, and a slower one, which needs nothing in the product."""

import os
import shutil
import subprocess
from pathlib import Path
from statistics import median
from time import perf_counter

DELAY = 8_000
"""Microseconds that the slower disk takes more for each sync."""

TRIES = 100
SOURCE = Path(__file__).with_name("slow_sync.c")


def sync_time(folder: Path) -> float:
    """Seconds, the median of many, for a page and its fdatasync in a folder."""
    waits = []
    with (folder / "probe").open("wb", buffering=0) as probe:
        for _ in range(TRIES):
            probe.write(bytes(4096))
            began = perf_counter()
            os.fdatasync(probe.fileno())
            waits.append(perf_counter() - began)
    (folder / "probe").unlink()
    return median(waits)


def slower(folder: Path) -> Path | None:
    """A library that makes each sync slower when it is loaded first, or None where there is no gcc to make it with."""
    if shutil.which("gcc") is None:
        return None
    library = folder / "slow_sync.so"
    subprocess.run(
        ["gcc", "-shared", "-fPIC", "-O2", f"-DDELAY={DELAY}", "-o", str(library), str(SOURCE), "-ldl"], check=True
    )
    return library
