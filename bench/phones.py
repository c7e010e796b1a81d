"""A phone: an address and a cookie of its own, a kept line for its taps, and its stream."""

import secrets
from collections.abc import Callable
from urllib.parse import urlencode

from bench.loop import Loop
from bench.stream import Stream
from bench.wire import Answer, Line

PATIENCE = 60.0
AGENT = "Mozilla/5.0 (Linux; Android 14; Mobile) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36"


class Unwelcome(Exception):
    """The server did not take what was sent: the load or the server is wrong, and no figure is worth anything."""


class Phone:
    """One browser, with the headers that it sends."""

    def __init__(self, loop: Loop, port: int, address: str) -> None:
        self.cookie = ""
        self.stream: Stream | None = None
        self._loop = loop
        self.port = port
        self._address = address
        self._line = Line(loop, port, address)
        self._other_line = Line(loop, port, address)
        self._name = secrets.token_hex(8)
        self._taps = 0

    def get(self, path: str) -> Answer:
        """A page or a file; waits for it."""
        return self._waited(self._head("GET", path) + b"\r\n")

    def post(self, path: str, **fields: object) -> Answer:
        """Sends a form and waits for the answer."""
        return self._waited(self._form(path, fields))

    def tap(self, key: str, fields: dict[str, object], heard: Callable[[Answer], None]) -> None:
        """Taps at a table, and does not wait."""
        self._line.ask(self._form(f"/t/{key}/tap", fields), heard)

    def ask(self, path: str, heard: Callable[[Answer], None]) -> None:
        """Asks for something that may take long, and does not wait: taps go on meanwhile."""
        self._other_line.ask(self._head("GET", path) + b"\r\n", heard)

    def listen(self, key: str, seen: Callable[[], None]) -> Stream:
        """Opens the stream of a table."""
        request = self._head("GET", f"/t/{key}/events", accept="text/event-stream") + b"\r\n"
        self.stream = Stream(self._loop, self.port, self._address, request, seen)
        return self.stream

    def hush(self) -> None:
        """Closes the stream."""
        if self.stream is not None:
            self.stream.close()
            self.stream = None

    def close(self) -> None:
        """Is put away."""
        self.hush()
        self._line.close()
        self._other_line.close()

    def _waited(self, request: bytes) -> Answer:
        answers: list[Answer] = []
        self._line.ask(request, answers.append)
        if not self._loop.run(lambda: bool(answers), PATIENCE):
            raise Unwelcome("no answer", request)
        answer = answers[0]
        if answer.status >= 400:
            raise Unwelcome(answer.status, answer.body, request)
        if cookie := answer.header("Set-Cookie"):
            self.cookie = cookie.split(";")[0]
        return answer

    def _form(self, path: str, fields: dict[str, object]) -> bytes:
        self._taps += 1
        body = urlencode({"op": f"{self._name}{self._taps:016x}", **fields}).encode()
        more = (
            f"Origin: http://127.0.0.1:{self.port}\r\nCompanion-Tap: 1\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        return self._head("POST", path) + more.encode() + body

    def _head(self, method: str, path: str, accept: str = "*/*") -> bytes:
        return (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUser-Agent: {AGENT}\r\nAccept: {accept}\r\n"
            "Accept-Encoding: gzip, deflate\r\nAccept-Language: en-GB,en;q=0.9\r\n"
            f"Cookie: {self.cookie}\r\nConnection: keep-alive\r\n"
        ).encode()
