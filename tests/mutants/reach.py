"""Which tests come by a mutant: all are run once with every line traced (coverage.py), and what was found is kept."""

import ast
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final, Self

from coverage import Coverage, CoverageData

from tests.mutants.kinds import ROOT, Mutant
from tests.mutants.tracing import FOLDER

KEPT: Final = ROOT / "build" / "reach"
READ: Final = ("companion", "templates", "printables", "static", "tests", "pyproject.toml")
"""What decides which test comes by which line."""

INSIDE: Final = (
    *("games", "table", "web", "printables", "evenings", "playthroughs"),
    *("test_blanks.py", "test_damage.py", "test_elsewhere.py", "test_face.py", "test_guests.py", "test_on_disk.py"),
    *("test_record.py", "test_score.py", "test_structure.py", "test_words.py"),
)
SLOW: Final = (
    "table/test_restart.py",
    "web/test_planted_leaks.py",
    "web/test_secrecy.py",
    "printables/test_press.py",
    "printables/test_printer.py",
    "printables/test_printshop.py",
)
"""They take minutes, and ask the same of everything: a mutant that only they would catch is told as living."""

PYTEST: Final = (
    *(sys.executable, "-m", "pytest", "-q", "--tb", "no", "-p", "no:cacheprovider"),
    *("-p", "tests.mutants.quickly", "--hypothesis-profile", "mutants"),
)


@dataclass(frozen=True)
class Reach:
    """The lines that each test came by, and the seconds that it took."""

    lines: CoverageData
    seconds: Mapping[str, float]

    @classmethod
    def of(cls, top: Path, workers: int) -> Self:
        """Of a tree, found now or when it last stood like this. `top` is a copy of it."""
        folder = KEPT / _told_apart(top)
        if not folder.exists():
            making = KEPT / "making"
            for old in KEPT.glob("*"):
                shutil.rmtree(old)
            making.mkdir(parents=True)
            _trace(top, making, workers)
            making.rename(folder)
        seconds: dict[str, float] = {}
        for file in folder.glob("seconds-*.json"):
            told = json.loads(file.read_text(encoding="utf-8"))
            seconds |= {test: took for test, took in told["seconds"].items() if test not in told["failed"]}
            for test in told["failed"]:
                print(f"left out, since it fails without any mutant: {test}", file=sys.stderr)
        lines = CoverageData(str(folder / "lines"))
        lines.read()
        return cls(lines, seconds)

    def tests(self, mutant: Mutant) -> list[str]:
        """Those that come by its line: of each file the quickest first; files that are named like its own lead."""
        met = self._met(mutant)
        name = Path(mutant.path).stem.strip("_")
        by_file: dict[str, list[str]] = {}
        for test in sorted(met, key=lambda test: (self.seconds[test], test)):
            by_file.setdefault(test.partition("::")[0], []).append(test)
        files = sorted(by_file, key=lambda file: (not _near(file, mutant.path, name), self.seconds[by_file[file][0]]))
        return [*(by_file[file][0] for file in files), *(test for file in files for test in by_file[file][1:])]

    def _met(self, mutant: Mutant) -> set[str]:
        by_line = self.lines.contexts_by_lineno(mutant.path)
        lines = _statement(mutant) if mutant.path.endswith(".py") else None
        at_lines = {test for line in lines or () for test in by_line.get(line, ())}.intersection(self.seconds)
        return at_lines or {test for tests in by_line.values() for test in tests}.intersection(self.seconds)

    def others(self, chosen: Sequence[str], folders: Sequence[str]) -> list[str]:
        """All others of some folders: what they share with a test before them they came by unseen."""
        left = set(self.seconds).difference(chosen)
        return sorted(test for test in left if test.startswith(tuple(folders)))


def _near(file: str, path: str, name: str) -> bool:
    game = Path(path).parent.name
    return f"_{name}" in file or f"/{game}/" in file


def _told_apart(top: Path) -> str:
    sign = sha256()
    for name in READ:
        for file in sorted((top / name).rglob("*")) or [top / name]:
            if file.is_file() and file.suffix in (".py", ".html", ".txt", ".css", ".js", ".po", ".toml", ".svg"):
                sign.update(f"{file.relative_to(top)}\0".encode() + file.read_bytes())
    return sign.hexdigest()[:16]


def _trace(top: Path, folder: Path, workers: int) -> None:
    outside = (path.name for path in (top / "tests").iterdir() if path.name not in INSIDE)
    left_out = [f"--ignore=tests/{name}" for name in (*outside, *SLOW)]
    subprocess.run(
        [*PYTEST, "-p", "tests.mutants.tracing", "-n", str(workers), "--dist", "loadfile", *left_out],
        cwd=top,
        env={**os.environ, "PYTHONPATH": str(top), "PYTHONDONTWRITEBYTECODE": "", FOLDER: str(folder)},
        check=False,
    )
    every = Coverage(data_file=str(folder / "lines"), config_file=False, messages=False)
    every.combine()
    every.save()


def _statement(mutant: Mutant) -> range | None:
    """The lines of the smallest statement round it, of a compound one its head; none outside of functions."""
    text = (ROOT / mutant.path).read_text(encoding="utf-8")
    end = text.count("\n", 0, mutant.end) + 1
    around = [node for node in _nodes(ast.parse(text), mutant.line, end) if isinstance(node, ast.stmt)]
    if not any(isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) for node in around[:-1]):
        return None
    statement = around[-1]
    body = getattr(statement, "body", None)
    last = body[0].lineno - 1 if body else statement.end_lineno
    return range(statement.lineno, max(statement.lineno, last or statement.lineno) + 1)


def _nodes(node: ast.AST, first: int, last: int) -> Iterator[ast.AST]:
    """All that hold these lines, the outermost first."""
    for child in ast.iter_child_nodes(node):
        start, end = getattr(child, "lineno", first), getattr(child, "end_lineno", last)
        if start <= first and last <= end:
            yield child
            yield from _nodes(child, first, last)
