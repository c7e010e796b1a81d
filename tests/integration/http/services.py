"""Two services on one PostgreSQL database, and phones that go to the other one where theirs does not answer.

nginx leads phones so (`test_proxies.py`); here they find the way themselves, which needs nothing but PostgreSQL.
"""

import http.client
from collections.abc import Mapping
from pathlib import Path

import psycopg

from companion.table.storage.postgres.listening import SERVING_LOCK
from tests.support.phones import TIMEOUT, Phone
from tests.support.server import Server

OPEN = """SELECT count(*) FROM pg_locks WHERE objid = %s AND mode = 'ShareLock' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"""


class Roaming(Phone):
    """A phone that knows the ports of all services, and stays at one as long as that answers."""

    ports: tuple[int, ...] = ()

    def connection(self) -> http.client.HTTPConnection:
        """A connection to the first service that takes one."""
        for port in self.ports:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
            try:
                connection.connect()
            except OSError:
                continue
            self.ports = (port, *(other for other in self.ports if other != port))
            return connection
        raise ConnectionRefusedError("no service answers")

    def headers(self, more: Mapping[str, str]) -> dict[str, str]:
        """The same, of the public address."""
        return {"Host": f"127.0.0.1:{self.port}", **super().headers(more)}


class TwoServices:
    """Two servers at one public address: every second phone begins at the other."""

    def __init__(self, data: Path, database: str) -> None:
        one = Server(data / "one", database=database)
        self.both = one, Server(data / "two", "--public", one.origin, database=database)
        self.database = database
        self._ports = tuple(server.port for server in self.both)

    def start(self) -> None:
        """Start both."""
        for server in self.both:
            server.start()

    def kill(self) -> None:
        """Kill both."""
        for server in self.both:
            server.kill()

    def phone(self, name: str) -> Roaming:
        """A new browser."""
        phone = Roaming(name, self.both[0].port)
        phone.ports, self._ports = self._ports, self._ports[::-1]
        return phone

    def entries(self, key: str) -> list[tuple[int, str, str]]:
        """(number, kind, idempotency key) of each saved entry of a table, in order."""
        return self.both[0].entries(key)

    def in_use(self) -> bool:
        """Whether a service has the database open."""
        with psycopg.connect(self.database.replace("+psycopg", "")) as db:
            return bool(db.execute(OPEN, (SERVING_LOCK,)).fetchall()[0][0])
