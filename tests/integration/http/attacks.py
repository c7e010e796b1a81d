"""Somebody who means no good, behind the same address as twelve players."""

import http.client
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from urllib.parse import urlencode

from tests.integration.http.tables import Table, begun_table, chip
from tests.support.phones import TIMEOUT
from tests.support.server import Server


class Attacker:
    """One connection that is kept, and no cookie that stays."""

    def __init__(self, server: Server) -> None:
        self._origin = server.origin
        self._connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=TIMEOUT)
        self.cookie = ""
        self.location = ""

    def request(self, method: str, path: str, form: Mapping[str, str] | None = None) -> int:
        """Send a request and return the status."""
        headers = {"Origin": self._origin, "Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        self._connection.request(method, path, None if form is None else urlencode(form), headers)
        answer = self._connection.getresponse()
        answer.read()
        self.location = answer.getheader("Location", "")
        self.cookie = answer.getheader("Set-Cookie", self.cookie).partition(";")[0]
        return answer.status

    def as_new(self) -> "Attacker":
        """Forget the cookie."""
        self.cookie = ""
        return self


@contextmanager
def under_attack(attack: Callable[[], int], least: int) -> Iterator[Counter[int]]:
    """Count the statuses of an attack that goes on meanwhile, and until it was tried so often."""
    statuses: Counter[int] = Counter()
    over = Event()

    def go() -> None:
        while not over.is_set() or statuses.total() < least:
            statuses[attack()] += 1

    with ThreadPoolExecutor(1) as pool:
        going = pool.submit(go)
        try:
            yield statuses
        finally:
            over.set()
        going.result()


def two_tables(server: Server) -> list[Table]:
    """Two tables of six phones each."""
    return [begun_table(server, turns="free") for _ in range(2)]


def play(tables: list[Table]) -> None:
    """Everybody places a chip, which every phone of the table sees."""
    for table in tables:
        streams = [phone.stream(table.events) for phone in table.players]
        for phone in table.players:
            number = phone.post(table.moves, chip(phone, 0)).entry
            for stream in streams:
                stream.since(number)
        for stream in streams:
            stream.close()
