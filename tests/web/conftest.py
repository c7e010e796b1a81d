"""Fixtures that are actors."""

import pytest

from tests.web.transcript import still


@pytest.fixture
def still_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clock, randomness and tokens give the same in every game of the test."""
    still(monkeypatch)
