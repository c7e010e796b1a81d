"""`make bench`: run all parts, or those that are named."""

import argparse
from collections.abc import Callable
from time import perf_counter

from bench import load, pages, painting, paper
from bench.report import machine

PARTS: dict[str, Callable[[], None]] = {
    "start": pages.start,
    "size": pages.size,
    "entries": load.entries,
    "crowd": load.crowd,
    "slow-disk": load.slow_disk,
    "idle": load.idle,
    "memory": load.memory,
    "small": load.small,
    "phone": painting.phone,
    "pdf": paper.pdf,
}


def main() -> None:
    """Print one line for each figure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []])
    names = parser.parse_args().parts or PARTS
    began = perf_counter()
    machine()
    for name in names:
        print(f"\n{name}", flush=True)
        PARTS[name]()
    print(f"\n{perf_counter() - began:.0f} s in all")


if __name__ == "__main__":
    main()
