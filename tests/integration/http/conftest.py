"""Servers and tables."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.integration.http.services import TwoServices
from tests.integration.http.tables import Table, begun_table
from tests.support.postgres import Cluster
from tests.support.server import Server, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests that leave it as it was."""
    with running(Server(tmp_path_factory.mktemp("server"))) as server:
        yield server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server of this test, which may kill it."""
    with running(Server(tmp_path / "data")) as server:
        yield server


@pytest.fixture
def table(server: Server) -> Table:
    """Six players who place chips in any order."""
    return begun_table(server, turns="free")


@pytest.fixture
def services(postgres: Cluster, tmp_path: Path) -> Iterator[TwoServices]:
    """Two services on one database."""
    services = TwoServices(tmp_path, postgres.fresh())
    services.start()
    yield services
    services.kill()
