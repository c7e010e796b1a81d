"""A phone: an address and a cookie of its own, one connection for its taps, and its event stream."""

import gzip
import secrets
import zlib
from collections.abc import Callable, Mapping
from email.message import Message
from http.client import HTTPConnection, HTTPResponse
from socket import IPPROTO_TCP, TCP_NODELAY
from typing import NamedTuple
from urllib.parse import urlencode

import gevent
from gevent import socket

PATIENCE = 60.0
AGENT = "Mozilla/5.0 (Linux; Android 14; Mobile) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36"
HEADERS = {"User-Agent": AGENT, "Accept-Encoding": "gzip, deflate", "Accept-Language": "en-GB,en;q=0.9"}
PACKED = 16 + zlib.MAX_WBITS
ID = b"\nid: "


class Unwelcome(Exception):
    """The server refused what was sent: the load or the server is wrong, and no figure is worth anything."""


class Answer(NamedTuple):
    """A response; its body is still compressed."""

    headers: Message
    body: bytes

    @property
    def text(self) -> str:
        """The body as a browser reads it."""
        return (gzip.decompress(self.body) if self.headers["Content-Encoding"] == "gzip" else self.body).decode()


class Connection(HTTPConnection):
    """Waits in gevent's loop, so that a thousand of them fit in one thread."""

    def __init__(self, port: int, address: str) -> None:
        super().__init__("127.0.0.1", port)
        self._address = address

    def connect(self) -> None:
        """Open the connection from the phone's own address."""
        self.sock = socket.create_connection((self.host, self.port), PATIENCE, (self._address, 0))
        self.sock.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)


class Phone:
    """One browser. `number` is the latest entry that its stream has shown, `changes` the bytes of each later one."""

    def __init__(self, port: int, address: str) -> None:
        self.number = -1
        self.changes: list[int] = []
        self._cookie = ""
        self._to = port, address
        self._line = Connection(port, address)
        self._stream: gevent.Greenlet[..., None] | None = None
        self._name = secrets.token_hex(8)
        self._taps = 0

    def tab(self) -> "Phone":
        """One more tab of this browser, with a connection of its own."""
        other = Phone(*self._to)
        other._cookie = self._cookie
        return other

    def get(self, path: str) -> Answer:
        """Load a page or a file."""
        return self._asked("GET", path)

    def post(self, path: str, **fields: object) -> Answer:
        """Send a form, with an idempotency key as pages make them."""
        self._taps += 1
        more = {"Companion-Tap": "1", "Content-Type": "application/x-www-form-urlencoded"}
        body = urlencode({"op": f"{self._name}{self._taps:016x}", **fields})
        return self._asked("POST", path, body, more | {"Origin": f"http://127.0.0.1:{self._to[0]}"})

    def listen(self, key: str, seen: Callable[[], None]) -> None:
        """Open the stream of a table; `seen` is called for each entry that comes."""
        self._stream = gevent.spawn(self._read, key, seen)

    def close(self) -> None:
        """Close the connection and the stream."""
        if self._stream is not None:
            self._stream.kill()
        self._line.close()

    def _asked(self, method: str, path: str, body: str | None = None, more: Mapping[str, str] = HEADERS) -> Answer:
        headers = {**HEADERS, **more, "Cookie": self._cookie}
        try:
            self._line.request(method, path, body, headers)
            response = self._line.getresponse()
        except ConnectionError:  # the server has closed an idle connection: browsers open another one
            self._line.close()
            self._line.request(method, path, body, headers)
            response = self._line.getresponse()
        answer = Answer(response.headers, response.read())
        if response.status >= 400:
            raise Unwelcome(response.status, path, body, answer.text[:200])
        if cookie := answer.headers["Set-Cookie"]:
            self._cookie = cookie.split(";")[0]
        return answer

    def _read(self, key: str, seen: Callable[[], None]) -> None:
        line = Connection(*self._to)
        try:
            line.request("GET", f"/t/{key}/events", headers=HEADERS | {"Cookie": self._cookie})
            response = line.getresponse()
            if response.status != 200:
                raise Unwelcome(response.status, key)
            line.sock.settimeout(None)
            self._messages(response, seen)
        finally:
            line.close()

    def _messages(self, response: HTTPResponse, seen: Callable[[], None]) -> None:
        packed = response.headers["Content-Encoding"] == "gzip"
        unpack, text = zlib.decompressobj(PACKED), b"\n"
        while part := response.read1(65_536):
            plain = unpack.decompress(part) if packed else part
            while unpack.unused_data:  # the server compresses each message by itself
                rest, unpack = unpack.unused_data, zlib.decompressobj(PACKED)
                plain += unpack.decompress(rest)
            whole, mark, rest = (text + plain).rpartition(b"\n\n")
            text = b"\n" + rest if mark else rest
            latest = whole.rfind(ID)
            if latest >= 0:
                if self.number >= 0:
                    self.changes.append(len(part))
                self.number = int(whole[latest + len(ID) :].split(b"\n", 1)[0])
                seen()
            elif self.changes and b"event: ping" not in whole:
                self.changes[-1] += len(part)
