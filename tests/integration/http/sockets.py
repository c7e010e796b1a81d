"""Raw connections, for guests who send slowly, too much, or nothing; and servers with few handles or short timeouts."""

import resource
import socket
import time
from http.client import HTTPResponse
from typing import Protocol

from tests.support.server import Server, python

HANDLES = 256
FEW_HANDLES = ("sh", "-c", f'ulimit -n {HANDLES} && exec "$@"', "sh", *python("companion"))
FEW_HANDLES_AT_FIRST = ("sh", "-c", f'ulimit -Sn {HANDLES} && exec "$@"', "sh", *python("companion"))
"""The limit may be raised, as it may be where somebody logs in."""
SHORT_TIMEOUTS = python("tests.integration.http.short_timeouts")
FORM = "Content-Type: application/x-www-form-urlencoded"
RESET = b"\1\0\0\0\0\0\0\0"
"""SO_LINGER with no time: `close` resets the connection."""


class Listening(Protocol):
    """Something that listens at a port."""

    port: int


def connect(server: Listening, address: str = "127.0.0.1", *, small: bool = False) -> socket.socket:
    """A connection from an address of this machine; a `small` one takes little before it is read."""
    client = socket.socket()
    client.settimeout(10)
    if small:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.bind((address, 0))
    client.connect(("127.0.0.1", server.port))
    return client


def reset(client: socket.socket) -> None:
    """Close the connection as a phone does that is switched off."""
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    client.close()


def head(server: Server, path: str = "/", *more: str, method: str = "GET") -> bytes:
    """Head of a request, which is all of one without a body."""
    lines = (f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{server.port}", *more)
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def form_head(server: Server, path: str, *more: str) -> bytes:
    """Head of a form."""
    return head(server, path, f"Origin: {server.origin}", FORM, *more, method="POST")


def status(client: socket.socket) -> int:
    """Status of the next response, which is read to its end."""
    answer = HTTPResponse(client)
    answer.begin()
    answer.read()
    return answer.status


def until_closed(client: socket.socket, dribble: bytes = b"") -> tuple[float, bytes]:
    """(seconds until the server has closed the connection, what it sent), with bytes sent now and then meanwhile."""
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
    """Raise the limit of this process, which holds connections too."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
