"""The health check: ready or not, the same for everybody."""

import time
from collections.abc import Callable
from threading import Event, Thread

import pytest
from werkzeug.test import TestResponse

from companion.table.storage.store import NotSaved, Store
from companion.web.monitoring import health
from companion.web.monitoring.health import DatabaseProbe
from tests.unit.web.support.devices import Device, Session


def asked(device: Device, host: str = "companion.test", **more: str) -> TestResponse:
    return device.client.get("/health", headers={"Host": host, **more})


def told(answer: TestResponse) -> tuple[int, list[tuple[str, str]], str]:
    """Every byte of an answer."""
    return answer.status_code, sorted(answer.headers), answer.text


def refusing(*_: object) -> bool:
    """A database that cannot be read."""
    raise NotSaved("disk I/O error")


def test_ready_is_told_to_everybody_in_the_same_bytes(session: Session) -> None:
    first = told(asked(session.device("nobody")))
    assert (first[0], first[2]) == (200, "ready\n")
    for device in (session.host, session.players[0]):
        for host in ("127.0.0.1", "upstream", "health.internal:99", "evil.test"):
            language = asked(device, host, **{"Accept-Language": "de", "Accept-Encoding": "gzip"})
            assert told(language) == told(asked(device, host)) == first
    assert "Set-Cookie" not in asked(session.device("nobody")).headers


def test_unreadable_database_or_a_stop_is_not_ready(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(Store, "has_rights", refusing)
        assert told(asked(session.host))[::2] == (503, "not ready\n")
    assert asked(session.host).status_code == 200
    session.app.config["STOPPING"].set()
    assert asked(session.host).status_code == 503


def test_hanging_database_is_asked_once_for_all_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "TIMEOUT", 0.05)
    stuck, asked = Event(), list[int]()

    def read() -> bool:
        asked.append(1)
        return stuck.wait(10)

    pulse = DatabaseProbe(read)
    checks: list[Callable[[], object]] = [pulse.succeeds] * 20
    began = time.monotonic()
    threads = [Thread(target=check) for check in checks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not pulse.succeeds()
    assert time.monotonic() - began < 2
    assert len(asked) == 1
    stuck.set()
    time.sleep(0.05)
    assert pulse.succeeds()
