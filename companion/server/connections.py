"""gevent's WSGI server with limits on time, size and number of connections, and strict request framing.

The application sees a request only when it is complete. Nothing that a client sends is printed to the terminal.
"""

import errno
import logging
import re
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from io import BytesIO
from ipaddress import ip_address
from typing import Any

import gevent
from gevent.pywsgi import WSGIHandler, WSGIServer

from companion.network.proxies import Proxies

IDLE = 75.0  # seconds between two requests: nginx closes after 60, so it never sends to a closed connection
HEAD = 10.0  # for the first line of a new connection, and for the rest of each head
BODY = 30.0
SEND = 30.0  # for one message
LARGEST_HEAD = 64 * 1024
LARGEST_BODY = 256 * 1024  # the application's own limit is lower
SEND_BUFFER = 64 * 1024  # bytes buffered for a client that does not read
MAX_CONNECTIONS = 10_240  # connections and files: more is refused by macOS
PER_ADDRESS = 1_000  # a party of five at each of a hundred tables
RESERVED = 256  # of them for the database, printer, pages, and connections that are not counted yet

HEADER_LINES = re.compile(rb"([!#-'*+.0-9A-Z^-z|~-]+:[^\r\n\0]*\r?\n)*")
"""Header lines (RFC 9112, 5) without bare CR, without blank before a colon and without folding."""
FRAMING = re.compile(rb"^(?:content-length|transfer-encoding):.*", re.IGNORECASE | re.MULTILINE)
VALID_FRAMING = re.compile(rb"content-length:[ \t]*[0-9]+\r?|transfer-encoding:[ \t]*chunked\r?", re.IGNORECASE)
"""Headers in which every program finds the same end of the body (RFC 9112, 6.3), if there is only one of them."""
ERROR_RESPONSE = b"HTTP/1.1 %s\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"

log = logging.getLogger(__name__)


class Handler(WSGIHandler):
    """One connection with its requests."""

    server: "Server"
    environ: dict[str, Any]
    requestline: str | None
    wsgi_input: Any
    ignored_socket_errors = (*WSGIHandler.ignored_socket_errors, errno.ETIMEDOUT, errno.ENOTCONN)

    @contextmanager
    def _waiting(self, seconds: float) -> Iterator[None]:
        """Wait at most so long for the client. The server may close the connection meanwhile to make room."""
        self.server.waiting[self.socket] = None
        try:
            with gevent.Timeout(seconds, TimeoutError(errno.ETIMEDOUT, "too slow")):
                yield
        finally:
            self.server.waiting.pop(self.socket, None)

    def read_requestline(self) -> str:
        """Read the first line. A kept-alive connection may wait longer for it than a new one."""
        with self._waiting(HEAD if self.requestline is None else IDLE):
            return super().read_requestline()

    def read_request(self, raw_requestline: str) -> Any:
        with self._waiting(HEAD):
            return super().read_request(raw_requestline)

    def MessageClass(self, *_args: Any) -> Any:  # noqa: N802  # its name in gevent
        """Parse the header lines. Raises ValueError if another program could read them differently."""
        head = b""
        while (line := self.rfile.readline(LARGEST_HEAD)) not in (b"\r\n", b"\n"):
            head += line
            if not line or len(head) > LARGEST_HEAD:
                raise ValueError("no whole head")
        framing = FRAMING.findall(head)
        if not HEADER_LINES.fullmatch(head) or len(framing) > 1 or not all(map(VALID_FRAMING.fullmatch, framing)):
            raise ValueError("unclear head")
        return super().MessageClass(BytesIO(head + line))

    def get_environ(self) -> dict[str, Any]:
        """Add `companion.there`: a function that tells whether the client is still connected."""
        return {**super().get_environ(), "companion.there": partial(is_connected, self.socket)}

    def handle_one_request(self) -> Any:
        try:
            return super().handle_one_request()
        except Exception as error:
            return self._handle_client_error(error)

    def handle_one_response(self) -> None:
        """Read the body, then call the application."""
        with self._waiting(BODY):
            body = self.wsgi_input.read(LARGEST_BODY + 1)
        if len(body) > LARGEST_BODY:
            raise ValueError("body too long")
        self.environ["wsgi.input"] = BytesIO(body)
        super().handle_one_response()

    def _sendall(self, data: Any) -> None:
        with self._waiting(SEND):
            super()._sendall(data)  # type: ignore[misc]  # missing in the stubs

    def handle_error(self, t: Any, v: Any, tb: Any) -> None:
        log.error("a fault while answering", exc_info=(t, v, tb))
        self._send_error_response_if_possible(500)  # type: ignore[attr-defined]  # missing in the stubs

    def _handle_client_error(self, error: Exception) -> tuple[str, bytes]:
        status = b"408 Request Timeout" if isinstance(error, TimeoutError) else b"400 Bad Request"
        return status[:3].decode(), ERROR_RESPONSE % status


class Server(WSGIServer):
    """Serves at most `limit` connections. One more closes the longest idle one of the address that has most."""

    handler_class = Handler
    max_accept = 16  # before any of them is counted

    def __init__(self, listener: Any, app: Any, room: int, proxies: Proxies | None = None) -> None:
        super().__init__(listener, app, log=None, error_log=None)
        self.room, self.share = room, min(PER_ADDRESS, room // 2)
        self.proxies = proxies or Proxies()
        self.waiting: dict[Any, None] = {}
        """Connections of clients that the server waits for, the longest first."""
        self._open: dict[Any, str] = {}
        """All connections, with what each is counted by."""
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # for phones that lost their network
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(SEND * 1000))

    @property
    def busy(self) -> bool:
        """Whether a client waits for an answer."""
        return len(self._open) > len(self.waiting)

    def handle(self, client: Any, address: Any) -> None:
        self._open[client] = self.proxies.client_of(address[0], "")
        with suppress(OSError):  # the client is gone
            if self._close_another(self._open[client], many=self._is_shared_address(address[0])):
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                client.settimeout(IDLE)
                super().handle(client, address)
        del self._open[client]

    def _is_shared_address(self, peer: str) -> bool:
        """Whether many clients may share this address: it belongs to this machine or to a trusted proxy."""
        return ip_address(peer).is_loopback or self.proxies.trusts(peer)

    def _close_another(self, address: str, *, many: bool) -> bool:
        """Close an idle connection if there are too many. Return False if none can be closed."""
        counts = Counter(self._open.values())
        crowded = not many and counts[address] > self.share
        if not crowded and len(self._open) <= self.room:
            return True
        waiting = [one for one in self.waiting if not crowded or self._open[one] == address]
        if not waiting:
            return False
        longest = max(waiting, key=lambda one: counts[self._open[one]])  # the longest idle one of that address
        del self.waiting[longest]
        with suppress(OSError):  # it is gone already
            longest.shutdown(socket.SHUT_RDWR)
        return True


def connection_limit() -> int:
    """Raise this process's limit of open files, and return how many connections it allows."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MAX_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wished = min(MAX_CONNECTIONS, MAX_CONNECTIONS if hard == resource.RLIM_INFINITY else hard)
    if soft != resource.RLIM_INFINITY and soft < wished:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wished, hard))
    return wished - min(RESERVED, wished // 4)


def is_connected(line: Any) -> bool:
    """Return whether the client is still connected, without reading from the socket."""
    bare = getattr(line, "_sock", line)  # gevent's wrapper would block
    try:
        return bool(bare.recv(1, socket.MSG_PEEK))
    except BlockingIOError:
        return True
    except OSError:
        return False
