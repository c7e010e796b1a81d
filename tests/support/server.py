"""`companion serve` as a process of its own, which can be killed and started again."""

import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TypeVar

import psycopg

from tests.support.forked import Forked
from tests.support.phones import Phone
from tests.support.ports import free_port
from tests.support.waiting import wait_until

ADDRESS, NAME = "127.0.0.1", "companion.test"
PATIENCE = 60.0
LAST_LINE = "+C"
"""The greeting ends with Ctrl+C, in any language: only then the database is open, and requests are answered."""
LINK = re.compile(r"localhost:(\d+)/house/")
ENTRIES = "SELECT number, kind, op FROM entries JOIN tables ON tables.id = table_id WHERE key = {} ORDER BY number"


class NotStarted(Exception):
    """The server has ended before it answered."""


def python(module: str) -> tuple[str, ...]:
    """Command that runs a module."""
    return sys.executable, "-m", module


class Server:
    """A server whose data and port stay the same when it is started again.

    `command` is run for each start; without it, the server is forked from a process that has loaded the program.
    Browsers know it by a `host` name, since they trust 127.0.0.1 more than an address in a Wi-Fi.
    """

    command: Sequence[str] = ()

    def __init__(
        self, data: Path, *options: str, host: str = ADDRESS, command: Sequence[str] = (), database: str = ""
    ) -> None:
        self.data = data
        self.host = host
        self.port = free_port()
        self.database = database
        self.options = options
        self.command = command or self.command
        self.output = data / "server.log"
        self.errors = self.output
        self.process: subprocess.Popen[str] | Forked | None = None

    @property
    def where(self) -> Path | str:
        """Data folder, or address of the database."""
        return self.database or self.data

    @property
    def origin(self) -> str:
        """Beginning of all addresses."""
        return f"http://{self.host}:{self.port}"

    def start(self) -> float:
        """Start, wait until requests are answered, and return the seconds that this took.

        :raises NotStarted: the process has ended instead
        """
        began = time.monotonic()
        self.data.mkdir(parents=True, exist_ok=True)
        with self.output.open("a") as output, self.errors.open("a") as errors:
            before = output.tell()
            self.process = self._run(output, errors)
        greeting = wait_until(lambda: self._greeting(before), PATIENCE)
        if found := LINK.search(greeting):
            self.port = int(found[1])
        return time.monotonic() - began

    def _run(self, output: IO[str], errors: IO[str]) -> subprocess.Popen[str] | Forked:
        seen = ("--public", self.origin) if self.host != ADDRESS or self.database else ("--address", ADDRESS)
        told = ["serve", "--no-browser", "--listen", ADDRESS, *seen, "--port", str(self.port), "--data", str(self.data)]
        told += [*(("--database", self.database) if self.database else ()), *self.options]
        if self.command:
            return subprocess.Popen([*self.command, *told], stdout=output, stderr=errors, text=True)
        return Forked(told, output, errors)

    def _greeting(self, before: int) -> str:
        printed = self.output.read_bytes()[before:].decode(errors="replace")
        if LAST_LINE in printed:
            return printed
        if self.running.poll() is not None:
            raise NotStarted(f"{printed}{self.errors.read_text()}")
        return ""

    @property
    def running(self) -> subprocess.Popen[str] | Forked:
        """The process of the last start."""
        assert self.process is not None
        return self.process

    def kill(self) -> None:
        """Send SIGKILL: nothing is tidied up, as in a power cut."""
        self.running.kill()
        self.running.wait(PATIENCE)

    def stop(self) -> int:
        """Send SIGTERM, and return the exit code."""
        self.running.terminate()
        return self.running.wait(PATIENCE)

    def restart(self) -> None:
        """Kill and start as systemd does: a start that was refused is tried again every second."""
        self.kill()
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.start()
                return
            except NotStarted as refused:
                print(f"the start was refused: {refused}")
                if time.monotonic() > end:
                    raise
                time.sleep(1)

    def phone(self, name: str) -> Phone:
        """A new browser."""
        return Phone(name, self.port)

    def entries(self, key: str) -> list[tuple[int, str, str]]:
        """(number, kind, idempotency key) of each saved entry of a table, in order."""
        if self.database:
            with psycopg.connect(self.database.replace("+psycopg", "")) as shared:
                return shared.execute(ENTRIES.format("%s"), (key,)).fetchall()
        with sqlite3.connect(self.data / "companion.sqlite3") as db:
            return list(db.execute(ENTRIES.format("?"), (key,)))

    def faults(self, since: int = 0) -> str:
        """Output with a traceback in it, after so many bytes."""
        printed = self.output.read_bytes()[since:].decode(errors="replace")
        return printed if "Traceback" in printed else ""


AnyServer = TypeVar("AnyServer", bound=Server)


@contextmanager
def running(server: AnyServer) -> Iterator[AnyServer]:
    """Start a server, and kill it at the end."""
    try:
        server.start()
        yield server
    finally:
        if server.process is not None:
            server.kill()
