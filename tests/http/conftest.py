"""A house with its server, for all tests that leave it as it was."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.http.house import Evening, House, an_evening


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that runs for the whole session."""
    found = House(tmp_path_factory.mktemp("house"))
    found.start()
    yield found
    found.kill()


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[House]:
    """A server to be killed."""
    found = House(tmp_path)
    found.start()
    yield found
    found.kill()


@pytest.fixture
def evening(house: House) -> Evening:
    """Six people who place chips in any order."""
    return an_evening(house, turns="free")
