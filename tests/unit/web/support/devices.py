"""Browsers with cookies of their own, and sessions: a table with its host and its players."""

import time
from collections.abc import Iterator, Mapping
from contextvars import copy_context
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.games.types import PendingDecision
from companion.table.model.log import Table
from companion.table.model.names import COLOURS
from companion.table.model.player_view import player_view
from companion.table.model.roster import paging
from companion.table.model.tokens import hash_token
from companion.table.service import table_service
from companion.table.service.table_service import TableService
from companion.table.storage.database import FILE
from companion.table.storage.sqlite import private_files
from companion.web.app import create_app
from companion.web.http import device_cookie
from companion.web.settings import Settings
from tests.support.cast import CAST
from tests.unit.web.games import SUPPORT
from tests.unit.web.support.route_cache import compile_once
from tests.unit.web.support.visible import seen

PORT = 8040
HOST = f"companion.test:{PORT}"
ORIGIN = f"http://{HOST}"
BEYOND = 1_000
"""More taps than are needed for a game to begin."""

Form = Mapping[str, object]
Sent = Form | str | bytes

compile_once()


def new_app(data: Path, **more: Any) -> Flask:
    """An app of its own, with its database in `data`."""
    return create_app(Settings(data=data, port=PORT, host="companion.test"), **more)


@dataclass
class Device:
    """A browser: it keeps its cookie and makes operation ids."""

    name: str
    client: FlaskClient
    taps: Iterator[int] = field(default_factory=count, repr=False)

    def get(self, path: str, method: str = "GET", **headers: str) -> TestResponse:
        return self.client.open(path, method=method, base_url=ORIGIN, headers=_named(headers))

    def sees(self, path: str) -> str:
        """Return what the device shows of a page, without the parts for others."""
        return seen(self.get(path).text)

    def post(self, path: str, form: Sent = b"", origin: str | None = ORIGIN, **headers: str) -> TestResponse:
        """Send a form, or bytes as they are, from a page of the app or from another origin."""
        sent = {"Companion-Tap": "1", **_named(headers)} | ({"Origin": origin} if origin is not None else {})
        return self.client.post(
            path, data=form, base_url=ORIGIN, headers=sent, content_type="application/x-www-form-urlencoded"
        )

    def tap(self, key: str, kind: str, **fields: object) -> TestResponse:
        """Send a tap to a table; with `op` one can be sent again."""
        return self.post(f"/t/{key}/tap", {"op": self.op(), "kind": kind, **fields})

    @property
    def known(self) -> str | None:
        """The hash of its token, once it has a cookie."""
        cookie = self.client.get_cookie(f"companion-{PORT}", domain="companion.test")
        return None if cookie is None else hash_token(cookie.value.partition(".")[0])

    def at(self, address: str) -> "Device":
        """The same device behind another address."""
        self.client.environ_base["REMOTE_ADDR"] = address
        return self

    def again(self, app: Flask) -> "Device":
        """The same browser after a restart of the server."""
        client = app.test_client()
        client._cookies = dict(self.client._cookies or {})
        return Device(self.name, client, count(BEYOND))

    def op(self) -> str:
        """A new operation id."""
        return f"{self.name}-tap-{next(self.taps):04d}"


class Stream:
    """An open event stream with a context of its own, as in a server: otherwise requests would share its `g`."""

    def __init__(self, device: Device, path: str, encoding: str = "identity") -> None:
        self._context = copy_context()
        self.answer = self._context.run(device.get, path, Accept_Encoding=encoding)
        self._messages = iter(self.answer.iter_encoded())

    def __next__(self) -> bytes:
        """The next message; waits for the next ping where there is none."""
        return self._context.run(next, self._messages)

    def close(self) -> None:
        self._context.run(self.answer.close)


def _named(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


@dataclass
class Session:
    """A table of an app: its host's device, and those of the players in the order of their seats."""

    app: Flask
    host: Device
    players: list[Device] = field(default_factory=list)
    key: str = ""

    @property
    def service(self) -> TableService:
        service: TableService = self.app.config["SERVICE"]
        return service

    @property
    def table(self) -> Table:
        """The table with its secrets."""
        return self.service.table(self.key)

    @property
    def ask(self) -> PendingDecision:
        """The first decision that is waited for."""
        return next(ask for ask in self.table.asks if ask.waits)

    def device(self, name: str) -> Device:
        """A new browser."""
        return Device(name, self.app.test_client())

    def operator(self) -> Device:
        """A new browser with operator rights."""
        operator = self.device("operator")
        assert operator.get(f"/house/{self.service.invitations.create()}").status_code == 303
        return operator

    def open(self, **options: str) -> "Session":
        answer = self.host.post("/new", {"game": "vabanque", **options})
        assert answer.status_code == 303, answer.text
        self.key = answer.headers["Location"].rpartition("/")[2]
        return self

    def sit(self, players: int, *, host_plays: bool = False) -> "Session":
        """Players sit down with devices of their own; the first can be the host."""
        for seat, (name, colour) in enumerate(zip(CAST[:players], COLOURS, strict=False)):
            device = self.host if host_plays and not seat else self.device(name)
            self.players.append(device)
            saved(device.tap(self.key, "sit", name=name, colour=colour))
        return self

    def guests(self, players: int) -> "Session":
        """Players without a phone sit down: the host's device is lent to them for each move."""
        already = len(self.players)
        for name, colour in list(zip(CAST, COLOURS, strict=False))[already : already + players]:
            self.players.append(self.host)
            saved(self.host.tap(self.key, "sit", name=name, colour=colour, phone="none"))
        return self

    def begin(self) -> "Session":
        order = " ".join(str(person.id) for person in self.table.roster.people)
        saved(self.host.tap(self.key, "begin", order=order))
        return self

    def in_hand(self, seat: int) -> Device:
        """The device of a seat, lent to a player without a phone."""
        device, person = self.players[seat], self.table.roster.people[seat]
        if not person.phone:
            saved(self.taken(device).tap(self.key, "lend", person=person.id))
        elif self.service.rights(self.key, device.known).lent is not None:
            saved(device.tap(self.key, "return"))
        return self.taken(device)

    def taken(self, device: Device) -> Device:
        """Confirm who holds a device that was handed over or back."""
        now = self.service.rights(self.key, device.known)
        if now.in_transit:
            wanted = now.person if now.lent is None else now.lent
            saved(device.tap(self.key, "hold", person="host" if wanted is None else wanted))
        return device

    def act(self, ask: PendingDecision, move: Any) -> TestResponse:
        """The player of a decision, or the host for all, makes a move."""
        device = self.taken(self.host) if ask.seat is None or ask.do == "start" else self.in_hand(ask.seat)
        more = {"sure": "yes"} if ask.final else {}
        form = {"slot": ask.slot, **SUPPORT[self.table.slug].form_of(self.table, ask.seat, move), **more}
        if ask.consent and not ask.waits:
            return [self.in_hand(seat).tap(self.key, "act", **form) for seat in ask.consent][-1]
        if ask.consent:
            form["all"] = "yes"
        return device.tap(self.key, "act", **form)

    def by_chance(self, luck: Random, ask: PendingDecision | None = None) -> TestResponse:
        """Answer a decision, by default the first, with a suggested move."""
        ask = ask or self.ask
        return self.act(ask, self.table.game.suggest(self.table.state, ask, luck))

    def page(self, *, skip: bool = False) -> TestResponse:
        """The first player turns the page of a payout, or skips to its sum."""
        page = self.table.roster.page
        assert page is not None
        more = {"to": "sum"} if skip and page.step < player_view(self.table).skips_to else {}
        return self.taken(self.players[0]).tap(self.key, "page", act=page.act, step=page.step, **more)

    def paged(self) -> "Session":
        """Skip through all pages of a payout, if one is shown."""
        while paging(self.table.roster):
            saved(self.page(skip=True))
        return self


def saved(answer: TestResponse) -> int:
    """Check that a tap was saved; return the number of its entry."""
    assert answer.status_code == 200, answer.text
    return int(answer.headers["Companion-Entry"])


@dataclass(frozen=True)
class StoppedServer:
    """The files of a stopped server, and a session at it."""

    session: Session
    files: Mapping[str, bytes]

    @classmethod
    def of(cls, session: Session) -> "StoppedServer":
        """Stop the server of a session; it goes on in other folders."""
        session.service.store.close()
        folder = session.app.config["SETTINGS"].data
        return cls(session, {file.name: file.read_bytes() for file in folder.iterdir()})

    def again(self, data: Path) -> Session:
        """Start the server in another folder."""
        private_files.make_folder(data)
        for name, content in self.files.items():
            private_files.create_file(data / name)
            (data / name).write_bytes(content)
        app, before = new_app(data), self.session
        those = {id(device): device.again(app) for device in (before.host, *before.players)}
        return Session(app, those[id(before.host)], [those[id(device)] for device in before.players], before.key)


DRAWN = (
    (table_service, "new_key"),
    (table_service, "new_code"),
    (table_service, "new_secret"),
    (device_cookie, "new_token"),
    (time, "time"),
)
"""Sources of keys, codes, tokens and the time, which a test may replace."""


def _draws() -> list[object]:
    return [getattr(where, name) for where, name in DRAWN]


USUAL = _draws()


def new_session(data: Path, players: int = 3, *, host_plays: bool = False, guests: int = 0, **options: str) -> Session:
    """A game that has begun, and whose host has still to name the start player. `guests` come without phones.

    It is copied from one that began once for all tests, unless a test has replaced a source of randomness or time.
    """
    if _draws() != USUAL or (data / FILE).exists():
        return begun_session(data, players, host_plays=host_plays, guests=guests, **options)
    return _closed(players, host_plays, guests, tuple(sorted(options.items()))).again(data)


def begun_session(
    data: Path, players: int = 3, *, host_plays: bool = False, guests: int = 0, **options: str
) -> Session:
    """The same, without a copy: the server has seen all of them sit down since its start."""
    app = new_app(data)
    session = Session(app, Device("host", app.test_client()))
    return session.open(**options).sit(players, host_plays=host_plays).guests(guests).begin()


@cache
def _closed(players: int, host_plays: bool, guests: int, options: tuple[tuple[str, str], ...]) -> StoppedServer:
    with TemporaryDirectory() as data:
        return StoppedServer.of(
            begun_session(Path(data), players, host_plays=host_plays, guests=guests, **dict(options))
        )
