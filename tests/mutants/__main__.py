"""`make mutants`: which small faults no test would notice. A sample of the tree, or all of some files and folders."""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import chain
from queue import SimpleQueue

from tests.mutants.drawing import AREAS, all_of, area, sample, sample_of
from tests.mutants.kinds import Mutant
from tests.mutants.reach import Reach
from tests.mutants.running import Copy
from tests.mutants.unreached import unreached


def main() -> None:
    """Prints each mutant that lives, and how many do."""
    asked = ArgumentParser(prog="mutants", description=__doc__)
    asked.add_argument("paths", nargs="*", help="files and folders, instead of all that is the product")
    asked.add_argument("--number", type=int, help="how large the sample is (60; of given paths all)")
    asked.add_argument("--seed", type=int, default=1, help="another seed, another sample (1)")
    asked.add_argument("--workers", type=int, default=2, help="how many are tried at once (2)")
    asked.add_argument("--list", action="store_true", help="only say which")
    asked.add_argument("--unreached", action="store_true", help="instead of mutants the lines that no test comes by")
    args = asked.parse_args()
    if args.unreached:
        with Copy() as copy:
            lines = Reach.of(copy.top, args.workers).lines
            print(*unreached(args.paths or [*chain(*AREAS.values())], lines), sep="\n")
        return
    if args.paths:
        mutants = sample_of(args.paths, args.number, args.seed) if args.number else all_of(args.paths)
    else:
        mutants = sample(args.number or 60, args.seed)
    if args.list:
        print(*(mutant.told() for mutant in mutants), sep="\n")
        return
    tried: Counter[str] = Counter(area(mutant.path) for mutant in mutants)
    alive: Counter[str] = Counter()
    for number, (mutant, lives) in enumerate(_tried(mutants, args.workers), start=1):
        if lives:
            alive[area(mutant.path)] += 1
            print(mutant.told(), flush=True)
        print(f"{number} of {len(mutants)}", end="\r", file=sys.stderr, flush=True)
    for name in AREAS:
        if tried[name]:
            print(f"{name}: {alive[name]} of {tried[name]} live")
    print(f"{alive.total()} of {len(mutants)} live: {alive.total() / max(1, len(mutants)):.0%}")


def _tried(mutants: Sequence[Mutant], workers: int) -> Iterator[tuple[Mutant, bool]]:
    """Each worker has a copy of the tree to itself."""
    copies: SimpleQueue[Copy] = SimpleQueue()
    with ExitStack() as stack, ThreadPoolExecutor(workers) as pool:
        opened = [stack.enter_context(Copy()) for _ in range(workers)]
        for copy in opened:
            copies.put(copy)
        reach = Reach.of(opened[0].top, workers)

        def lives(mutant: Mutant) -> bool:
            copy = copies.get()
            try:
                return not copy.caught(mutant, reach)
            finally:
                copies.put(copy)

        yield from zip(mutants, pool.map(lives, mutants), strict=True)


if __name__ == "__main__":
    main()
