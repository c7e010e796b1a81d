"""Fixtures that are actors."""

from pathlib import Path

import pytest

from tests.web.devices import Evening, an_evening
from tests.web.phases import play_to
from tests.web.transcript import still


@pytest.fixture
def still_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clock, randomness and tokens give the same in every game of the test."""
    still(monkeypatch)


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """Three people whose host has still to name the start player."""
    return an_evening(tmp_path)


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Evening]:
    """A table in each phase. Bad input must leave them as they are, so that all tests can share them."""
    found = {phase: an_evening(tmp_path_factory.mktemp(phase)) for phase in ("chips", "cards", "pawns", "payout")}
    lobby = an_evening(tmp_path_factory.mktemp("lobby"))
    found["lobby"] = Evening(lobby.app, lobby.host).open().sit(3)
    for phase, evening in found.items():
        if phase != "lobby":
            play_to(evening, phase)
    return found
