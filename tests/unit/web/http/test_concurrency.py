"""A flood of pages delays nothing that a game needs."""

from pathlib import Path
from threading import Semaphore
from unittest.mock import Mock

import gevent.lock
import gevent.socket
import pytest

from companion.web.http.concurrency import MAX_PAGES, acquire_slot, release_slot
from companion.web.pages import lobby
from tests.unit.web.support.devices import Session, new_session, saved
from tests.unit.web.support.phases import play_to


@pytest.fixture
def session(tmp_path: Path) -> Session:
    session = new_session(tmp_path, 3)
    play_to(session, "chips")
    return session


@pytest.fixture
def flooded(session: Session) -> None:
    """All slots are taken: a request that would wait for one fails."""
    session.app.config["PAGE_SLOTS"] = Mock(acquire=Mock(side_effect=TimeoutError))


@pytest.mark.usefixtures("flooded")
def test_moves_hands_and_files_do_not_wait(session: Session) -> None:
    anna = session.in_hand(session.ask.seat or 0)
    saved(anna.tap(session.key, "act", slot=session.ask.slot, do="chip", table=1))
    for path in (f"/t/{session.key}/hand", f"/t/{session.key}/me", "/static/icon.svg", "/health"):
        assert anna.get(path).status_code == 200


@pytest.mark.usefixtures("flooded")
@pytest.mark.parametrize("path", ["/", "/nowhere", "/t/nowhere/me", "/t/KEY", "/t/KEY/hand", "/t/KEY/history"])
def test_pages_for_strangers_wait_for_a_slot(session: Session, path: str) -> None:
    assert session.device("stranger").get(path.replace("KEY", session.key)).status_code == 500


@pytest.mark.parametrize("path", ["/", "/nowhere", "/t/nowhere", "/t/KEY", "/t/KEY/summary", "/rules/vabanque"])
def test_slots_are_released_after_any_response(session: Session, path: str) -> None:
    for _ in range(MAX_PAGES + 1):
        session.host.get(path.replace("KEY", session.key))
    assert free_slots(session) == MAX_PAGES


def test_slot_is_released_after_an_error(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "start_page", None)
    assert session.host.get("/").status_code == 500
    assert free_slots(session) == MAX_PAGES


def test_new_requests_are_read_between_two_pages(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    slots = session.app.config["PAGE_SLOTS"] = gevent.lock.Semaphore(1)
    monkeypatch.setattr("companion.web.http.concurrency.time.sleep", gevent.sleep)  # as in the server
    phone, server = gevent.socket.socketpair()
    order: list[str] = []

    def page() -> None:
        with session.app.test_request_context("/"):
            acquire_slot()
            order.append("page")
            release_slot()

    def move() -> None:
        server.recv(1)
        order.append("move")

    with phone, server:
        slots.acquire()
        going = [gevent.spawn(page) for _ in range(9)] + [gevent.spawn(move)]
        gevent.sleep(0)  # all of them wait now
        phone.send(b"?")
        slots.release()
        gevent.joinall(going, raise_error=True)
    assert order.index("move") < 5


def free_slots(session: Session) -> int:
    """Take all free slots and return their number."""
    slots: Semaphore = session.app.config["PAGE_SLOTS"]
    return sum(slots.acquire(blocking=False) for _ in range(MAX_PAGES + 1))
