"""The server as a process, and phones that speak to it."""

import http.client
import re
import sqlite3
import subprocess
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import IO
from urllib.parse import urlencode

from companion.table.model.colours import COLOURS
from tests.support.cast import CAST
from tests.support.forked import Forked
from tests.support.ports import free_port

OPEN = re.compile(r"http://localhost:(\d+)/house/")
ENTRY = re.compile(r'<data value="(\d+)"')
PATIENCE = 30.0
TIMEOUT = 10.0


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def entry(self) -> int:
        """The number that a tap got."""
        assert self.status == 200, self.text
        return int(self.headers["Companion-Entry"])


class Server:
    """`companion serve` on a port of its own, which stays the same when it is started again."""

    program: tuple[str, ...] = ()
    """What is read from the disk for each start; else it is forked from what was read once."""
    more: tuple[str, ...] = ()
    """Options beside those that every test wants."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.errors: IO[str] | None = None
        self.port = free_port()
        self.process: subprocess.Popen[str] | Forked | None = None

    def start(self) -> float:
        """Starts it; gives back how many seconds it took to serve."""
        began = time.monotonic()
        command = ["serve", "--no-browser", "--listen", "127.0.0.1", "--address", "127.0.0.1"]
        where = ["--port", str(self.port), "--data", str(self.data)]
        self.process = self._begun([*command, *where, *self.more])
        assert self.process.stdout is not None
        found = next(filter(None, map(OPEN.search, self.process.stdout)), None)
        assert found is not None, "it did not start"
        self.port = int(found[1])
        return time.monotonic() - began

    def _begun(self, told: list[str]) -> subprocess.Popen[str] | Forked:
        if self.program:
            return subprocess.Popen([*self.program, *told], stdout=subprocess.PIPE, stderr=self.errors, text=True)
        return Forked(told, stderr=self.errors)

    def kill(self) -> None:
        """As `kill -9` does it."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()

    def phone(self, name: str) -> "Phone":
        """A device that was never here."""
        return Phone(name, self.port)

    def log(self, key: str) -> list[tuple[int, str, str]]:
        """(number, kind, op) of each entry on the disk, in order."""
        with sqlite3.connect(self.data / "companion.sqlite3") as db:
            query = (
                "SELECT number, kind, op FROM entries JOIN tables ON tables.id = table_id WHERE key = ? ORDER BY number"
            )
            return list(db.execute(query, (key,)))


@dataclass
class Phone:
    """A device with its cookie. Each request has a connection of its own, so that it can be in several places."""

    name: str
    port: int
    cookie: str = ""
    seat: int = 0
    taps: Iterator[int] = field(default_factory=count, repr=False)

    def ask(self, method: str, path: str, form: Mapping[str, object] | None = None, **more: str) -> Answer:
        """One request. Raises what a lost connection raises."""
        connection = self.line()
        try:
            connection.request(method, path, urlencode(form) if form is not None else None, self._headers(more))
            return self._answer(connection.getresponse())
        finally:
            connection.close()

    def send_and_leave(self, path: str, form: Mapping[str, object]) -> None:
        """Sends a form and does not wait for the answer."""
        connection = self.line()
        connection.request("POST", path, urlencode(form), self._headers({}))
        connection.close()

    def stream(self, path: str, **more: str) -> "Stream":
        """Opens an event stream."""
        connection = self.line()
        connection.request("GET", path, headers=self._headers(more))
        return Stream(connection, connection.getresponse())

    def line(self) -> http.client.HTTPConnection:
        """A connection to the server."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)

    def _headers(self, more: Mapping[str, str]) -> dict[str, str]:
        headers = {"Origin": f"http://127.0.0.1:{self.port}", "Companion-Tap": "1", "Cookie": self.cookie}
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        return headers | {name.replace("_", "-"): value for name, value in more.items()}

    def _answer(self, response: http.client.HTTPResponse) -> Answer:
        for name, value in response.getheaders():
            if name == "Set-Cookie" and value.startswith("companion-"):
                self.cookie = value.partition(";")[0]
        return Answer(response.status, dict(response.getheaders()), response.read().decode(errors="replace"))

    def tap(self, key: str, kind: str, **fields: object) -> Answer:
        """A tap, sent once."""
        return self.ask("POST", f"/t/{key}/tap", {"op": self.op(), "kind": kind, **fields})

    def until_told(self, key: str, form: Mapping[str, object]) -> Answer:
        """A tap, sent again and again with its own name until the table has answered."""
        give_up = time.monotonic() + PATIENCE
        while True:
            try:
                answer = self.ask("POST", f"/t/{key}/tap", form)
                if answer.status < 500:
                    return answer
            except (OSError, http.client.HTTPException):
                pass
            assert time.monotonic() < give_up, "no answer"
            time.sleep(0.02)

    def op(self) -> str:
        """A new name for a tap."""
        return f"{self.name}-{next(self.taps):06d}"


class Stream:
    """An event stream as it comes in."""

    def __init__(self, connection: http.client.HTTPConnection, response: http.client.HTTPResponse) -> None:
        assert response.status == 200, response.read().decode()
        self.response = response
        self.connection = connection

    def message(self) -> tuple[int, list[str]]:
        """The number and the lines of the next message that is no ping. Raises EOFError where the stream has ended."""
        while True:
            lines = list(iter(self._line, ""))
            if lines and lines[0].startswith("id: "):
                return int(lines[0].removeprefix("id: ")), [line.removeprefix("data: ") for line in lines[1:]]

    def _line(self) -> str:
        line = self.response.readline()
        if not line:
            raise EOFError
        return line.decode().rstrip("\n")

    def close(self) -> None:
        """The phone goes away."""
        self.response.close()
        self.connection.close()


@dataclass
class Evening:
    """A table in a house, with its people."""

    server: Server
    key: str
    host: Phone
    players: list[Phone]

    @property
    def tap(self) -> str:
        """Where taps go."""
        return f"/t/{self.key}/tap"

    def number(self) -> int:
        """The number that a fresh page shows."""
        found = ENTRY.search(self.host.ask("GET", f"/t/{self.key}").text)
        assert found is not None
        return int(found[1])


def an_empty_table(server: Server, **options: str) -> Evening:
    """A table with nobody at it."""
    host = server.phone("host")
    answer = host.ask("POST", "/new", {"game": "vabanque", **options})
    assert answer.status == 303, answer.text
    return Evening(server, answer.headers["Location"].rpartition("/")[2], host, [])


def an_evening(server: Server, players: int = 6, **options: str) -> Evening:
    """A game in its first phase: everybody has chips to place."""
    evening = an_empty_table(server, **options)
    for seat, (name, colour) in enumerate(zip(CAST[:players], COLOURS, strict=False)):
        phone = server.phone(name)
        phone.seat = seat
        assert phone.tap(evening.key, "sit", name=name, colour=colour).entry
        evening.players.append(phone)
    order = " ".join(str(seat) for seat in range(players))
    assert evening.host.tap(evening.key, "begin", order=order).entry
    assert evening.host.tap(evening.key, "act", slot="start", do="start", table=1, seat=0).entry
    return evening


def chip(phone: Phone, nth: int) -> dict[str, object]:
    """The form of a seat's chip in round 1, counted from 0."""
    return {"op": phone.op(), "kind": "act", "slot": f"1.chips.{phone.seat}.{nth}", "do": "chip", "table": 1 + nth}
