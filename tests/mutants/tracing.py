"""A plugin for pytest: writes down which test comes by which line, and how long it took.

Where it puts that stands in the environment; of a run with several processes each leaves files of its own.
"""

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from coverage import Coverage

FOLDER: Final = "COMPANION_REACH"
"""Names the folder for what was found, in the environment."""
TRACED: Final = ("companion/*", "templates/*", "printables/*")

_seconds: defaultdict[str, float] = defaultdict(float)
_failed: list[str] = []


@cache
def _lines() -> Coverage:
    """Of this process; in a tree of its own the files have the same names as in another."""
    file = str(Path(os.environ[FOLDER]) / "lines")
    lines = Coverage(data_file=file, data_suffix=True, include=TRACED, config_file=False, messages=False)
    lines.set_option("run:relative_files", True)
    lines.set_option("run:disable_warnings", ["no-data-collected"])  # of the process that only hands out
    return lines


def pytest_configure() -> None:
    """Before anything of the product is imported; what is done at the import belongs to no test."""
    _lines().start()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Whatever happens from here on happens in this test, what it sets up for others too."""
    _lines().switch_context(item.nodeid)
    return (yield)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Setting up, the test and putting away."""
    _seconds[report.nodeid] += report.duration
    if report.failed:
        _failed.append(report.nodeid)


def pytest_sessionfinish() -> None:
    """One file for the lines and one for the seconds."""
    _lines().stop()
    _lines().save()
    text = json.dumps({"seconds": _seconds, "failed": _failed})
    (Path(os.environ[FOLDER]) / f"seconds-{os.getpid()}.json").write_text(text, encoding="utf-8")
