"""A copy of the tree, in which one mutant after the other is met by the tests that come by it."""

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from signal import SIGKILL
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Final, Self

from tests.mutants.chosen import FILE
from tests.mutants.drawing import area
from tests.mutants.kinds import ROOT, Mutant
from tests.mutants.reach import PYTEST, Reach

LEFT_OUT = shutil.ignore_patterns(".git", ".venv*", ".*_cache", "__pycache__", ".hypothesis", "build", "dist")

READ_AS_TEXT: Final = ("tests/test_blanks.py", "tests/test_face.py", "tests/test_structure.py")
FOLDERS: Final = {
    "companion/games": (*READ_AS_TEXT, "tests/games", "tests/test_record.py", "tests/evenings", "tests/printables"),
    "companion/table": (*READ_AS_TEXT, "tests/table", "tests/evenings", "tests/test_guests.py"),
    "companion/web": (*READ_AS_TEXT, "tests/web"),
    "templates": (
        *READ_AS_TEXT,
        "tests/playthroughs",
        "tests/web/test_every_",
        "tests/web/test_first_evening.py",
        "tests/evenings/test_every_",
    ),
}
"""For each area the tests that a mutant meets which all survived that come by it.

Some share what others have played or drawn before them, and some read code and templates as text.
"""

NO_TESTS: Final = 5


@dataclass
class Copy:
    """The copy, and which tests fail in it when nothing is wrong: none, as far as was asked."""

    _times: Iterator[int] = field(default_factory=lambda: count(1_000_000_000))
    _sound: set[str] = field(default_factory=set)

    def __enter__(self) -> Self:
        self._folder = TemporaryDirectory(prefix="mutants-")
        self.top = Path(self._folder.name) / "tree"
        shutil.copytree(ROOT, self.top, ignore=LEFT_OUT, symlinks=True)
        return self

    def __exit__(self, kind: type[BaseException] | None, bad: BaseException | None, at: TracebackType | None) -> None:
        self._folder.cleanup()

    def caught(self, mutant: Mutant, reach: Reach) -> bool:
        """Whether some test fails with it, or does not come to an end."""
        near = reach.tests(mutant)
        return any(
            tests and not self._survived(mutant, tests, 30 + 4 * sum(reach.seconds[test] for test in tests))
            for tests in (near, reach.others(near, FOLDERS[area(mutant.path)]))
        )

    def _survived(self, mutant: Mutant, tests: Sequence[str], seconds: float) -> bool:
        self._write(mutant.path, mutant.text())
        try:
            passed, failed = self._run(tests, seconds)
        finally:
            self._write(mutant.path, (ROOT / mutant.path).read_text(encoding="utf-8"))
        if failed and failed not in self._sound:
            assert self._run([failed], seconds)[0], f"this test fails without any mutant: {failed}"
            self._sound.add(failed)
        return passed

    def _write(self, path: str, text: str) -> None:
        """With a time that no file ever had, so that Python compiles it anew (and, of the tests, nothing else)."""
        (self.top / path).write_text(text, encoding="utf-8")
        at = next(self._times)
        os.utime(self.top / path, (at, at))

    def _run(self, tests: Sequence[str], seconds: float) -> tuple[bool, str]:
        """Whether all passed in so many seconds, and which failed first."""
        file = Path(self._folder.name) / "chosen.txt"
        file.write_text("\n".join(tests), encoding="utf-8")
        failed = file.with_suffix(".failed")
        failed.unlink(missing_ok=True)
        with subprocess.Popen(
            [*PYTEST, "-x", "-p", "tests.mutants.chosen", *sorted({test.partition("::")[0] for test in tests})],
            cwd=self.top,
            env={**os.environ, "PYTHONPATH": str(self.top), "PYTHONDONTWRITEBYTECODE": "", FILE: str(file)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as run:
            try:
                passed = run.wait(seconds) in (0, NO_TESTS)
            except subprocess.TimeoutExpired:
                os.killpg(run.pid, SIGKILL)  # with whatever servers the tests have started
                passed = False
        return passed, failed.read_text(encoding="utf-8") if failed.exists() else ""
