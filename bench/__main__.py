"""`make bench`: all parts, or those that are named."""

import sys
from time import perf_counter

from bench.parts import PARTS
from bench.report import heading, machine


def main() -> None:
    """Prints one line a figure."""
    names = sys.argv[1:] or list(PARTS)
    if unknown := [name for name in names if name not in PARTS]:
        raise SystemExit(f"there is no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    began = perf_counter()
    machine()
    for name in names:
        heading(name)
        PARTS[name]()
    print(f"\n{perf_counter() - began:.0f} s in all")


if __name__ == "__main__":
    main()
