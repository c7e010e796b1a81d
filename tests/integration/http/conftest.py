"""A house with its server, for all tests that leave it as it was."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.integration.http.server import Evening, Server, an_evening


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that runs for the whole session."""
    found = Server(tmp_path_factory.mktemp("house"))
    found.start()
    yield found
    found.kill()


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server to be killed."""
    found = Server(tmp_path)
    found.start()
    yield found
    found.kill()


@pytest.fixture
def evening(server: Server) -> Evening:
    """Six people who place chips in any order."""
    return an_evening(server, turns="free")
