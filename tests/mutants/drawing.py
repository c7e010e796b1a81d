"""Which mutants there are of some files, and which of them a run takes."""

from collections.abc import Iterable, Iterator
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
    return [mutant for mutant in every if (mutant.path, *mutant.lines()) not in none]


def sample(number: int, seed: int) -> list[Mutant]:
    """So many, as many of each area, and in it as many of each fault as there are."""
    taken: list[Mutant] = []
    for place, (name, folders) in enumerate(AREAS.items()):
        luck, many = Random(f"{seed} {name}"), (number + place) // len(AREAS)
        by_fault: dict[str, list[Mutant]] = {}
        for mutant in all_of(folders):
            by_fault.setdefault(mutant.fault, []).append(mutant)
        rows = [luck.sample(row, len(row)) for _, row in sorted(by_fault.items())]
        luck.shuffle(rows)
        longest = max(map(len, rows))
        taken += [row[at] for at in range(longest) for row in rows if at < len(row)][:many]
    return taken


def equivalent() -> frozenset[tuple[str, str, str]]:
    """(file, its line, the line with the fault) of all that change nothing that anybody could notice."""
    found, path, old = set(), "", ""
    for line in EQUIVALENT.read_text(encoding="utf-8").splitlines():
        if line.startswith("- "):
            old = line[2:]
        elif line.startswith("+ "):
            found.add((path, old, line[2:]))
        elif line and not line.startswith((" ", "#")):
            path = line
    return frozenset(found)
