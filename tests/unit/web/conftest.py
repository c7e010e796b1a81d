"""Fixtures that are actors."""

from pathlib import Path

import pytest

from tests.unit.web.support.corrections import a_paid_round, entry, proposed
from tests.unit.web.support.determinism import still
from tests.unit.web.support.devices import Session, StoppedServer, new_session, saved
from tests.unit.web.support.phases import play_to, play_to_end, play_to_run


@pytest.fixture
def still_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clock, randomness and tokens give the same in every game of the test."""
    still(monkeypatch)


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Three people whose host has still to name the start player."""
    return new_session(tmp_path)


@pytest.fixture(scope="session")
def ended(tmp_path_factory: pytest.TempPathFactory) -> StoppedServer:
    """A game that was played to its end."""
    session = new_session(tmp_path_factory.mktemp("ended"), game="toy", rounds="1")
    play_to_end(session)
    return StoppedServer.of(session)


@pytest.fixture
def over(ended: StoppedServer, tmp_path: Path) -> Session:
    """A game that is over."""
    return ended.again(tmp_path)


@pytest.fixture(scope="module")
def sessions(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Session]:
    """A table in each phase. Bad input must leave them as they are, so that all tests can share them."""
    found = {phase: new_session(tmp_path_factory.mktemp(phase)) for phase in ("chips", "cards", "pawns", "payout")}
    lobby = new_session(tmp_path_factory.mktemp("lobby"))
    found["lobby"] = Session(lobby.app, lobby.host).open().sit(3)
    for phase, session in found.items():
        if phase != "lobby":
            play_to(session, phase)
    found["together"] = play_to_run(new_session(tmp_path_factory.mktemp("together"), game="wetten"))
    found["plain"] = new_session(tmp_path_factory.mktemp("plain"), game="toy")
    found["proposed"] = a_paid_round(new_session(tmp_path_factory.mktemp("proposed")))
    assert proposed(found["proposed"], entry(found["proposed"], "move", 0), steps=1) == 200
    saved(found["proposed"].device("other").tap(found["proposed"].key, "claim", person=0))
    found["lent"] = new_session(tmp_path_factory.mktemp("lent"), 2, guests=1)
    found["lent"].in_hand(2)
    return found
