"""What all tests share: how much is tried, a game with rules and nothing else, and what is run first."""

import gc
import os
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from companion.games import GAMES
from tests import proving
from tests.built import not_built
from tests.games import toy
from tests.houses import postgres as postgres  # one for all modules of a worker

settings.register_profile("quick", max_examples=6, deadline=None)
settings.register_profile("prove", max_examples=1_000, deadline=None)
settings.load_profile("quick")
GAMES[toy.GAME.slug] = toy.GAME

WORKER, WORKERS = "PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT"
"""What pytest-xdist tells each worker: its name (`gw0`), and how many there are."""

LONG = ("test_stage", "test_secrecy", "test_planted_leaks", "test_material", "test_page_filled")
"""Files that take longest: they begin first, for else one of them keeps a single worker busy at the end."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """How much is tried: for everyday a little of everything is enough."""
    group = parser.getgroup("companion")
    group.addoption(
        "--all", action="store_true", help="all combinations, and the long tests too, as where a part is asked for"
    )
    group.addoption("--prove", action="store_true", help="all, and as many examples as are promised: hours")


def pytest_configure(config: pytest.Config) -> None:
    """Before any module of tests is read."""
    proving.begin(config)
    if config.getoption("prove"):
        settings.load_profile("prove")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Workers try as much as was asked for."""
    proving.hand_on(node)


def pytest_sessionstart() -> None:
    """`make test` has built all that is needed; pytest alone may come before, or after something was changed."""
    if missing := ", ".join(not_built()):
        raise pytest.UsageError(f"not built, or changed since: {missing}. `make test` builds it")


def pytest_collectstart(collector: pytest.Collector) -> None:
    """Workers read the same modules at the same time: each begins at another, so that each is compiled once."""
    top, worker = Path(__file__).parent, os.environ.get(WORKER)
    if collector.path != top or worker is None or proving.everything():
        return
    modules = [".".join(path.with_suffix("").relative_to(top.parent).parts) for path in sorted(top.rglob("test_*.py"))]
    first = len(modules) * int(worker.removeprefix("gw")) // int(os.environ[WORKERS])
    for module in (*modules[first:], *modules[:first]):
        with suppress(Exception):  # what cannot be read is told where it is collected
            import_module(module)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The long files first, then those with a browser, which also wait, then all others as they come."""
    if not proving.everything() and (out := set(proving.left_out(items))):
        config.hook.pytest_deselected(items=list(out))
        items[:] = [item for item in items if item not in out]
    items.sort(key=lambda item: (item.path.stem not in LONG, item.get_closest_marker("browser") is None))


def pytest_collection_finish() -> None:
    """What was collected stays to the end, and tests keep whole games: no need to look through them again and again."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish() -> None:
    """What still stays goes with the process: pytest and Python would look through all of it, six times over."""
    gc.collect()
    gc.freeze()
