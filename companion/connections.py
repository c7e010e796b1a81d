"""gevent's server: every wait for a guest has its end, and a request whose end is unclear is refused.

The app gets a request when all of it is there. Nothing that a guest sends is written to the terminal.
"""

import errno
import logging
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email.message import Message
from functools import partial
from io import BufferedReader, BytesIO
from ipaddress import ip_address
from time import monotonic
from typing import Any

import gevent
from gevent.pywsgi import WSGIHandler, WSGIServer

from companion.guests import Guest, Guests
from companion.presence import there
from companion.proxies import Proxies

IDLE = 75.0  # a kept connection between two requests: longer than nginx keeps one, which never meets a closed one so
HEAD = 10.0  # a new connection until its first byte; then each first line, and what follows of a head
BODY = 30.0  # a form, in whole
SEND = 30.0  # one message until the phone's system has taken it
LARGEST_HEAD = 64 * 1024
LARGEST = 256 * 1024  # of a body; the app takes less, and says so itself
UNREAD = 64 * 1024  # what the system keeps of an answer that nobody reads
QUIET = 10.0

CUT = b"HTTP/1.1 %s\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
BAD = CUT % b"400 Bad Request"
LATE = CUT % b"408 Request Timeout"
FULL = CUT % b"503 Service Unavailable"

log = logging.getLogger(__name__)


class HeadLines:
    """The lines of a request's head, and whether every program reads them alike (RFC 9112, 2.2 and 5.1)."""

    def __init__(self, file: BufferedReader) -> None:
        self._file = file
        self._left = LARGEST_HEAD
        self.clear = True

    def readline(self, limit: int = -1) -> bytes:
        """The next line. A bare CR ends one for some, a blank before the colon hides a header from others."""
        line = self._file.readline(limit)
        self._left -= len(line)
        if self._left < 0:
            raise ValueError("head too long")
        name, colon, _value = line.partition(b":")
        self.clear &= b"\r" not in line.removesuffix(b"\r\n") and not (colon and re.search(rb"\s", name))
        return line


class Handler(WSGIHandler):
    """One connection with its requests."""

    server: "Server"
    close_connection: bool
    environ: dict[str, Any]
    rfile: BufferedReader
    wsgi_input: Any
    code: int | None

    def __init__(self, client: Any, address: Any, server: "Server", guest: Guest) -> None:
        super().__init__(client, address, server)
        self.guest = guest
        self._patience = HEAD

    @contextmanager
    def _waiting(self, seconds: float) -> Iterator[None]:
        """Wait for the guest, so long at most. Meanwhile the connection may be ended for another one."""
        self.server.guests.waits(self.guest)
        try:
            with gevent.Timeout(seconds, TimeoutError(errno.ETIMEDOUT, "too slow")):
                yield
        finally:
            self.guest.waiting = False

    def MessageClass(self, *_words: Any) -> Any:  # noqa: N802  # its name in gevent
        """The head of a request. gevent answers 400 where it has a status."""
        lines = HeadLines(self.rfile)
        found: Any = super().MessageClass(lines)  # type: ignore[arg-type]  # it reads lines alone
        if not (found.status or (lines.clear and ends_clearly(found))):
            found.status = "others could read it otherwise"
        return found

    def read_requestline(self) -> str:
        """The first line; a connection that is kept may be silent for a while before it."""
        with self._waiting(self._patience):
            if not self.rfile.peek(1):
                return ""
        self._patience = IDLE
        with self._waiting(HEAD):
            return super().read_requestline()

    def read_request(self, raw_requestline: str) -> Any:
        """The rest of the head."""
        with self._waiting(HEAD):
            return super().read_request(raw_requestline)

    def get_environ(self) -> dict[str, Any]:
        """What the app is told of a request: also how to see whether the guest is still there."""
        environ: dict[str, Any] = super().get_environ()
        return environ | {"companion.there": partial(there, self.socket)}

    def handle_one_request(self) -> Any:
        """Nothing that was sent may end otherwise than in an answer or a closed connection."""
        try:
            return super().handle_one_request()
        except Exception as error:
            return self._handle_client_error(error)

    def handle_one_response(self) -> None:
        """Read the body, so that the app waits for no guest; then answer."""
        with self._waiting(BODY):
            body = self.wsgi_input.read(LARGEST + 1)
        if len(body) > LARGEST:
            raise ValueError("body too long")
        self.environ["wsgi.input"] = BytesIO(body)
        super().handle_one_response()

    def _sendall(self, data: Any) -> None:
        with self._waiting(SEND):
            super()._sendall(data)  # type: ignore[misc]  # the stubs do not know it

    def log_request(self) -> None:
        """`web/watch.py` logs requests, since it knows their rules."""

    def handle_error(self, t: Any, v: Any, tb: Any) -> None:
        """A guest who is gone or does not read is no fault of ours; all else is, and is logged without the request."""
        self.close_connection = True
        if not (isinstance(v, OSError) and (self.code or 0) < 0):  # so gevent marks what could not be sent
            log.error("a fault while answering", exc_info=(t, v, tb))
            self._send_error_response_if_possible(500)  # type: ignore[attr-defined]  # the stubs do not know it

    def _handle_client_error(self, error: Exception) -> tuple[str, bytes]:
        if isinstance(error, TimeoutError):
            return "408", LATE
        if not isinstance(error, OSError):  # else the guest left in the middle
            self.server.complain(self.guest.address)
        return "400", BAD


def ends_clearly(head: Message) -> bool:
    """Whether all who read a request see its body end at the same place, and so its next one begin (RFC 9112, 6.3)."""
    lengths, codings = (head.get_all(name, []) for name in ("Content-Length", "Transfer-Encoding"))
    told = all(length.isascii() and length.isdigit() for length in lengths)
    return told and len(lengths) + len(codings) <= 1 and all(coding.lower() == "chunked" for coding in codings)


class Server(WSGIServer):
    """Sends every message at once: gevent leaves small packets waiting for each other."""

    max_accept = 16  # before any of them is counted

    def __init__(self, listener: Any, app: Any, guests: Guests, proxies: Proxies | None = None) -> None:
        super().__init__(listener, app, log=None, error_log=None)
        self.guests = guests
        self.proxies = proxies or Proxies()
        self._quiet_until = 0.0
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # a phone that left without a word
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(SEND * 1000))

    def complain(self, address: str) -> None:
        """Log that somebody sent nonsense, once in a while and without what they wrote."""
        if (now := monotonic()) >= self._quiet_until:
            log.warning("something that is no request from %s", address)
            self._quiet_until = now + QUIET

    def is_own(self, peer: str) -> bool:
        """Whether many guests may come from an address: it is this machine, or a proxy that is believed."""
        return ip_address(peer).is_loopback or self.proxies.trusts(peer)

    def handle(self, client: Any, address: Any) -> None:
        """One connection."""
        guest = self.guests.welcome(address[0], partial(_end, client), own=self.is_own(address[0]))
        with suppress(OSError):  # gone before anything was said
            if guest is None:
                client.settimeout(0)
                client.sendall(FULL)
                client.recv(LARGEST_HEAD)  # what is left unread would take the answer along
                return
            try:
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                client.settimeout(IDLE)  # whatever else waits
                Handler(client, address, self, guest).handle()
            finally:
                self.guests.goodbye(guest)


def _end(client: Any) -> None:
    with suppress(OSError):  # it was gone already
        client.shutdown(socket.SHUT_RDWR)
