"""Fifty tables of five: how much is taken a second, and how long a tap waits when a hundred come a second."""

import tempfile
from pathlib import Path

from bench.disk import DELAY, slower
from bench.house import House, open_house
from bench.load import closed, offered
from bench.parts.entries import warm
from bench.report import cost, late, line, spread, waited

TABLES = 50
RATE = 100.0
FLAT_OUT, MOST = 8.0, 4_500
OFFERED = 15.0


def measure() -> None:
    """On the disk as it is."""
    with open_house() as house:
        _measure(house, "", 300)


def measure_slow_disk() -> None:
    """On a disk whose syncs take longer."""
    with tempfile.TemporaryDirectory() as folder:
        library = slower(Path(folder))
        if library is None:
            print("left out: a slower disk needs gcc, which is not here")
            return
        with open_house(library) as house:
            _measure(house, f", {DELAY // 1000} ms more a sync (LD_PRELOAD)", 250)


def _measure(house: House, disk: str, wanted: int) -> None:
    warm(house)
    parties = house.parties(TABLES)
    window = closed(house, parties, MOST, FLAT_OUT)
    line(f"50 tables flat out{disk}", cost(window), f"at least {wanted} entries/s")
    line("  tap until seen by all five", waited(window))
    window = offered(house, parties, RATE, OFFERED)
    line(f"100 entries/s offered{disk}: saved", spread(window.waits.saved) + late(window))
    line("  tap until seen by all five", waited(window), "99 %: at most 40 ms")
