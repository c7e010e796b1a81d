"""A flood of pages holds up nothing that a game needs."""

from pathlib import Path
from unittest.mock import Mock

import gevent.lock
import gevent.socket
import pytest

from companion.web.http.concurrency import MAX_PAGES, PageSlots, release_slot
from companion.web.pages import lobby
from tests.unit.web.support.devices import Session, new_session, saved
from tests.unit.web.support.phases import play_to


@pytest.fixture
def session(tmp_path: Path) -> Session:
    session = new_session(tmp_path, 3)
    play_to(session, "chips")
    return session


@pytest.fixture
def turns(session: Session) -> PageSlots:
    found: PageSlots = session.app.config["PAGE_SLOTS"]
    return found


@pytest.fixture
def flooded(turns: PageSlots, monkeypatch: pytest.MonkeyPatch) -> None:
    """All turns are taken: whoever would wait for one fails."""
    monkeypatch.setattr(turns, "slots", Mock(acquire=Mock(side_effect=TimeoutError)))


@pytest.mark.usefixtures("flooded")
def test_moves_hands_streams_and_files_do_not_wait(session: Session) -> None:
    anna = session.in_hand(session.ask.seat or 0)
    saved(anna.tap(session.key, "act", slot=session.ask.slot, do="chip", table=1))
    for path in (f"/t/{session.key}/hand", f"/t/{session.key}/me", "/static/icon.svg", "/health"):
        assert anna.get(path).status_code == 200


@pytest.mark.usefixtures("flooded")
@pytest.mark.parametrize("path", ["/", "/nowhere", "/t/nowhere/me", "/t/KEY", "/t/KEY/hand", "/t/KEY/history"])
def test_pages_for_strangers_wait_for_a_turn(session: Session, path: str) -> None:
    assert session.device("stranger").get(path.replace("KEY", session.key)).status_code == 500


@pytest.mark.parametrize("path", ["/", "/nowhere", "/t/nowhere", "/t/KEY", "/t/KEY/summary", "/rules/vabanque"])
def test_a_turn_is_given_back_whatever_is_answered(session: Session, turns: PageSlots, path: str) -> None:
    for _ in range(MAX_PAGES + 1):
        session.host.get(path.replace("KEY", session.key))
    assert free(turns) == MAX_PAGES


def test_a_turn_is_given_back_after_a_fault(
    session: Session, turns: PageSlots, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "start_page", None)
    assert session.host.get("/").status_code == 500
    assert free(turns) == MAX_PAGES


def test_other_requests_are_heard_between_two_turns(
    session: Session, turns: PageSlots, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "slots", gevent.lock.Semaphore(1))
    monkeypatch.setattr("companion.web.http.concurrency.time.sleep", gevent.sleep)  # as in the server
    phone, server = gevent.socket.socketpair()
    order: list[str] = []

    def page() -> None:
        with session.app.test_request_context("/"):
            turns.acquire()
            order.append("page")
            release_slot()

    def move() -> None:
        server.recv(1)
        order.append("move")

    with phone, server:
        turns.slots.acquire()
        going = [gevent.spawn(page) for _ in range(9)] + [gevent.spawn(move)]
        gevent.sleep(0)  # all of them wait now
        phone.send(b"?")
        turns.slots.release()
        gevent.joinall(going, raise_error=True)
    assert order.index("move") < 5


def free(turns: PageSlots) -> int:
    """How many turns nobody has; takes them."""
    return sum(turns.slots.acquire(blocking=False) for _ in range(MAX_PAGES + 1))
