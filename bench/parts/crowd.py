"""Fifty tables of five: how much is taken a second, and how long a tap waits when a hundred come a second."""

import tempfile
from pathlib import Path

from bench.disk import DELAY, slower
from bench.load import closed, offered
from bench.parts.entries import warm
from bench.report import cost, late, line, spread, waited
from bench.rig import Rig, open_rig

TABLES = 50
RATE = 100.0
FLAT_OUT, MOST = 8.0, 4_500
OFFERED = 15.0


def measure() -> None:
    """On the disk as it is."""
    with open_rig() as rig:
        _measure(rig, "", 300)


def measure_slow_disk() -> None:
    """On a disk whose syncs take longer."""
    with tempfile.TemporaryDirectory() as folder:
        library = slower(Path(folder))
        if library is None:
            print("left out: a slower disk needs gcc, which is not here")
            return
        with open_rig(library) as rig:
            _measure(rig, f", {DELAY // 1000} ms more a sync (LD_PRELOAD)", 250)


def _measure(rig: Rig, disk: str, wanted: int) -> None:
    warm(rig)
    evenings = rig.evenings(TABLES)
    window = closed(rig, evenings, MOST, FLAT_OUT)
    line(f"50 tables flat out{disk}", cost(window), f"at least {wanted} entries/s")
    line("  tap until seen by all five", waited(window))
    window = offered(rig, evenings, RATE, OFFERED)
    line(f"100 entries/s offered{disk}: saved", spread(window.waits.saved) + late(window))
    line("  tap until seen by all five", waited(window), "99 %: at most 40 ms")
