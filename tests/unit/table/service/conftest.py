"""Two processes on one PostgreSQL."""

from collections.abc import Iterator

import pytest

from tests.support.databases import closed_afterwards
from tests.support.postgres import Cluster
from tests.unit.table.processes import TwoProcesses


@pytest.fixture
def pair(postgres: Cluster) -> Iterator[TwoProcesses]:
    """Two processes that notify each other."""
    with closed_afterwards():
        yield TwoProcesses(postgres.fresh())


@pytest.fixture
def deaf_pair(deaf: None, pair: TwoProcesses) -> TwoProcesses:  # noqa: ARG001  # before the two are opened
    """Two processes that hear no notification."""
    return pair
