"""Shared by all tests: the number of examples, a game with rules alone, and the order of files."""

import gc

import pytest
from hypothesis import settings

from companion.games import GAMES
from tests.support.built import not_built
from tests.support.databases import postgres as postgres  # one for all modules of a worker
from tests.unit.games import toy

settings.register_profile("quick", max_examples=6, deadline=None)
settings.register_profile("prove", max_examples=1_000, deadline=None)
settings.load_profile("quick")
GAMES[toy.GAME.slug] = toy.GAME

LONG = ("test_layout_rules", "test_secrecy", "test_planted_leaks", "test_material", "test_page_filled")
"""Files that take longest: they begin first, for else one of them keeps a single worker busy at the end."""


def pytest_sessionstart() -> None:
    """`make test` has built all that is needed; pytest alone may come before, or after something was changed."""
    if missing := ", ".join(not_built()):
        raise pytest.UsageError(f"not built, or changed since: {missing}. `make test` builds it")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The long files first, then those with a browser, which also wait, then all others as they come."""
    items.sort(key=lambda item: (item.path.stem not in LONG, item.get_closest_marker("browser") is None))


def pytest_collection_finish() -> None:
    """Spare the garbage collector what was collected, which stays to the end, and the whole games that tests keep."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish() -> None:
    """Spare it what goes with the process: pytest and Python would look through all of it, six times over."""
    gc.collect()
    gc.freeze()
