"""The actors: browsers with a cookie of their own, and an evening at which they sit down."""

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
from companion.table.model.colours import COLOURS
from companion.table.model.log import Table
from companion.table.model.player_view import player_view
from companion.table.model.roster import paging
from companion.table.model.tokens import hashed
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
"""More taps than anybody needs for a game to begin."""

Form = Mapping[str, object]
Sent = Form | str | bytes

compile_once()


def new_app(data: Path, **more: Any) -> Flask:
    """An app of its own, with its database in `data`."""
    return create_app(Settings(data=data, port=PORT, host="companion.test"), **more)


@dataclass
class Device:
    """A browser: it keeps its cookie, and names its taps itself."""

    name: str
    client: FlaskClient
    taps: Iterator[int] = field(default_factory=count, repr=False)

    def get(self, path: str, method: str = "GET", **headers: str) -> TestResponse:
        """Asks for a page."""
        return self.client.open(path, method=method, base_url=ORIGIN, headers=_named(headers))

    def sees(self, path: str) -> str:
        """What it is shown of a page, without what stands in it for others."""
        return seen(self.get(path).text)

    def post(self, path: str, form: Sent = b"", origin: str | None = ORIGIN, **headers: str) -> TestResponse:
        """Sends a form, or bytes as they are, from a page of the app itself or from another origin."""
        sent = {"Companion-Tap": "1", **_named(headers)} | ({"Origin": origin} if origin is not None else {})
        return self.client.post(
            path, data=form, base_url=ORIGIN, headers=sent, content_type="application/x-www-form-urlencoded"
        )

    def tap(self, key: str, kind: str, **fields: object) -> TestResponse:
        """A tap at a table; `op` may be given to send one again."""
        return self.post(f"/t/{key}/tap", {"op": self.op(), "kind": kind, **fields})

    @property
    def known(self) -> str | None:
        """The hash that its cookie is known by, once it has one."""
        cookie = self.client.get_cookie(f"companion-{PORT}", domain="companion.test")
        return None if cookie is None else hashed(cookie.value.partition(".")[0])

    def again(self, app: Flask) -> "Device":
        """The same browser at the same house, which was started anew."""
        client = app.test_client()
        client._cookies = dict(self.client._cookies or {})
        return Device(self.name, client, count(BEYOND))

    def op(self) -> str:
        """A new name for a tap."""
        return f"{self.name}-tap-{next(self.taps):04d}"


class Stream:
    """An open event stream. It has a context of its own, as it has in a server: else other requests shared its `g`."""

    def __init__(self, device: Device, path: str, encoding: str = "identity") -> None:
        self._context = copy_context()
        self.answer = self._context.run(device.get, path, Accept_Encoding=encoding)
        self._messages = iter(self.answer.iter_encoded())

    def __next__(self) -> bytes:
        """The next message; waits for the next ping where there is none."""
        return self._context.run(next, self._messages)

    def close(self) -> None:
        """The browser goes away."""
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
        """The app's desk."""
        service: TableService = self.app.config["SERVICE"]
        return service

    @property
    def table(self) -> Table:
        """The table with all its secrets."""
        return self.service.table(self.key)

    @property
    def ask(self) -> PendingDecision:
        """The first seat that the table waits for."""
        return next(ask for ask in self.table.asks if ask.waits)

    def device(self, name: str) -> Device:
        """A browser that was never here before."""
        return Device(name, self.app.test_client())

    def open(self, **options: str) -> "Session":
        """The host opens the table."""
        answer = self.host.post("/new", {"game": "vabanque", **options})
        assert answer.status_code == 303, answer.text
        self.key = answer.headers["Location"].rpartition("/")[2]
        return self

    def sit(self, players: int, *, host_plays: bool = False) -> "Session":
        """People sit down with devices of their own; the first can be the host."""
        for seat, (name, colour) in enumerate(zip(CAST[:players], COLOURS, strict=False)):
            device = self.host if host_plays and not seat else self.device(name)
            self.players.append(device)
            saved(device.tap(self.key, "sit", name=name, colour=colour))
        return self

    def guests(self, players: int) -> "Session":
        """More people sit down, who have no phone: the host's device is lent to them for each entry."""
        already = len(self.players)
        for name, colour in list(zip(CAST, COLOURS, strict=False))[already : already + players]:
            self.players.append(self.host)
            saved(self.host.tap(self.key, "sit", name=name, colour=colour, phone="none"))
        return self

    def begin(self) -> "Session":
        """The host begins."""
        order = " ".join(str(person.id) for person in self.table.party.people)
        saved(self.host.tap(self.key, "begin", order=order))
        return self

    def in_hand(self, seat: int) -> Device:
        """The device of a seat; who has no phone is lent it."""
        device, person = self.players[seat], self.table.party.people[seat]
        if not person.phone:
            saved(self.taken(device).tap(self.key, "lend", person=person.id))
        elif self.service.rights(self.key, device.known).lent is not None:
            saved(device.tap(self.key, "return"))
        return self.taken(device)

    def taken(self, device: Device) -> Device:
        """Whoever a device was handed to, or its owner to whom it came back, says so."""
        now = self.service.rights(self.key, device.known)
        if now.covered:
            wanted = now.person if now.lent is None else now.lent
            saved(device.tap(self.key, "hold", person="host" if wanted is None else wanted))
        return device

    def act(self, ask: PendingDecision, move: Any) -> TestResponse:
        """The owner of an ask, or the host for all, makes a move."""
        device = self.taken(self.host) if ask.seat is None or ask.do == "start" else self.in_hand(ask.seat)
        more = {"sure": "yes"} if ask.final else {}
        form = {"slot": ask.slot, **SUPPORT[self.table.slug].form_of(self.table, ask.seat, move), **more}
        if ask.consent and not ask.waits:
            return [self.in_hand(seat).tap(self.key, "act", **form) for seat in ask.consent][-1]
        if ask.consent:
            form["all"] = "yes"
        return device.tap(self.key, "act", **form)

    def by_chance(self, luck: Random, ask: PendingDecision | None = None) -> TestResponse:
        """Whoever the table waits for first, or who is asked this, makes a move that the rules suggest."""
        ask = ask or self.ask
        return self.act(ask, self.table.game.suggest(self.table.state, ask, luck))

    def page(self, *, skip: bool = False) -> TestResponse:
        """The first player turns the page of a payout, or skips to its sum where there is something to skip."""
        page = self.table.party.page
        assert page is not None
        more = {"to": "sum"} if skip and page.step < player_view(self.table).skips_to else {}
        return self.taken(self.players[0]).tap(self.key, "page", act=page.act, step=page.step, **more)

    def paged(self) -> "Session":
        """In haste through all pages of a payout, where one is shown."""
        while paging(self.table.party):
            saved(self.page(skip=True))
        return self


def saved(answer: TestResponse) -> int:
    """The number of the entry that a tap became."""
    assert answer.status_code == 200, answer.text
    return int(answer.headers["Companion-Entry"])


@dataclass(frozen=True)
class StoppedServer:
    """A house that was closed: its files, and an evening in it."""

    session: Session
    files: Mapping[str, bytes]

    @classmethod
    def of(cls, session: Session) -> "StoppedServer":
        """From now on the evening goes on where the house is opened again, and in this folder no more."""
        session.service.store.close()
        folder = session.app.config["SETTINGS"].data
        return cls(session, {file.name: file.read_bytes() for file in folder.iterdir()})

    def again(self, data: Path) -> Session:
        """The house is started anew, in another folder."""
        private_files.folder(data)
        for name, content in self.files.items():
            private_files.begin(data / name)
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
"""Where keys, codes, tokens and the time come from."""


def _draws() -> list[object]:
    """What stands there just now."""
    return [getattr(where, name) for where, name in DRAWN]


USUAL = _draws()


def new_session(data: Path, players: int = 3, *, host_plays: bool = False, guests: int = 0, **options: str) -> Session:
    """A game that has begun, and whose host has still to name the start player. `guests` come without phones.

    It began in another folder, once for all who want the same, and the house was started anew in this one; but where
    a test has a say in what is drawn, or a house is there, all sit down here.
    """
    if _draws() != USUAL or (data / FILE).exists():
        return begun_session(data, players, host_plays=host_plays, guests=guests, **options)
    return _closed(players, host_plays, guests, tuple(sorted(options.items()))).again(data)


def begun_session(
    data: Path, players: int = 3, *, host_plays: bool = False, guests: int = 0, **options: str
) -> Session:
    """The same, but the house has seen all of them sit down since it was started."""
    app = new_app(data)
    session = Session(app, Device("host", app.test_client()))
    return session.open(**options).sit(players, host_plays=host_plays).guests(guests).begin()


@cache
def _closed(players: int, host_plays: bool, guests: int, options: tuple[tuple[str, str], ...]) -> StoppedServer:
    with TemporaryDirectory() as data:
        return StoppedServer.of(
            begun_session(Path(data), players, host_plays=host_plays, guests=guests, **dict(options))
        )
