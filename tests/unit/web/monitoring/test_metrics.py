"""Metrics, for the operator and for who has the token."""

import re
from pathlib import Path
from time import perf_counter

import pytest

from companion.table.model.names import COLOURS
from companion.table.storage.store import NotSaved, Store
from companion.web.app import create_app
from companion.web.settings import Settings
from tests.support.cast import CAST
from tests.unit.web.support.devices import PORT, Device, Session, Stream, saved

TOKEN = "a-token-that-nobody-guesses"
FIGURE = re.compile(r"^(\w+(?:\{[^}]*\})?) ([0-9.e+-]+)$", re.M)


@pytest.fixture
def server(tmp_path: Path) -> Session:
    """A server with its operator as the host of a table at which two sit."""
    settings = Settings(tmp_path, PORT, "companion.test", metrics_token=TOKEN)
    app = create_app(settings)
    invitation = app.config["SERVICE"].invitations.create()
    host = Device("operator", app.test_client())
    host.get(f"/house/{invitation}")
    return Session(app, host).open().sit(2)


def figures(server: Session) -> dict[str, float]:
    """All that is counted."""
    answer = server.host.get("/metrics")
    assert answer.status_code == 200
    return {name: float(value) for name, value in FIGURE.findall(answer.text)}


def test_metrics_are_for_the_operator_and_the_token(server: Session) -> None:
    stranger = server.device("stranger")
    nothing = stranger.get("/nothing-of-ours")
    refused = ("", "Bearer", "Bearer ", "Bearer wrong", f"Basic {TOKEN}", TOKEN, f"Bearer {TOKEN}x", "Bearer \u00ff")
    for device in (stranger, server.players[0]):
        for given in refused:
            answer = device.get("/metrics", Authorization=given.encode().decode("latin-1"))
            assert (answer.status_code, answer.data) == (404, nothing.data)
    assert stranger.get("/metrics", Authorization=f"Bearer {TOKEN}").status_code == 200
    assert server.host.get("/metrics").status_code == 200
    server.app.config["SETTINGS"].metrics_token = ""
    for given in ("Bearer ", "Bearer", ""):
        assert stranger.get("/metrics", Authorization=given).status_code == 404, "an empty token opens nothing"


def test_requests_taps_streams_tables_commits_are_counted(server: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    before, began = figures(server), perf_counter()
    anna = server.players[0]
    assert anna.tap(server.key, "leave", person=1).status_code == 403
    saved(server.host.tap(server.key, "sit", name="Carla", colour=[*COLOURS][4], phone="none"))
    stream = Stream(anna, f"/t/{server.key}/events")
    with monkeypatch.context() as broken:
        broken.setattr(Store, "append", _full)
        assert server.host.tap(server.key, "sit", name="Dora", colour=[*COLOURS][5], phone="none").status_code == 503
    after = figures(server)
    stream.close()
    grown = {name: after[name] - before.get(name, 0) for name in after if after[name] != before.get(name, 0)}
    assert grown['companion_taps_total{answer="saved"}'] == 1
    assert grown['companion_taps_total{answer="refused"}'] == 1
    assert grown['companion_taps_total{answer="not saved"}'] == 1
    assert grown['companion_requests_total{route="/t/<key>/tap",status="200"}'] == 1
    assert grown['companion_request_seconds_count{route="/t/<key>/tap"}'] == 3
    assert 0 < grown['companion_request_seconds_sum{route="/t/<key>/tap"}'] < perf_counter() - began
    assert grown["companion_database_errors_total"] == 1
    assert grown["companion_commits_total"] == grown["companion_commit_writes_sum"] == 1
    assert after["companion_streams"] == 1
    assert figures(server)["companion_streams"] == 0
    assert after['companion_tables{status="lobby"}'] == 1
    assert after["process_resident_memory_bytes"] > 0


def _full(*_: object, **__: object) -> None:
    raise NotSaved("disk full")


def test_metrics_name_no_table_device_or_person(server: Session) -> None:
    server.host.get(f"/nowhere/{server.key}")
    told = server.host.get("/metrics").text
    devices = [str(device.known) for device in (server.host, *server.players)]
    assert not [word for word in (server.key, server.table.code, *devices, *CAST, "127.0.0.1") if word in told]
    assert 'route="-",status="404"' in told


def test_unreadable_database_leaves_the_other_counters(server: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    assert 'companion_tables{status="' in server.host.get("/metrics").text
    monkeypatch.setattr(Store, "count_by_status", _full)
    told = server.host.get("/metrics").text
    assert "companion_requests_total" in told
    assert 'companion_tables{status="' not in told
