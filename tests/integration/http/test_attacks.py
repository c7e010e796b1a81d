"""A guest who has only the address stops nobody: twelve players behind the same address play on."""

import http.client
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from threading import Event
from urllib.parse import urlencode

from companion.web.http.limits import CODES
from tests.integration.http.sockets import FEW_HANDLES, HANDLES, connect, head, more_handles
from tests.integration.http.tables import Table, begun_table, chip
from tests.support.phones import TIMEOUT
from tests.support.server import Server, running


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


def test_guessed_codes_are_refused_while_others_play(own_server: Server) -> None:
    tables, attacker, tries = two_tables(own_server), Attacker(own_server), count()

    def guess() -> int:
        if next(tries) % 9 == 0:
            attacker.as_new().request("GET", "/")
        return attacker.request("POST", "/code", {"code": "QQQQQ"})

    with under_attack(guess, 3 * CODES.amount) as statuses:
        play(tables)
    assert set(statuses) == {409, 429}


def test_streams_of_new_cookies_take_no_place_from_players(tmp_path: Path) -> None:
    more_handles(8 * HANDLES)
    with running(Server(tmp_path, command=FEW_HANDLES)) as server:
        tables, attacker, tries = two_tables(server), Attacker(server), count()
        addresses, connections = [""], []

        def stream() -> int:
            """Every dozen has a new cookie, and a table of its own where that is allowed."""
            if next(tries) % 12 == 0 and attacker.as_new().request("POST", "/new", {"game": "vabanque"}) == 303:
                addresses.append(attacker.location)
            connections.append(connect(server))
            connections[-1].sendall(head(server, f"{addresses[-1]}/events", f"Cookie: {attacker.cookie}"))
            return int(connections[-1].recv(4096).split()[1])

        before = [stream() for _ in range(HANDLES)]
        with under_attack(stream, HANDLES):
            play(tables)
            elsewhere = connect(server, "127.0.0.3")
            elsewhere.sendall(head(server, tables[0].events))
            assert elsewhere.recv(4096).startswith(b"HTTP/1.1 200 ")
        assert before.count(200) > HANDLES // 4
        for connection in (*connections, elsewhere):
            connection.close()
