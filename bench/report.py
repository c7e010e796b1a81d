"""The lines that are printed: what was measured, the figure, and the goal."""

import os
import platform
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles


def line(what: str, found: str, wanted: str = "") -> None:
    """Print one figure."""
    print(f"{what:<62} {found:<54} {f'({wanted})' if wanted else ''}".rstrip(), flush=True)


def machine() -> None:
    """Print what the figures depend on: processor, Python, and what else runs."""
    cpu = next((row for row in Path("/proc/cpuinfo").read_text().splitlines() if row.startswith("model name")), "")
    print(f"{os.cpu_count()} cores, {cpu.partition(': ')[2]}; Python {platform.python_version()}; {platform.release()}")
    load = " ".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"load of the machine before: {load}", flush=True)


def ms(seconds: float) -> str:
    """Milliseconds, or seconds from one on."""
    return f"{seconds * 1000:.3g} ms" if seconds < 1 else f"{seconds:.2f} s"


def high(values: Sequence[float]) -> float:
    """The 99th percentile."""
    return quantiles(values, n=100, method="inclusive")[98] if len(values) > 1 else values[0]


def spread(seconds: Sequence[float]) -> str:
    """Median, 99th percentile and count."""
    if not seconds:
        return "no tap was answered"
    return f"{ms(median(seconds))}, 99 %: {ms(high(seconds))} ({len(seconds):,} taps)"
