"""Behind Debian's Caddy, with the file that hosts install."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from socket import create_connection

import pytest

from companion.paths import HERE
from tests.integration.http.server import Server
from tests.integration.http.test_nginx import COLOUR, NAME, Guest, seats_three
from tests.support.ports import free_port

DEPLOY = HERE.parent / "deploy"
PROGRAM = shutil.which("caddy")
PATIENCE = 10.0

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="caddy is not installed: on Debian, apt-get install caddy")


class Caddy:
    """Caddy with the file of `deploy`, over plain http at a port of its own."""

    def __init__(self, folder: Path, upstream: int) -> None:
        self.port, self.log = free_port(), folder / "caddy.log"
        self._environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
        self._file = folder / "Caddyfile"
        self._file.write_text(adapted(self.port, upstream), encoding="utf-8")

    def start(self) -> None:
        """Start it and wait until it listens."""
        assert PROGRAM is not None
        command = [PROGRAM, "run", "--config", str(self._file), "--adapter", "caddyfile"]
        with self.log.open("w") as log:
            self._process = subprocess.Popen(command, stderr=log, env=self._environment)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with suppress(OSError):
                create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            time.sleep(0.02)
        raise RuntimeError(self.log.read_text())

    def stop(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait(PATIENCE)


def adapted(port: int, upstream: int) -> str:
    """The file with this machine's ports and without a certificate."""
    file = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    for old, new in (
        ("\n{\n", "\n{\n\tadmin off\n\tdefault_bind 127.0.0.1\n"),
        ("\ncompanion.example {", f"\nhttp://{NAME}:{port} {{"),
        ("127.0.0.1:8040", f"127.0.0.1:{upstream}"),
        ("/etc/caddy\n", f"{DEPLOY}\n"),
        ("/companion-unavailable.html", "/unavailable.html"),
    ):
        assert file.count(old) == 1, old
        file = file.replace(old, new)
    return file


Behind = Callable[..., tuple[Caddy, Server]]


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[Behind]:
    """Start a server with such options behind Caddy."""
    with ExitStack() as closing:

        def start(*options: str) -> tuple[Caddy, Server]:
            server = Server(tmp_path / "data")
            server.more = ("--public", f"https://{NAME}", "--trust-proxy", "127.0.0.1", *options)
            server.start()
            closing.callback(server.kill)
            caddy = Caddy(tmp_path, server.port)
            caddy.start()
            closing.callback(caddy.stop)
            return caddy, server

        yield start


def test_pages_and_taps_come_through(behind: Behind) -> None:
    caddy, _ = behind()
    host = Guest("host", caddy)
    _, table = host.opens()
    assert host.set[0].startswith("__Host-companion-443=")
    form: dict[str, object] = {"op": host.op(), "kind": "sit", "name": "Anna", "colour": COLOUR, "phone": "none"}
    assert host.sent("POST", f"{table}/tap", form)[0] == 200
    assert "Anna" in host.sent("GET", table)[2]
    assert host.sent("GET", "/health") == (200, "", "ready\n")
    assert host.sent("GET", "/nothing")[0] == host.sent("GET", "/metrics")[0] == 404


def test_events_come_at_once(behind: Behind) -> None:
    caddy, _ = behind()
    host = Guest("host", caddy)
    _, table = host.opens()
    stream = host.follows(f"{table}/screen/events")
    first, _ = stream.message()
    seats_three(host, table, stream, first)
    stream.close()


def test_each_guest_has_its_own_address(behind: Behind) -> None:
    caddy, _ = behind("--tables-an-address", "1")
    assert Guest("Anna", caddy, "127.0.0.2").opens()[0] == 303
    assert Guest("Ben", caddy, "127.0.0.3").opens()[0] == 303
    assert Guest("Emil", caddy, "127.0.0.2", X_Forwarded_For="192.0.2.1").opens()[0] == 409


def test_guests_read_why_while_companion_is_down(behind: Behind) -> None:
    caddy, server = behind()
    host = Guest("host", caddy)
    _, table = host.opens()
    server.kill()
    for method, path in (("GET", table), ("POST", f"{table}/tap")):
        line = host.line()
        line.request(method, path, headers=host.as_told())
        answer = line.getresponse()
        assert (answer.status, answer.read()) == (502, (DEPLOY / "unavailable.html").read_bytes())
        assert answer.getheader("Retry-After") == "5"
    assert table.rpartition("/")[2] not in caddy.log.read_text(), "who plays where"
