"""HTTP by hand: no more than the load needs, so that what is measured is the server and not a client."""

import gzip
import re
import socket
from collections.abc import Callable
from dataclasses import dataclass

from bench.loop import Loop

AT_ONCE = 65_536
END_OF_HEAD = b"\r\n\r\n"
PACKED = b"\x1f\x8b"


class Broken(Exception):
    """The server closed a line on which an answer was still to come."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as it came over the wire; the body is still packed."""

    head: bytes
    body: bytes

    @property
    def status(self) -> int:
        """200 and the like."""
        return int(self.head[9:12])

    @property
    def text(self) -> str:
        """The body as a browser reads it."""
        return (gzip.decompress(self.body) if self.body[:2] == PACKED else self.body).decode()

    def header(self, name: str) -> str:
        """What a header says, nothing where it is not there."""
        found = re.search(rb"(?im)^" + name.encode() + rb": *(.*?)\r?$", self.head)
        return found[1].decode() if found else ""


class Chunks:
    """Takes the frames off a body that comes in chunks. A chunk that is not whole yet is kept back."""

    def __init__(self) -> None:
        self._raw = bytearray()
        self.ended = False

    def feed(self, part: bytes) -> bytes:
        """What has become whole with this part."""
        self._raw += part
        whole = []
        while not self.ended and (mark := self._raw.find(b"\r\n")) >= 0:
            size = int(self._raw[:mark], 16)
            if len(self._raw) < mark + size + 4:
                break
            whole.append(bytes(self._raw[mark + 2 : mark + 2 + size]))
            del self._raw[: mark + size + 4]
            self.ended = size == 0
        return b"".join(whole)


def chunked(head: bytes) -> bool:
    """Whether a body comes in chunks."""
    return b"transfer-encoding: chunked" in head.lower()


def connected(port: int, address: str) -> socket.socket:
    """A line to the server from an address of its own, as every phone has one."""
    line = socket.create_connection(("127.0.0.1", port), timeout=10, source_address=(address, 0))
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    line.setblocking(False)
    return line


class Watched:
    """A connection that a loop watches, made when something is sent: `_came` takes what comes, nothing at the end."""

    def __init__(self, loop: Loop, port: int, address: str) -> None:
        self._loop = loop
        self._to = port, address
        self._socket: socket.socket | None = None

    def send(self, request: bytes) -> None:
        """Sends a request."""
        if self._socket is None:
            self._socket = connected(*self._to)
            self._loop.watch(self._socket, self._ready)
        self._socket.sendall(request)

    def close(self) -> None:
        """Hangs up."""
        if self._socket is not None:
            self._loop.forget(self._socket)
            self._socket.close()
            self._socket = None

    def _ready(self) -> None:
        if self._socket is not None:
            self._came(self._socket.recv(AT_ONCE))

    def _came(self, part: bytes) -> None:
        raise NotImplementedError


class Line(Watched):
    """A kept connection that has at most one question under way."""

    def __init__(self, loop: Loop, port: int, address: str) -> None:
        super().__init__(loop, port, address)
        self._raw = b""
        self._heard: Callable[[Answer], None] | None = None

    def ask(self, request: bytes, heard: Callable[[Answer], None]) -> None:
        """Sends a request; the answer is given to `heard`."""
        self._raw, self._heard = b"", heard
        self.send(request)

    def _came(self, part: bytes) -> None:
        self._raw += part
        heard, answer = self._heard, _whole(self._raw, ended=not part)
        if not part or (answer is not None and answer.header("Connection").lower() == "close"):
            self.close()
        if answer is not None and heard is not None:
            self._heard = None
            heard(answer)
        elif not part and heard is not None:
            raise Broken(self._raw[:200])


def _whole(raw: bytes, *, ended: bool) -> Answer | None:
    """The answer, once all of it is there."""
    head, mark, body = raw.partition(END_OF_HEAD)
    if not mark:
        return None
    answer = Answer(head, body)
    if chunked(head):
        chunks = Chunks()
        body = chunks.feed(body)
        return Answer(head, body) if chunks.ended else None
    if length := answer.header("Content-Length"):
        return answer if len(body) >= int(length) else None
    return answer if ended else None
