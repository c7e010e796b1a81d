"""The real server in a process of its own, and what it costs by the kernel's account."""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

ADDRESS = re.compile(r"localhost:(\d+)/house/")
TICKS = os.sysconf("SC_CLK_TCK")
PATIENCE = 10


class Server:
    """`companion serve` as it is, with a data folder of its own; `seconds` went by until the QR code stood there.

    `database` is the address of a PostgreSQL database.
    """

    def __init__(self, data: Path, preload: Path | None = None, database: str = "") -> None:
        self.data = data
        self.database = database
        began = perf_counter()
        command = [sys.executable, "-m", "companion", "serve", "--no-browser", "--port", "0", "--data", str(data)]
        if database:
            command += ["--database", database]
        more = {} if preload is None else {"LD_PRELOAD": str(preload)}
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **more})
        self.port = self._port()
        self.seconds = perf_counter() - began

    def _port(self) -> int:
        for line in self._process.stdout or ():
            if found := ADDRESS.search(line):
                return int(found[1])
        raise RuntimeError("the server ended before it said its address")

    @property
    def pid(self) -> int:
        """Its process."""
        return self._process.pid

    def cpu(self) -> float:
        """Seconds of processor that all its threads have used, without the printers' processes."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def kept_waiting(self) -> float:
        """Seconds in which its first thread could have run and others had the cores."""
        try:
            return int(Path(f"/proc/{self.pid}/schedstat").read_text().split()[1]) / 1e9
        except OSError:  # a kernel that does not count it
            return 0.0

    def memory(self) -> int:
        """Bytes in RAM."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        return int(found[1]) * 1024 if found else 0

    def stop(self) -> None:
        """As Ctrl+C does; a server that is too busy for it is ended."""
        self._process.terminate()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


@contextmanager
def serving(preload: Path | None = None, database: str = "") -> Iterator[Server]:
    """A fresh house."""
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data), preload, database)
        try:
            yield server
        finally:
            server.stop()
