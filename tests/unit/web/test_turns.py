"""A flood of pages holds up nothing that a game needs."""

from pathlib import Path
from unittest.mock import Mock

import gevent.lock
import gevent.socket
import pytest
from flask import request

from companion.web.http.turns import AT_ONCE, Turns, end
from companion.web.pages import lobby
from tests.unit.web.devices import Evening, an_evening, done
from tests.unit.web.phases import play_to


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    evening = an_evening(tmp_path, 3)
    play_to(evening, "chips")
    return evening


@pytest.fixture
def turns(evening: Evening) -> Turns:
    found: Turns = evening.app.config["TURNS"]
    return found


@pytest.fixture
def flooded(turns: Turns, monkeypatch: pytest.MonkeyPatch) -> None:
    """All turns are taken: whoever would wait for one fails."""
    monkeypatch.setattr(turns, "places", Mock(acquire=Mock(side_effect=TimeoutError)))


@pytest.mark.usefixtures("flooded")
def test_moves_hands_streams_and_files_do_not_wait(evening: Evening) -> None:
    anna = evening.in_hand(evening.ask.seat or 0)
    done(anna.tap(evening.key, "act", slot=evening.ask.slot, do="chip", table=1))
    for path in (f"/t/{evening.key}/hand", f"/t/{evening.key}/me", "/static/icon.svg", "/health"):
        assert anna.get(path).status_code == 200


@pytest.mark.usefixtures("flooded")
@pytest.mark.parametrize("path", ["/", "/nowhere", "/t/nowhere/me", "/t/KEY", "/t/KEY/hand", "/t/KEY/history"])
def test_pages_for_strangers_wait_for_a_turn(evening: Evening, path: str) -> None:
    assert evening.device("stranger").get(path.replace("KEY", evening.key)).status_code == 500


@pytest.mark.parametrize("path", ["/", "/nowhere", "/t/nowhere", "/t/KEY", "/t/KEY/summary", "/rules/vabanque"])
def test_a_turn_is_given_back_whatever_is_answered(evening: Evening, turns: Turns, path: str) -> None:
    for _ in range(AT_ONCE + 1):
        evening.host.get(path.replace("KEY", evening.key))
    assert free(turns) == AT_ONCE


def test_a_turn_is_given_back_after_a_fault(evening: Evening, turns: Turns, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "start_page", None)
    assert evening.host.get("/").status_code == 500
    assert free(turns) == AT_ONCE


def test_other_requests_are_heard_between_two_turns(
    evening: Evening, turns: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "places", gevent.lock.Semaphore(1))
    monkeypatch.setattr("companion.web.http.turns.time.sleep", gevent.sleep)  # as in the server
    phone, server = gevent.socket.socketpair()
    order: list[str] = []

    def page() -> None:
        with evening.app.test_request_context("/"):
            turns.take()
            order.append("page")
            end(request.environ)

    def move() -> None:
        server.recv(1)
        order.append("move")

    with phone, server:
        turns.places.acquire()
        going = [gevent.spawn(page) for _ in range(9)] + [gevent.spawn(move)]
        gevent.sleep(0)  # all of them wait now
        phone.send(b"?")
        turns.places.release()
        gevent.joinall(going, raise_error=True)
    assert order.index("move") < 5


def free(turns: Turns) -> int:
    """How many turns nobody has; takes them."""
    return sum(turns.places.acquire(blocking=False) for _ in range(AT_ONCE + 1))
