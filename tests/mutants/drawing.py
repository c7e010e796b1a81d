"""Which mutants there are of some files, and which of them a run takes."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final

from tests.mutants import code, pages
from tests.mutants.kinds import ROOT, Mutant

AREAS: Final = {
    "companion/games": ("companion/games",),
    "companion/table": ("companion/table",),
    "companion/web": ("companion/web",),
    "templates": ("templates", "printables"),
}
EQUIVALENT = Path(__file__).parent / "equivalent.txt"


def area(path: str) -> str:
    """The part of the tree that a file is counted to."""
    return next(name for name, folders in AREAS.items() if path.startswith(folders))


def files(paths: Iterable[str]) -> Iterator[str]:
    """The files that can be mutated, of some folders and files."""
    for path in paths:
        top = ROOT / path
        for file in [top] if top.is_file() else sorted(top.rglob("*")):
            if file.suffix in (".py", ".html", ".txt"):
                yield str(file.relative_to(ROOT))


def all_of(paths: Iterable[str]) -> list[Mutant]:
    """All mutants of some folders and files, but for those that are no fault."""
    none = equivalent()
    every = (mutant for file in files(paths) for mutant in (code if file.endswith(".py") else pages).mutants(file))
    return [mutant for mutant in every if (mutant.path, mutant.above(), *mutant.lines()) not in none]


def sample(number: int, seed: int) -> list[Mutant]:
    """So many, as many of each area."""
    many = [(number + place) // len(AREAS) for place in range(len(AREAS))]
    each = zip(AREAS.values(), many, strict=True)
    return [mutant for folders, some in each for mutant in sample_of(folders, some, seed)]


def sample_of(paths: Sequence[str], number: int, seed: int) -> list[Mutant]:
    """So many of some folders and files, as many of each fault as there are."""
    luck = Random(f"{seed} {' '.join(paths)}")
    by_fault: dict[str, list[Mutant]] = {}
    for mutant in all_of(paths):
        by_fault.setdefault(mutant.fault, []).append(mutant)
    rows = [luck.sample(row, len(row)) for _, row in sorted(by_fault.items())]
    luck.shuffle(rows)
    longest = max(map(len, rows), default=0)
    return [row[at] for at in range(longest) for row in rows if at < len(row)][:number]


def equivalent() -> frozenset[tuple[str, str, str, str]]:
    """(file, the line above, its line, the line with the fault) of all that nobody could notice."""
    found, path, above, old = set(), "", "", ""
    for line in EQUIVALENT.read_text(encoding="utf-8").splitlines():
        if line.startswith("- "):
            old = line[2:]
        elif line.startswith("+ "):
            found.add((path, above, old, line[2:]))
        elif line.startswith("  ") and not old:
            above = line.strip()
        elif line and not line.startswith((" ", "#")):
            path, above, old = line, "", ""
    return frozenset(found)
