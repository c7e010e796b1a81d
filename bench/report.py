"""The lines that are printed: what was measured, the figure, and what is to be reached."""

import os
import platform
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles

from bench.disk import sync_time
from bench.load import Window

MOST_OF_IT = 0.5
NOISY = 0.1


def line(what: str, found: str, wanted: str = "") -> None:
    """One figure."""
    print(f"{what:<62} {found:<54} {f'({wanted})' if wanted else ''}".rstrip(), flush=True)


def heading(part: str) -> None:
    """The name by which a part is run alone."""
    print(f"\n{part}", flush=True)


def machine() -> None:
    """Where all of it was measured."""
    cpu = next((row for row in Path("/proc/cpuinfo").read_text().splitlines() if row.startswith("model name")), "")
    print(f"{os.cpu_count()} cores, {cpu.partition(': ')[2]}; Python {platform.python_version()}; {platform.release()}")
    with tempfile.TemporaryDirectory() as folder:
        synced = sync_time(Path(folder))
    load = " ".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"a sync of the data folder's disk takes {ms(synced)}; load of the machine before: {load}", flush=True)


def ms(seconds: float) -> str:
    """Milliseconds for a person."""
    return f"{seconds * 1000:.3g} ms" if seconds < 1 else f"{seconds:.2f} s"


def high(values: Sequence[float]) -> float:
    """The 99th percentile."""
    return quantiles(values, n=100, method="inclusive")[98] if len(values) > 1 else values[0]


def spread(seconds: Sequence[float]) -> str:
    """Median and 99th percentile, and of how many."""
    if not seconds:
        return "no tap was answered"
    return f"{ms(median(seconds))}, 99 %: {ms(high(seconds))} ({len(seconds):,} taps)"


def cost(window: Window) -> str:
    """Entries a second, the server's processor time an entry and in all, and the load's own, to be well below."""
    busy = window.cpu / window.seconds if window.seconds else 0.0
    dear = " TOO MUCH: NOT THE SERVER'S FIGURES" if window.own > window.cpu * MOST_OF_IT else ""
    said = f"{window.rate:.0f}/s of {window.entries:,}; {ms(window.cost)} each, {busy:.0%} of a core"
    return f"{said}; load {ms(window.own_cost)}{dear}{_noise(window)}"


def waited(window: Window) -> str:
    """How long taps waited until all had seen them, and what makes that worth less."""
    return spread(window.waits.seen) + late(window) + _noise(window)


def _noise(window: Window) -> str:
    share = window.kept / window.seconds if window.seconds else 0.0
    return f"; OTHERS HAD THE CORE FOR {share:.0%}" if share > NOISY else ""


def late(window: Window) -> str:
    """How many taps had no answer in the end: then their waits are longer than what is printed."""
    return f"; {window.late} UNANSWERED" if window.late else ""
