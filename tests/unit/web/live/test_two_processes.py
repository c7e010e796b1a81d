"""Two server processes on one PostgreSQL serve the same, byte for byte."""

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from companion.table.model.roster import paging
from companion.table.storage.postgres.database import PostgreSQL
from companion.table.storage.store import NotSaved, Store
from companion.web.app import create_app
from companion.web.settings import Settings
from tests.support.cases import usually
from tests.support.databases import closed_afterwards
from tests.support.postgres import Cluster
from tests.unit.web.support.devices import PORT, Device, Session, saved

every_game = pytest.mark.parametrize("slug", GAMES)
SHOWN = ("", "/hand", "/me", "/screen", "/history", "/door", "/record.jsonl", "/summary", "/correct", "/host", "/seats")
OPS = re.compile(r'(name="op" value|data-op)="[^"]*"')
PATIENCE = 20.0
STEPS, LOOKED_AT = 40, 0.15


@dataclass
class Two:
    """The same table at two processes; each device has its cookie at both."""

    here: Session
    there: Session

    def same(self) -> None:
        """Wait until both have read the whole log."""
        give_up = time.monotonic() + PATIENCE
        while self.here.table.number != self.there.table.number:
            assert time.monotonic() < give_up
            time.sleep(0.002)

    def shown(self, session: Session, path: str) -> list[tuple[int, str]]:
        devices = (session.host, *session.players)
        answers = [device.get(f"/t/{session.key}{path}") for device in devices]
        return [(answer.status_code, OPS.sub("", answer.text)) for answer in answers]


def process(address: str, data: Path) -> Session:
    app = create_app(Settings(data, PORT, "companion.test", database=address))
    return Session(app, Device("host", app.test_client()))


def also_at(app: Session, device: Device) -> Device:
    """The same browser at the other process."""
    client = app.app.test_client()
    cookie = device.client.get_cookie(f"companion-{PORT}", domain="companion.test")
    assert cookie is not None
    client.set_cookie(cookie.key, cookie.value, domain="companion.test")
    return Device(device.name, client, device.taps)


@pytest.fixture
def address(postgres: Cluster) -> Iterator[str]:
    """The address of a new database."""
    with closed_afterwards():
        yield postgres.fresh()


@pytest.mark.parametrize("slug", usually("wetten", of=GAMES))
def test_both_processes_serve_every_viewer_alike(slug: str, address: str, tmp_path: Path) -> None:
    luck, looks = Random(7), Random(7)
    here, there = process(address, tmp_path), process(address, tmp_path)
    here.open(game=slug).sit(GAMES[slug].players[0]).begin()
    devices = [also_at(there, device) for device in here.players]
    two = Two(here, Session(there.app, also_at(there, here.host), devices, here.key))
    for _ in range(STEPS):
        two.same()
        if looks.random() < LOOKED_AT:
            for path in SHOWN:
                assert two.shown(two.here, path) == two.shown(two.there, path), path
        taking = luck.choice((two.here, two.there))
        if paging(taking.table.roster):
            saved(taking.page())
        elif not taking.table.asks:
            break
        else:
            saved(taking.by_chance(luck))


def test_seat_taken_at_one_process_is_known_to_the_other(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PostgreSQL, "listen", lambda *_args: None)
    here, there = process(address, tmp_path), process(address, tmp_path)
    here.open(game="toy")
    anna = here.device("Anna")
    assert "Sit down" in anna.sees(f"/t/{here.key}")
    again = also_at(there, anna)
    assert again.post("/code", {"code": here.table.code}).headers["Location"] == f"/t/{here.key}"
    assert "Sit down" in again.sees(f"/t/{here.key}")
    number = saved(anna.tap(here.key, "sit", name="Anna", colour="orange"))
    page = again.sees(f"/t/{here.key}")
    assert f'<data value="{number}"' in page
    assert "Sit down" not in page
    assert again.get(f"/t/{here.key}/me").json == anna.get(f"/t/{here.key}/me").json
    assert there.app.test_client().get("/t/nowhere", base_url=f"http://companion.test:{PORT}").status_code == 404


def test_pages_stay_while_the_database_is_away(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = process(address, tmp_path)
    here.open(game="toy").sit(3)
    before = here.players[0].get(f"/t/{here.key}/me").json

    def gone(_store: Store, _table_id: int, _device: str) -> None:
        raise NotSaved("the database is gone")

    monkeypatch.setattr(Store, "load_rights", gone)
    assert here.players[0].get(f"/t/{here.key}/me").json == before


def test_cookie_of_one_process_is_known_to_the_other(address: str, tmp_path: Path) -> None:
    here, there = process(address, tmp_path / "one"), process(address, tmp_path / "another-machine")
    anna = here.device("Anna")
    anna.get("/")
    known, again = anna.known, also_at(there, anna)
    assert known is not None
    answer = again.get("/")
    assert "Set-Cookie" not in answer.headers or "companion-8040" not in answer.headers["Set-Cookie"]
    assert again.known == known


def test_chosen_address_reaches_all_processes(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.network.addresses.candidates", lambda: ("companion.test", "192.0.2.8"))
    here, there = process(address, tmp_path), process(address, tmp_path)
    here.host.get(f"/house/{here.open().service.invitations.create()}")
    assert here.host.post(f"/t/{here.key}/address", {"address": "192.0.2.8"}).status_code == 303
    give_up = time.monotonic() + PATIENCE
    while there.app.config["SETTINGS"].host != "192.0.2.8":
        assert time.monotonic() < give_up
        time.sleep(0.002)
