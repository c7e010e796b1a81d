"""Broken requests get no wrong answer, and print one short line at most."""

import socket
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tests.integration.http.sockets import (
    FORM,
    SHORT_TIMEOUTS,
    connect,
    form_head,
    head,
    reset,
    status,
    until_closed,
)
from tests.integration.http.tables import begun_table
from tests.support.server import Server, running

LONGEST = 120
NASTY = b"nasty\x1b[31m\x07\nFORGED line\r"
BROKEN = {
    "no request": NASTY + b"\r\n\r\n",
    "no version": b"GET / " + NASTY[:11] + b"\r\n\r\n",
    "a version of letters": b"GET / HTTP/one.two\r\n\r\n",
    "HTTP/0.9": b"GET /\r\n",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "a TLS greeting": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256)) + b"\n",
    "a long line": b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n",
    "a long header": b"GET / HTTP/1.1\r\nA: " + b"a" * 100_000 + b"\r\n\r\n",
    "a header without a colon": b"GET / HTTP/1.1\r\n" + NASTY + b"\r\nHost: x\r\n\r\n",
    "a folded header": b"GET / HTTP/1.1\r\nHost: x\r\n " + NASTY + b"\r\n\r\n",
    "a header of bytes": b"GET / HTTP/1.1\r\nHost: \xff\xfe\r\n\xff: \xff\r\n\r\n",
    "an empty header": b"GET / HTTP/1.1\r\n: x\r\n\r\n",
    "a length of letters": b"POST /code HTTP/1.1\r\nContent-Length: nasty\x1b\r\n\r\n",
    "a length of too much": b"POST /code HTTP/1.1\r\nContent-Length: " + b"9" * 5_000 + b"\r\n\r\n",
    "half a body": b"POST /code HTTP/1.1\r\nContent-Length: 500\r\n\r\nabcde",
    "a path of escapes": b"GET /%ff%00%0a%1b[31m HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n",
    "a path of bytes": b"GET /\xff\x1b[31m HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n",
    "a whole address": b"GET http://evil.test/ HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n",
    "an unknown method": b"NASTY\x1b /t/x/tap HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n",
    "a tunnel": b"CONNECT evil.test:443 HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n",
    "an upgrade": b"GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nxx",
    "a form with an upgrade": b"POST /code HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nOrigin: http://127.0.0.1:PORT\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 4\r\nConnection: Upgrade\r\n\r\ncode",
    "a type of bytes": b"POST /code HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nOrigin: http://127.0.0.1:PORT\r\n"
    b"Content-Type: multipart/form-data; boundary=\xff\r\nContent-Length: 4\r\n\r\n--\xff\r",
    "a form of another alphabet": b"POST /code HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nOrigin: http://127.0.0.1:PORT\r\n"
    b"Content-Type: application/x-www-form-urlencoded; charset=\x1bno\r\nContent-Length: 8\r\n\r\ncode=%ff",
    "a language of bytes": b"GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n"
    b"Accept-Language: \xff;q=nan,*;q=1e999,\x1b\r\n\r\n",
    "a range": b"GET /static/tap.js HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n"
    b"Range: bytes=9-1,-,\x1b\r\nIf-None-Match: \xff\r\n\r\n",
    "a date": b"GET /printables/base.css HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nIf-Modified-Since: \x1b 99999\r\n\r\n",
}  # fmt: skip
UNCLEAR = {
    "two lengths": ("Content-Length: 8", "Content-Length: 9"),
    "one length twice": ("Content-Length: 8", "Content-Length: 8"),
    "a length and chunks": ("Content-Length: 8", "Transfer-Encoding: chunked"),
    "chunks and a length": ("Transfer-Encoding: chunked", "Content-Length: 8"),
    "lengths in a row": ("Content-Length: 8, 8",),
    "a length with a sign": ("Content-Length: +8",),
    "a length with a line": ("Content-Length: 0_8",),
    "a length in other digits": ("Content-Length: \u0668",),
    "a coding of its own": ("Transfer-Encoding: identity, chunked",),
    "a length after a bare CR": ("A: b\rContent-Length: 8",),
    "a blank before a colon": ("Content-Length : 8",),
    "a tab before a colon": ("Content-Length\t: 8",),
    "a folded length": ("A: b", " Content-Length: 8"),
    "chunks with a blank behind": ("Transfer-Encoding: chunked ",),
    "chunks twice": ("Transfer-Encoding: chunked", "Transfer-Encoding: chunked"),
}
CHUNKS = [
    b"zz\r\nab\r\n0\r\n\r\n", b"5\r\nab", b"2\r\nabc\r\n", b"-1\r\n", b"f" * 30 + b"\r\n", b"2;" + b"x" * 9_000,
    b"0\r\n\x1b[31m: b\r\n\r\n", b"2\nab\n0\n\n", b"", b"2\r\nab\r\n0\r\n", b"\x1b",
]  # fmt: skip


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with short timeouts, and a file of its own for errors."""
    server = Server(tmp_path_factory.mktemp("bad-requests"), command=SHORT_TIMEOUTS)
    server.errors = server.data / "errors"
    with running(server):
        yield server


@pytest.fixture
def quiet(hurried: Server) -> Iterator[Server]:
    """The same; at the end it has printed no more than one short line, with nothing of a guest's in it."""
    before = hurried.errors.read_text("utf-8", "replace")
    yield hurried
    new = hurried.errors.read_text("utf-8", "replace").removeprefix(before)
    lines = new.splitlines()
    assert len(lines) <= 1, new
    assert all(len(line) <= LONGEST and line.isprintable() for line in lines)
    assert not [word for word in ("nasty", "FORGED") if word in new]


def answer_to(server: Server, sent: bytes, *, resets: bool = False) -> bytes:
    """All that comes back for these bytes."""
    client = connect(server)
    with suppress(OSError):  # it may be cut before all is sent
        client.sendall(sent.replace(b"PORT", str(server.port).encode()))
        if not resets:
            client.shutdown(socket.SHUT_WR)
    if resets:
        reset(client)
        return b""
    with client:
        return until_closed(client)[1]


@pytest.mark.parametrize("what", BROKEN)
def test_broken_request_prints_one_short_line_at_most(quiet: Server, what: str) -> None:
    answers = [answer_to(quiet, BROKEN[what]) for _ in range(2)]
    answer_to(quiet, BROKEN[what], resets=True)
    assert not any(b" 500 " in answer.partition(b"\r\n")[0] for answer in answers), answers[0]
    with connect(quiet) as client:
        client.sendall(head(quiet))
        assert status(client) == 200


@pytest.mark.parametrize("what", UNCLEAR)
def test_nothing_after_a_body_of_unclear_length_is_read(hurried: Server, what: str) -> None:
    """Request smuggling: behind a proxy that reads the length otherwise, the rest would be another guest's request."""
    sent = head(hurried, "/code", FORM, *UNCLEAR[what], method="POST") + b"3\r\na=b\r\n0\r\n\r\n"
    answer = answer_to(hurried, sent + head(hurried))
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize("chunks", CHUNKS, ids=ascii)
def test_broken_chunks_print_one_short_line_at_most(quiet: Server, chunks: bytes) -> None:
    sent = form_head(quiet, "/code", "Transfer-Encoding: chunked") + chunks + head(quiet)
    for resets in (False, True):
        answer = answer_to(quiet, sent, resets=resets)
        assert answer.count(b"HTTP/1.1 ") <= 2
        assert b" 500 " not in answer


def test_guests_who_reset_connections_print_nothing_more(quiet: Server) -> None:
    table = begun_table(quiet, 3)
    cookie = f"Cookie: {table.players[0].cookie}"
    for path in (table.path, table.events, "/static/vendor/htmx.min.js", "/new"):
        for wait in (0.0, 0.02, 0.2):
            client = connect(quiet, small=True)
            client.sendall(head(quiet, path, cookie) * 5)
            time.sleep(wait)
            reset(client)
    time.sleep(2.5)  # a stream looks every two seconds whether anybody listens
