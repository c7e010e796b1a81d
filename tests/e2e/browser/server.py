"""Companion as people open it: a program of its own, which can be killed and started again."""

import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

from tests.support.forked import Forked
from tests.support.ports import free_port

NAME = "companion.test"
PATIENCE = 60


class Server:
    """One server with its data. Its address is a name, not 127.0.0.1: a browser trusts that one more than a LAN's."""

    more: tuple[str, ...] = ()
    """Options beside those that every test wants."""

    def __init__(self, data: Path, program: str = "") -> None:
        """With another program than the usual one it is read from the disk for each start."""
        self.data = data
        self.program = program
        self.port = free_port()
        self.log = data / "server.log"
        self._process: subprocess.Popen[str] | Forked | None = None

    @property
    def where(self) -> Path | str:
        """Where its tables are: its data folder, or a database."""
        return self.data

    @property
    def origin(self) -> str:
        """What every address begins with."""
        return f"http://{NAME}:{self.port}"

    def start(self) -> None:
        """Starts it, on the same port and data as before, and waits until it answers."""
        told = ["serve", "--no-browser", "--port", str(self.port), "--data", str(self.data)]
        with self.log.open("a") as log:
            self._process = self._begun([*told, "--public", self.origin, *self.more], log)
        until = time.monotonic() + PATIENCE
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"the server does not answer:\n{self.log.read_text()}")
            time.sleep(0.05)

    def _begun(self, told: list[str], log: IO[str]) -> subprocess.Popen[str] | Forked:
        if self.program:
            return subprocess.Popen([sys.executable, "-m", self.program, *told], stdout=log, stderr=log, text=True)
        return Forked(told, log, log)

    def _answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            return False
        return True

    def kill(self) -> None:
        """Ends it as a power cut would: nothing is tidied up."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(PATIENCE)

    def stop(self) -> None:
        """Ends it as Ctrl+C does."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE)

    def faults(self, since: int = 0) -> str:
        """What it wrote about faults of its own, after so many bytes."""
        text = self.log.read_bytes()[since:].decode(errors="replace")
        return text if "Traceback" in text else ""
