"""A copy of the tree, in which one mutant after the other is met by the tests that could catch it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from signal import SIGKILL
from tempfile import TemporaryDirectory
from time import monotonic
from types import TracebackType
from typing import Final, Self

from companion.games import GAMES
from tests.mutants.drawing import area
from tests.mutants.kinds import ROOT, Mutant

LEFT_OUT = shutil.ignore_patterns(".git", ".venv*", ".*_cache", "__pycache__", ".hypothesis", "build", "dist")
PYTEST: Final = ["-m", "pytest", "-x", "-q", "-p", "tests.mutants.quickly", "--hypothesis-profile", "mutants"]
QUIET: Final = ["-p", "no:cacheprovider", "--tb", "no"]

SENTENCES: Final = ["tests/web/test_every_page.py", "tests/games/test_every_sentence.py"]
RULES: Final = ["tests/games", "tests/test_record.py"]
REMEMBERED: Final = ["tests/evenings"]
TABLE: Final = ["tests/table", "tests/evenings", "tests/test_guests.py"]
PAGES: Final = ["tests/web"]
SHEETS: Final = [
    *(f"tests/printables/test_{name}.py" for name in ("summary", "wetten_summary", "banque_fatale")),
    "tests/test_words.py",
]
PAPER: Final = ["tests/printables", "tests/test_words.py", "tests/test_score.py"]

TESTS: Final = {
    "companion/games": [RULES, REMEMBERED, [*SENTENCES, *PAPER], PAGES],
    "companion/table": [TABLE, PAGES],
    "companion/web": [PAGES],
    "templates": [SENTENCES, SHEETS, PAGES, PAPER],
}
"""For each area its tests, the nearest first."""

SLOW: Final = (
    "table/test_restart",
    "table/test_two_processes",
    "web/test_planted_leaks",
    "web/test_secrecy",
    "printables/test_press",
    "printables/test_printer",
    "printables/test_printshop",
)
"""They take minutes, and ask the same of everything: a mutant that only they would catch is told as living."""

NO_TESTS: Final = 5
LONGEST: Final = 3_600


def rows(mutant: Mutant) -> list[list[str]]:
    """The runs of pytest that could catch a mutant: those that are named like its file or game first."""
    name = Path(mutant.path).stem.lstrip("_")
    game = next((slug for slug in GAMES if f"/{slug}/" in mutant.path), None)
    near = sorted(str(file.relative_to(ROOT)) for file in (ROOT / "tests").glob(f"[gtwpe]*/test_*{name}*.py"))
    its = ["tests/games"] if mutant.path.endswith(".py") else SHEETS if "printables" in mutant.path else SENTENCES
    first = [near, [*its, "-k", game] if game else []]
    return [*filter(None, first), *TESTS[area(mutant.path)]]


@dataclass
class Copy:
    """The copy, and how long each run of tests takes in it when nothing is wrong."""

    took: dict[tuple[str, ...], float] = field(default_factory=dict)
    _times: Iterator[int] = field(default_factory=lambda: count(1_000_000_000))

    def __enter__(self) -> Self:
        self._folder = TemporaryDirectory(prefix="mutants-")
        self.top = Path(self._folder.name) / "tree"
        shutil.copytree(ROOT, self.top, ignore=LEFT_OUT, symlinks=True)
        return self

    def __exit__(self, kind: type[BaseException] | None, bad: BaseException | None, at: TracebackType | None) -> None:
        self._folder.cleanup()

    def caught(self, mutant: Mutant) -> bool:
        """Whether some test fails with it, or does not come to an end."""
        return any(not self._survived(mutant, run) for run in rows(mutant))

    def _survived(self, mutant: Mutant, run: list[str]) -> bool:
        self._unharmed(run)
        self._write(mutant.path, mutant.text())
        try:
            return self._passes(run, 20 + 4 * self.took[tuple(run)])
        finally:
            self._write(mutant.path, (ROOT / mutant.path).read_text(encoding="utf-8"))

    def _unharmed(self, run: list[str]) -> None:
        """Tests that fail anyhow would catch everything."""
        if tuple(run) not in self.took:
            began = monotonic()
            assert self._passes(run, LONGEST), f"these tests fail without any mutant: {' '.join(run)}"
            self.took[tuple(run)] = monotonic() - began

    def _write(self, path: str, text: str) -> None:
        """With a time that no file ever had, so that Python compiles it anew (and, of the tests, nothing else)."""
        (self.top / path).write_text(text, encoding="utf-8")
        at = next(self._times)
        os.utime(self.top / path, (at, at))

    def _passes(self, run: list[str], seconds: float) -> bool:
        with subprocess.Popen(
            [sys.executable, *PYTEST, *QUIET, *run, *(f"--ignore=tests/{name}.py" for name in SLOW)],
            cwd=self.top,
            env={**os.environ, "PYTHONPATH": str(self.top), "PYTHONDONTWRITEBYTECODE": ""},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as tests:
            try:
                return tests.wait(seconds) in (0, NO_TESTS)
            except subprocess.TimeoutExpired:
                os.killpg(tests.pid, SIGKILL)  # with whatever servers the tests have started
                return False
