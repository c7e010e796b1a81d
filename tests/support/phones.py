"""Phones as HTTP clients: requests with a cookie, moves that are sent again until they are answered, event streams."""

import http.client
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from urllib.parse import urlencode

from tests.support.waiting import wait_until

TIMEOUT = 10.0


@dataclass
class Answer:
    """Response to a request."""

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def entry(self) -> int:
        """Number of the entry that a move became."""
        assert self.status == 200, self.text
        return int(self.headers["Companion-Entry"])

    @property
    def location(self) -> str:
        """Path that a form leads to."""
        assert self.status == 303, self.text
        return self.headers["Location"]


@dataclass
class Phone:
    """A browser with its cookie. Each request has a connection of its own, so that several can be under way."""

    name: str
    port: int
    cookie: str = ""
    seat: int = 0
    moves: Iterator[int] = field(default_factory=count, repr=False)

    def request(self, method: str, path: str, form: Mapping[str, object] | None = None, **more: str) -> Answer:
        """Send a request. Raises what a lost connection raises."""
        connection = self.connection()
        try:
            connection.request(method, path, urlencode(form) if form is not None else None, self.headers(more))
            return self._answer(connection.getresponse())
        finally:
            connection.close()

    def get(self, path: str, **more: str) -> Answer:
        """Ask for a page."""
        return self.request("GET", path, None, **more)

    def post(self, path: str, form: Mapping[str, object]) -> Answer:
        """Send a form."""
        return self.request("POST", path, form)

    def send_and_leave(self, path: str, form: Mapping[str, object]) -> None:
        """Send a form and close the connection at once."""
        connection = self.connection()
        connection.request("POST", path, urlencode(form), self.headers({}))
        connection.close()

    def stream(self, path: str, **more: str) -> "Stream":
        """Open an event stream."""
        connection = self.connection()
        connection.request("GET", path, headers=self.headers(more))
        return Stream(connection, connection.getresponse())

    def connection(self) -> http.client.HTTPConnection:
        """A connection to the server."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)

    def headers(self, more: Mapping[str, str]) -> dict[str, str]:
        """Headers that the page's script sends, and others, with _ for -."""
        own = {"Origin": f"http://127.0.0.1:{self.port}", "Companion-Tap": "1", "Cookie": self.cookie}
        own["Content-Type"] = "application/x-www-form-urlencoded"
        return own | {name.replace("_", "-"): value for name, value in more.items()}

    def _answer(self, response: http.client.HTTPResponse) -> Answer:
        for name, value in response.getheaders():
            if name == "Set-Cookie" and "companion-" in value.partition("=")[0]:
                self.cookie = value.partition(";")[0]
        return Answer(response.status, dict(response.getheaders()), response.read().decode(errors="replace"))

    def new_table(self, **options: str) -> str:
        """Open a table and return its key."""
        return self.post("/new", {"game": "vabanque", **options}).location.rpartition("/")[2]

    def move(self, key: str, kind: str, **fields: object) -> Answer:
        """Send a move once."""
        return self.post(f"/t/{key}/tap", {"op": self.op(), "kind": kind, **fields})

    def retry(self, key: str, form: Mapping[str, object]) -> Answer:
        """Send a move with the same idempotency key until the server has answered, as the page's script does."""

        def answer() -> Answer | None:
            found = self.post(f"/t/{key}/tap", form)
            return found if found.status < 500 else None

        return wait_until(answer, despite=(OSError, http.client.HTTPException))

    def op(self) -> str:
        """A new idempotency key."""
        return f"{self.name}-{next(self.moves):06d}"


class Stream:
    """An event stream as it comes in."""

    def __init__(self, connection: http.client.HTTPConnection, response: http.client.HTTPResponse) -> None:
        assert response.status == 200, response.read().decode()
        self.connection = connection
        self._response = response

    def message(self) -> tuple[int, list[str]]:
        """Number and lines of the next message that is no ping.

        :raises EOFError: the stream has ended
        """
        while True:
            lines = list(iter(self._line, ""))
            if lines and lines[0].startswith("id: "):
                return int(lines[0].removeprefix("id: ")), [line.removeprefix("data: ") for line in lines[1:]]

    def since(self, number: int) -> list[str]:
        """Lines of the first message with this number, or a higher one."""
        while True:
            told, lines = self.message()
            if told >= number:
                return lines

    def _line(self) -> str:
        line = self._response.readline()
        if not line:
            raise EOFError
        return line.decode().rstrip("\n")

    def close(self) -> None:
        """Close the connection."""
        self._response.close()
        self.connection.close()
