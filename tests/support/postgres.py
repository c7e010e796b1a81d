"""A PostgreSQL of the tests' own, run as an ordinary user."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest

from companion.table.storage.schema import meta, versions
from companion.table.storage.store import Store

USER = "companion"
"""The ordinary role of a server, as in the hosting guide."""
SUPERUSER = "postgres"
SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",  # tests kill programs, not the machine
    "max_connections": "60",
    "shared_buffers": "32MB",
    "deadlock_timeout": "500ms",
}
PATIENCE = 30.0


def program(name: str) -> str:
    """The path of a PostgreSQL program, which Debian keeps off the search path."""
    found = shutil.which(name) or next(
        (str(path) for path in sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)), None
    )
    if found is None:
        pytest.fail(f"PostgreSQL's {name} is missing: apt-get install postgresql")
    return found


def ordinary() -> dict[str, Any]:
    """The user it runs as: PostgreSQL refuses to be root."""
    if os.getuid():
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def name_of(address: str) -> str:
    """The name of a database, from its address."""
    return address.partition("@/")[2].partition("?")[0]


class Cluster:
    """A server with its data, which can be stopped and started."""

    def __init__(self, folder: Path | None = None, **settings: str) -> None:
        self._settings = SETTINGS | settings
        self.folder = folder or Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
        if not os.getuid():
            nobody = pwd.getpwnam("nobody")
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
        self._data = self.folder / "data"
        made = [
            program("initdb"),
            "-D",
            str(self._data),
            "-U",
            SUPERUSER,
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
        ]
        subprocess.run([*made, "--no-sync", "--no-instructions"], check=True, capture_output=True, **ordinary())
        self._numbers = count(1)
        self._emptied: list[str] = []
        self._process: subprocess.Popen[bytes] | None = None
        self.start()
        self.do(f"CREATE ROLE {USER} LOGIN; GRANT ALL ON SCHEMA public TO {USER}", "template1")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = [word for name, value in self._settings.items() for word in ("-c", f"{name}={value}")]
        where = ["-D", str(self._data), "-k", str(self.folder)]
        with (self.folder / "log").open("ab") as log:
            command = [program("postgres"), *where, *settings]
            self._process = subprocess.Popen(command, stdout=log, stderr=log, **ordinary())
        give_up = time.monotonic() + PATIENCE
        while True:
            try:
                self._connected("postgres").close()
                return
            except psycopg.OperationalError:
                assert time.monotonic() < give_up, (self.folder / "log").read_text()
                time.sleep(0.02)

    def stop(self) -> None:
        """Stop it at once, as `pg_ctl stop -m immediate`: uncommitted work is lost."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(PATIENCE)
            self._process = None

    def address(self, name: str, *, driver: str = "postgresql+psycopg", user: str = USER) -> str:
        """The address of one of its databases for a role."""
        return f"{driver}://{user}@/{name}?host={self.folder}"

    def _connected(self, name: str) -> psycopg.Connection[Any]:
        return psycopg.connect(self.address(name, driver="postgresql", user=SUPERUSER), autocommit=True)

    def do(self, sql: str, name: str = "postgres") -> list[Any]:
        """Run SQL as superuser."""
        with self._connected(name) as db:
            found = db.execute(sql.encode())
            return found.fetchall() if found.description else []

    def fresh(self) -> str:
        """The address of a new database that has only empty tables."""
        if self._emptied:
            return self._emptied.pop()
        if not self.do("SELECT 1 FROM pg_database WHERE datname = 'pattern'"):
            self.do("CREATE DATABASE pattern")
            Store(self.address("pattern")).close()
        name = f"house{next(self._numbers)}"
        self.do(f"CREATE DATABASE {name} TEMPLATE pattern STRATEGY file_copy")
        return self.address(name)

    def give_back(self, address: str, patience: float = 5.0) -> None:
        """Empty a database for reuse, which is faster than to create one.

        :raises psycopg.errors.LockNotAvailable: somebody still uses it
        """
        tables = ", ".join(table.name for table in meta.sorted_tables if table is not versions)
        waiting = f"SET lock_timeout = '{patience}s'"
        self.do(f"{waiting}; TRUNCATE {tables} RESTART IDENTITY", name_of(address))
        self._emptied.append(address)

    def remove(self) -> None:
        """Stop it for good and delete its data."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
