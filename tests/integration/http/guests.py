"""Houses with few handles and little patience, and a guest who means no good."""

import resource
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPResponse
from pathlib import Path
from typing import Protocol

from tests.integration.http.server import Server

HANDLES = 256
HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
SHELL = ("sh", "-c", f'ulimit -n {HANDLES} && exec "$@"', "sh")


class Listening(Protocol):
    """Whatever can be connected to."""

    port: int


class Small(Server):
    """A house that may open 256 files and connections, and no more."""

    program = (*SHELL, sys.executable, "-m", "companion")


class Soft(Server):
    """A house whose limit may be raised, as it is where somebody logs in."""

    program = ("sh", "-c", f'ulimit -Sn {HANDLES} && exec "$@"', "sh", sys.executable, "-m", "companion")


class Hurried(Server):
    """A house that waits for nobody for longer than two seconds."""

    program = (sys.executable, "-m", "tests.integration.http.hurried")


@contextmanager
def opened(server: Server, errors: Path | None = None) -> Iterator[Server]:
    """The house while it serves; what it writes to the terminal goes to a file."""
    with (errors or Path("/dev/null")).open("w") as server.errors:
        server.start()
        try:
            yield server
        finally:
            server.kill()


def line(server: Listening, address: str = "127.0.0.1", *, small: bool = False) -> socket.socket:
    """A connection from an address of this machine; a `small` one takes little before it is read."""
    client = socket.socket()
    client.settimeout(10)
    if small:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.bind((address, 0))
    client.connect(("127.0.0.1", server.port))
    return client


def head(server: Server, path: str = "/", *more: str) -> bytes:
    """A whole request without a body."""
    lines = (f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{server.port}", *more)
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def status(client: socket.socket) -> int:
    """The status of the next answer, which is read to its end."""
    answer = HTTPResponse(client)
    answer.begin()
    answer.read()
    return answer.status


def until_cut(client: socket.socket, dribble: bytes = b"") -> tuple[float, bytes]:
    """(seconds until the server has closed the connection, what it said), with a byte sent now and then meanwhile."""
    began, said = time.monotonic(), b""
    client.settimeout(0.1)
    while time.monotonic() - began < 20:
        try:
            if dribble:
                client.sendall(dribble)
            part = client.recv(65_536)
        except TimeoutError:
            continue
        except OSError:
            break
        if not part:
            break
        said += part
    return time.monotonic() - began, said


def more_handles(wanted: int) -> None:
    """The tests themselves hold connections too."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
