"""A plugin for pytest: runs the tests that a file names, in its order, and writes down which failed."""

import os
from pathlib import Path
from typing import Final

import pytest

FILE: Final = "COMPANION_CHOSEN"
"""Names the file, in the environment: a test a line. Beside it, `.failed`, comes what failed."""


def _file() -> Path:
    return Path(os.environ[FILE])


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """After everybody else has sorted them."""
    place = {name: at for at, name in enumerate(_file().read_text(encoding="utf-8").splitlines())}
    items[:] = sorted((item for item in items if item.nodeid in place), key=lambda item: place[item.nodeid])


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """The first of them, since a run ends with it."""
    if report.failed:
        _file().with_suffix(".failed").write_text(report.nodeid, encoding="utf-8")
