"""Two services on one PostgreSQL database, and phones that go to the other one where theirs does not answer.

nginx leads phones so (`test_nginx.py`); here they find the way themselves, which needs nothing but PostgreSQL.
"""

import http.client
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import psycopg

from companion.table.storage.postgres import SERVING
from tests.integration.http.server import TIMEOUT, Phone, Server

PATIENCE = 30.0


class Roaming(Phone):
    """A phone that knows the ports of all services, and stays at one as long as that answers."""

    ports: tuple[int, ...] = ()

    def line(self) -> http.client.HTTPConnection:
        """A connection to the first service that takes one."""
        for port in self.ports:
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
            try:
                line.connect()
            except OSError:
                continue
            self.ports = (port, *(other for other in self.ports if other != port))
            return line
        raise ConnectionRefusedError("no service answers")

    def _headers(self, more: Mapping[str, str]) -> dict[str, str]:
        return {"Host": f"127.0.0.1:{self.port}", **super()._headers(more)}


class Service(Server):
    """`companion serve --database`."""

    def __init__(self, data: Path, database: str, public: int = 0) -> None:
        """With the port of its public address, where that is another service's."""
        super().__init__(data)
        self.database = database
        self.more = ("--database", database, "--public", f"http://127.0.0.1:{public or self.port}")

    def log(self, key: str) -> list[tuple[int, str, str]]:
        """(number, kind, op) of each entry in the database, in order."""
        with psycopg.connect(self.database.replace("+psycopg", "")) as db:
            query = "SELECT number, kind, op FROM entries JOIN tables ON tables.id = table_id WHERE key = %s ORDER BY 1"
            return db.execute(query, (key,)).fetchall()

    def serving(self) -> int:
        """How many services have the database open."""
        query = "SELECT count(*) FROM pg_locks WHERE objid = %s AND mode = 'ShareLock' AND granted"
        with psycopg.connect(self.database.replace("+psycopg", "")) as db:
            here = "database = (SELECT oid FROM pg_database WHERE datname = current_database())"
            found = db.execute(f"{query} AND {here}", (SERVING,))
            return int(found.fetchall()[0][0])


class TwoServices(Service):
    """A service and the one `beside` it, at one public address: every second phone begins at the other."""

    def __init__(self, data: Path, database: str) -> None:
        super().__init__(data / "one", database)
        self.beside = Service(data / "two", database, self.port)
        self._ports = (self.port, self.beside.port)

    def start(self) -> float:
        """Start both."""
        return super().start() + self.beside.start()

    def kill(self) -> None:
        """As `kill -9` does it, of both."""
        super().kill()
        self.beside.kill()

    def restart_one(self, *, beside: bool) -> None:
        """`kill -9` of one, and start it again as systemd does."""
        if beside:
            self.beside.kill()
            self.beside.start()
        else:
            super().kill()
            super().start()

    def phone(self, name: str) -> Roaming:
        """A device that was never here."""
        phone = Roaming(name, self.port)
        phone.ports, self._ports = self._ports, self._ports[::-1]
        return phone


def until(true: Callable[[], bool]) -> None:
    """Wait for it."""
    give_up = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < give_up
        time.sleep(0.05)
