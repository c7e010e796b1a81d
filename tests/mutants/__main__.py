"""`make mutants`: which small faults no test would notice. A sample of the tree, or all of some files and folders."""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

from tests.mutants.drawing import AREAS, all_of, area, sample
from tests.mutants.kinds import Mutant
from tests.mutants.running import Copy


def main() -> None:
    """Prints each mutant that lives, and how many do."""
    asked = ArgumentParser(prog="mutants", description=__doc__)
    asked.add_argument("paths", nargs="*", help="all mutants of these files and folders, instead of a sample")
    asked.add_argument("--number", type=int, default=80, help="how large the sample is (80)")
    asked.add_argument("--seed", type=int, default=1, help="another seed, another sample (1)")
    asked.add_argument("--workers", type=int, default=2, help="how many are tried at once (2)")
    asked.add_argument("--list", action="store_true", help="only say which")
    args = asked.parse_args()
    mutants = all_of(args.paths) if args.paths else sample(args.number, args.seed)
    if args.list:
        print(*(mutant.told() for mutant in mutants), sep="\n")
        return
    tried: Counter[str] = Counter(area(mutant.path) for mutant in mutants)
    alive: Counter[str] = Counter()
    for mutant in _living(mutants, args.workers):
        alive[area(mutant.path)] += 1
        print(mutant.told(), flush=True)
    for name in AREAS:
        if tried[name]:
            print(f"{name}: {alive[name]} of {tried[name]} live")
    print(f"{alive.total()} of {len(mutants)} live: {alive.total() / max(1, len(mutants)):.0%}")


def _living(mutants: Sequence[Mutant], workers: int) -> Iterator[Mutant]:
    """Each worker has a copy of the tree to itself."""
    copies: SimpleQueue[Copy] = SimpleQueue()

    def lives(mutant: Mutant) -> bool:
        copy = copies.get()
        try:
            return not copy.caught(mutant)
        finally:
            copies.put(copy)

    with ThreadPoolExecutor(workers) as pool:
        took: dict[tuple[str, ...], float] = {}
        opened = [Copy(took).__enter__() for _ in range(workers)]
        for copy in opened:
            copies.put(copy)
        try:
            for mutant, living in zip(mutants, pool.map(lives, mutants), strict=True):
                if living:
                    yield mutant
        finally:
            for copy in opened:
                copy.__exit__(None, None, None)


if __name__ == "__main__":
    main()
