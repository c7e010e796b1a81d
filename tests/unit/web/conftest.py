"""Fixtures that are actors."""

from pathlib import Path

import pytest

from tests.unit.web.corrections import a_paid_round, entry, proposed
from tests.unit.web.devices import Closed, Evening, an_evening, done
from tests.unit.web.phases import play_to, turned_up
from tests.unit.web.stillness import still
from tests.unit.web.test_who_comes_in import to_the_end


@pytest.fixture
def still_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clock, randomness and tokens give the same in every game of the test."""
    still(monkeypatch)


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """Three people whose host has still to name the start player."""
    return an_evening(tmp_path)


@pytest.fixture(scope="session")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Closed:
    """A game that was played to its end."""
    evening = an_evening(tmp_path_factory.mktemp("ended"), game="toy", rounds="1")
    to_the_end(evening)
    return Closed.of(evening)


@pytest.fixture
def over(ended: Closed, tmp_path: Path) -> Evening:
    """A game that is over."""
    return ended.again(tmp_path)


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Evening]:
    """A table in each phase. Bad input must leave them as they are, so that all tests can share them."""
    found = {phase: an_evening(tmp_path_factory.mktemp(phase)) for phase in ("chips", "cards", "pawns", "payout")}
    lobby = an_evening(tmp_path_factory.mktemp("lobby"))
    found["lobby"] = Evening(lobby.app, lobby.host).open().sit(3)
    for phase, evening in found.items():
        if phase != "lobby":
            play_to(evening, phase)
    found["together"] = turned_up(an_evening(tmp_path_factory.mktemp("together"), game="wetten"))
    found["plain"] = an_evening(tmp_path_factory.mktemp("plain"), game="toy")
    found["proposed"] = a_paid_round(an_evening(tmp_path_factory.mktemp("proposed")))
    assert proposed(found["proposed"], entry(found["proposed"], "move", 0), steps=1) == 200
    done(found["proposed"].device("other").tap(found["proposed"].key, "claim", person=0))
    found["lent"] = an_evening(tmp_path_factory.mktemp("lent"), 2, guests=1)
    found["lent"].in_hand(2)
    return found
