"""gevent's server against guests who send too slowly, read too slowly, or send what is no request.

Every wait for a guest has its end, and nothing that a guest sends is written to the terminal.
"""

import errno
import logging
import re
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from email.message import Message
from functools import partial
from io import BufferedReader, RawIOBase
from ipaddress import ip_address
from time import monotonic
from typing import Any

from gevent.pywsgi import WSGIHandler, WSGIServer

from companion.guests import Guest, Guests
from companion.presence import there
from companion.proxies import Proxies

IDLE = 60.0  # a kept connection between two requests; browsers open another one by themselves
HEAD = 10.0  # a new connection until its first whole head, and every later head from its first byte on
BODY = 30.0  # a form, in whole
SEND = 30.0  # one message until the phone's system has taken it
LARGEST = 4 * 1024 * 1024  # what a connection may send in one request before it is cut; the app takes far less
UNREAD = 64 * 1024  # what the system keeps of an answer that nobody reads
LARGEST_HEAD = 16 * 1024
PAUSE = 0.1
QUIET = 10.0

CUT = b"HTTP/1.1 %s\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
BAD = CUT % b"400 Bad Request"
LATE = CUT % b"408 Request Timeout"
FULL = CUT % b"503 Service Unavailable"

log = logging.getLogger(__name__)


class Complaints:
    """One line now and then about what strangers send, and nothing that they wrote."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._quiet_until = 0.0
        self._unsaid = 0

    def about(self, what: str, address: str) -> None:
        """Says it, or counts it where something was said just now."""
        if self._clock() < self._quiet_until:
            self._unsaid += 1
            return
        log.warning("%s from %s%s", what, address, f" ({self._unsaid} more before)" if self._unsaid else "")
        self._quiet_until, self._unsaid = self._clock() + QUIET, 0


class Wire(RawIOBase):
    """What comes from a guest, until a deadline; and who is waited for can give way to others."""

    def __init__(self, client: Any, guests: Guests, guest: Guest) -> None:
        self._client = client
        self._guests = guests
        self._guest = guest
        self.broken = False
        self.allow(HEAD)

    def allow(self, seconds: float) -> None:
        """So long may come what is expected now."""
        self._deadline = monotonic() + seconds
        self._left = LARGEST

    def readable(self) -> bool:
        """A file as the buffer before it wants it."""
        return True

    def readinto(self, buffer: Any) -> int:
        """One piece. Raises OSError, and from then on always."""
        left = self._deadline - monotonic()
        if self.broken or left <= 0 or self._left <= 0:
            self.broken = True
            raise TimeoutError("too slow, or too much")
        self._client.settimeout(left)
        self._guests.waits(self._guest)
        try:
            count: int = self._client.recv_into(buffer)
        except OSError:
            self.broken = True
            raise
        finally:
            self._guests.works(self._guest)
            self._client.settimeout(SEND)
        self._left -= count
        return count


class HeadLines:
    """The lines of a request's head, and whether every program reads them alike (RFC 9112, 2.2 and 5.1)."""

    def __init__(self, file: BufferedReader) -> None:
        self._file = file
        self.clear = True

    def readline(self, limit: int = -1) -> bytes:
        """The next line. A bare CR ends one for some, a blank before the colon hides a header from others."""
        line = self._file.readline(limit)
        name, colon, _value = line.partition(b":")
        self.clear &= b"\r" not in line.removesuffix(b"\r\n") and not (colon and re.search(rb"\s", name))
        return line


class Handler(WSGIHandler):
    """One connection with its requests."""

    server: "Server"
    close_connection: bool
    wsgi_input: Any
    code: int | None
    socket: Any

    def __init__(self, client: Any, address: Any, server: "Server", guest: Guest) -> None:
        super().__init__(client, address, server)
        self.rfile.close()
        self.guest = guest
        self.wire = Wire(client, server.guests, guest)
        self.rfile = BufferedReader(self.wire)

    def MessageClass(self, *_words: Any) -> Any:  # noqa: N802  # its name in gevent
        """The head of a request. gevent answers 400 where it has a status."""
        lines = HeadLines(self.rfile)
        found: Any = super().MessageClass(lines)  # type: ignore[arg-type]  # it reads lines alone
        if not (found.status or (lines.clear and ends_clearly(found))):
            found.status = "others could read it otherwise"
        return found

    def read_requestline(self) -> str:
        """A connection may be kept for a while; once something came, the whole head must."""
        if not self.rfile.peek(1):
            return ""
        self.wire.allow(HEAD)
        return super().read_requestline()

    def read_request(self, raw_requestline: str) -> Any:
        """The head, and from here on the time for the body."""
        found = super().read_request(raw_requestline)
        self.wire.allow(BODY)
        return found

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
        finally:
            self.wire.allow(IDLE)

    def handle_one_response(self) -> None:
        """A connection of which nobody knows where its next request begins is not used again."""
        super().handle_one_response()
        if self.wire.broken:
            self.close_connection = True

    def _sendall(self, data: Any) -> None:
        """Mostly all of it goes at once; what does not is waited for."""
        sent = self._sent_at_once(data)
        if sent == len(data):
            return
        self.server.guests.waits(self.guest)
        try:
            super()._sendall(data[sent:])  # type: ignore[misc]  # the stubs do not know it
        except TimeoutError:  # what waits in the system is thrown away with the connection
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            raise
        finally:
            self.server.guests.works(self.guest)

    def _sent_at_once(self, data: Any) -> int:
        """How many bytes the system took. Whatever speaks against more is met again where it is waited for."""
        try:
            sent: int = self.socket.send(data, 0, 0.0)
        except OSError:
            return 0
        self.response_length += sent
        return sent

    def log_request(self) -> None:
        """What is logged of requests `web/watch.py` writes, which knows their rules."""

    def handle_error(self, t: Any, v: Any, tb: Any) -> None:
        """A guest who is gone or does not read is no fault of ours; all else is, and is logged without the request."""
        self.close_connection = True
        if isinstance(v, OSError) and (self.wire.broken or (self.code or 0) < 0):
            return
        log.error("a fault while answering", exc_info=(t, v, tb))
        self._send_error_response_if_possible(500)  # type: ignore[attr-defined]  # the stubs do not know it

    def _handle_client_error(self, error: Exception) -> tuple[str, bytes]:
        if isinstance(error, OSError):
            return "408", LATE
        self.server.complaints.about("something that is no request", self.guest.address)
        return "400", BAD


def ends_clearly(head: Message) -> bool:
    """Whether all who read a request see its body end at the same place, and so its next one begin (RFC 9112, 6.3)."""
    lengths, codings = (head.get_all(name, []) for name in ("Content-Length", "Transfer-Encoding"))
    told = all(length.isascii() and length.isdigit() for length in lengths)
    return told and len(lengths) + len(codings) <= 1 and all(coding.lower() == "chunked" for coding in codings)


class Server(WSGIServer):
    """Sends every message at once: gevent leaves small packets waiting for each other."""

    max_accept = 16

    def __init__(self, listener: Any, app: Any, guests: Guests, proxies: Proxies | None = None) -> None:
        super().__init__(listener, app, log=None, error_log=None)
        self.guests = guests
        self.proxies = proxies or Proxies()
        self.complaints = Complaints()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # a phone that left without a word
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(SEND * 1000))

    def do_read(self) -> Any:
        """Takes the next connection. Where there is no handle left for it, the server looks again in a moment."""
        try:
            return super().do_read()
        except OSError as error:
            if error.errno == errno.ECONNABORTED:
                return None
            if error.errno not in (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM):
                raise
            self._rest()
            return None

    def _rest(self) -> None:
        self.complaints.about("more connections than this machine has handles for", "everywhere")
        self.stop_accepting()
        self._timer: Any = self.loop.timer(PAUSE)
        self._timer.start(self._start_accepting_if_started)  # type: ignore[attr-defined, call-arg]  # the stubs do not know it

    def is_own(self, peer: str) -> bool:
        """Whether many guests may come from an address: it is this machine, or a proxy that is believed."""
        return ip_address(peer).is_loopback or self.proxies.trusts(peer)

    def handle(self, client: Any, address: Any) -> None:
        """One connection."""
        guest = self.guests.welcome(address[0], lambda: _end(client), own=self.is_own(address[0]))
        with suppress(OSError):  # gone before anything was said
            if guest is None:
                _refuse(client)
                return
            try:
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                client.settimeout(SEND)
                Handler(client, address, self, guest).handle()
            finally:
                self.guests.goodbye(guest)


def _refuse(client: Any) -> None:
    client.settimeout(0)
    client.sendall(FULL)
    client.recv(LARGEST_HEAD)  # what is left unread would take the answer along


def _end(client: Any) -> None:
    with suppress(OSError):  # it was gone already
        client.shutdown(socket.SHUT_RDWR)
