"""What stands in the terminal: the ways in, and nothing that a stranger sends."""

import http.client
import os
import re
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import takewhile
from pathlib import Path

import pytest

from companion.network import addresses
from tests.integration.http.guests import Hurried, Small, head, line, opened, status, until_cut
from tests.integration.http.server import TIMEOUT, Server, an_evening
from tests.support.forked import Forked
from tests.support.ports import free_port

LONGEST = 120
NASTY = b"nasty\x1b[31m\x07\nFORGED line\r"
BROKEN = {
    "no request": NASTY + b"\r\n\r\n",
    "no version": b"GET / " + NASTY[:11] + b"\r\n\r\n",
    "a version of letters": b"GET / HTTP/one.two\r\n\r\n",
    "a version of too much": b"GET / HTTP/" + b"9" * 6_000 + b"\r\n\r\n",
    "HTTP/0.9": b"GET /\r\n",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "a TLS greeting": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256)) + b"\n",
    "NUL": b"\0" * 100 + b"\n",
    "a long line": b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n",
    "many headers": b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 500 + b"\r\n",
    "a long header": b"GET / HTTP/1.1\r\nA: " + b"a" * 100_000 + b"\r\n\r\n",
    "a header without a colon": b"GET / HTTP/1.1\r\n" + NASTY + b"\r\nHost: x\r\n\r\n",
    "a folded header": b"GET / HTTP/1.1\r\nHost: x\r\n " + NASTY + b"\r\n\r\n",
    "a header of bytes": b"GET / HTTP/1.1\r\nHost: \xff\xfe\r\n\xff: \xff\r\n\r\n",
    "an empty header": b"GET / HTTP/1.1\r\n: x\r\n\r\n",
    "a length of letters": b"POST /code HTTP/1.1\r\nContent-Length: nasty\x1b\r\n\r\n",
    "a length below nothing": b"POST /code HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    "a length of too much": b"POST /code HTTP/1.1\r\nContent-Length: " + b"9" * 5_000 + b"\r\n\r\n",
    "two lengths": b"POST /code HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    "a body with HEAD": b"HEAD / HTTP/1.1\r\nContent-Length: 5\r\n\r\nabcde",
    "half a body": b"POST /code HTTP/1.1\r\nContent-Length: 500\r\n\r\nabcde",
    "a path of escapes": b"GET /%ff%00%0a%1b[31m HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n",
    "a path of bytes": b"GET /\xff\x1b[31m HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n",
    "no path": b"GET  HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n",
    "a whole address": b"GET http://evil.test/ HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n",
    "a star": b"OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n",
    "an unknown method": b"NASTY\x1b /t/x/tap HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n",
    "a tunnel": b"CONNECT evil.test:443 HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n",
    "an upgrade": b"GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nxx",
    "a form with an upgrade": b"POST /code HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nOrigin: http://127.0.0.1:PORT\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 4\r\nConnection: Upgrade\r\n\r\ncode",
    "an expectation": b"POST /code HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n"
    b"Expect: 100-continue\r\nContent-Length: 4\r\n\r\n",
    "many cookies": b"GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n" + b"Cookie: a=\xff\x1b\r\n" * 50 + b"\r\n",
    "a type of bytes": b"POST /code HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nOrigin: http://127.0.0.1:PORT\r\n"
    b"Content-Type: multipart/form-data; boundary=\xff\r\nContent-Length: 4\r\n\r\n--\xff\r",
    "a form in parts": b"POST /code HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nOrigin: http://127.0.0.1:PORT\r\n"
    b"Content-Type: multipart/form-data\r\nContent-Length: 4\r\n\r\nabcd",
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
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Path]]:
    """An impatient house, and the file that its terminal is."""
    data = tmp_path_factory.mktemp("terminal")
    with opened(Hurried(data / "data"), data / "errors") as server:
        yield server, data / "errors"


def quiet(errors: Path, before: str) -> None:
    """No more than one short line, and nothing of theirs in it."""
    new = errors.read_text("utf-8", "replace").removeprefix(before)
    lines = new.splitlines()
    assert len(lines) <= 1, new
    assert all(len(line) <= LONGEST and line.isprintable() for line in lines)
    assert "nasty" not in new
    assert "FORGED" not in new


def sent(server: Server, words: bytes, *, rudely: bool = False) -> bytes:
    """What came back for these bytes."""
    with line(server) as client:
        with suppress(OSError):  # it may be cut before all is said
            client.sendall(words.replace(b"PORT", str(server.port).encode()))
            if not rudely:
                client.shutdown(socket.SHUT_WR)
        if not rudely:
            return until_cut(client)[1]
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    return b""


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_no_request_prints_one_short_line_at_most(told: tuple[Server, Path], what: str) -> None:
    server, errors = told
    before = errors.read_text("utf-8", "replace")
    answers = [sent(server, BROKEN[what]) for _ in range(3)]
    sent(server, BROKEN[what], rudely=True)
    assert not any(b" 500 " in answer.partition(b"\r\n")[0] for answer in answers), answers[0]
    quiet(errors, before)
    with line(server) as client:
        client.sendall(head(server))
        assert status(client) == 200


@pytest.mark.parametrize("what", UNCLEAR)
def test_where_nobody_knows_the_end_of_a_body_nothing_after_it_is_a_request(
    told: tuple[Server, Path], what: str
) -> None:
    """Else who sends it through a proxy that reads it otherwise has the proxy's next guest say what they like."""
    server, _ = told
    form = "Content-Type: application/x-www-form-urlencoded"
    words = head(server, "/code", form, *UNCLEAR[what]).replace(b"GET", b"POST")
    answer = sent(server, words + b"3\r\na=b\r\n0\r\n\r\n" + head(server))
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize("chunks", CHUNKS, ids=ascii)
def test_a_form_in_broken_chunks_does_not_either(told: tuple[Server, Path], chunks: bytes) -> None:
    server, errors = told
    before = errors.read_text("utf-8", "replace")
    origin = f"Origin: http://127.0.0.1:{server.port}\r\nContent-Type: application/x-www-form-urlencoded"
    words = head(server, "/code", origin, "Transfer-Encoding: chunked").replace(b"GET", b"POST")
    for rudely in (False, True):
        answer = sent(server, words + chunks + head(server), rudely=rudely)
        assert answer.count(b"HTTP/1.1 ") <= 2
        assert b" 500 " not in answer
    quiet(errors, before)


def test_guests_who_leave_in_the_middle_do_not_either(told: tuple[Server, Path]) -> None:
    server, errors = told
    evening = an_evening(server, 3)
    before = errors.read_text("utf-8", "replace")
    cookie = f"Cookie: {evening.players[0].cookie}"
    for path in (f"/t/{evening.key}", f"/t/{evening.key}/events", "/static/vendor/htmx.min.js", "/new"):
        for wait in (0.0, 0.02, 0.2):
            with line(server, small=True) as client:
                client.sendall(head(server, path, cookie) * 5)
                time.sleep(wait)
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    time.sleep(2.5)  # a stream looks every two seconds whether anybody listens
    quiet(errors, before)


def test_nonsense_prints_nothing(tmp_path: Path) -> None:
    with opened(Small(tmp_path / "data"), tmp_path / "errors") as server:
        for _ in range(20):
            with line(server) as client:
                client.sendall(NASTY + b"\r\n\r\n")
                client.recv(1_000)
        assert (tmp_path / "errors").read_text() == ""


HOST_LINK = re.compile(r"http://([^/\s]+)/house/(\S+)")


@contextmanager
def greeted(data: Path, *more: str, browser: str = "") -> Iterator[str]:
    """What `companion serve` says to whoever starts it."""
    command = ["serve", "--listen", "127.0.0.1", "--port", str(free_port()), "--data", str(data), *more]
    process = Forked(command, environment={**os.environ, "BROWSER": browser})
    try:
        assert process.stdout is not None
        with process.stdout:
            yield "".join(takewhile(lambda said: "Ctrl+C" not in said, process.stdout))
    finally:
        process.terminate()
        process.wait(TIMEOUT)


def asked(port: int, path: str, host: str) -> int:
    """The status of a page under a Host name."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
    line.request("GET", path, headers={"Host": host})
    return line.getresponse().status


def test_the_hosts_link_can_be_opened_by_a_phone_as_well_and_once_in_all(tmp_path: Path) -> None:
    with greeted(tmp_path, "--address", "companion.test", "--no-browser") as said:
        (own, secret), (there, same) = HOST_LINK.findall(said)
        port = int(own.partition(":")[2])
        assert (own, there, same) == (f"localhost:{port}", f"companion.test:{port}", secret)
        assert asked(port, f"/house/{secret}", there) == 303
        assert asked(port, f"/house/{secret}", own) == 404


def test_no_link_for_phones_where_no_phone_gets_in(tmp_path: Path) -> None:
    for address in ("127.0.0.1", "localhost"):
        with greeted(tmp_path / address, "--address", address, "--no-browser") as said:
            assert [host.partition(":")[0] for host, _ in HOST_LINK.findall(said)] == ["localhost"]


def test_the_address_that_is_listened_on_is_the_one_that_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with greeted(tmp_path, "--no-browser") as said:
        assert re.search(r"Companion is running:  http://127\.0\.0\.1:\d+/", said)
        assert "Other addresses" not in said
    monkeypatch.setattr(addresses, "candidates", lambda: ("192.0.2.1",))
    assert [addresses.choose_address(listen) for listen in ("10.0.0.5", "0.0.0.0", "")] == [
        "10.0.0.5",
        "192.0.2.1",
        "192.0.2.1",
    ]
    assert [addresses.listening_addresses(listen) for listen in ("10.0.0.5", "")] == [("10.0.0.5",), ("192.0.2.1",)]


def test_the_browser_that_is_opened_does_not_use_up_the_link_in_the_terminal(tmp_path: Path) -> None:
    browser, seen = tmp_path / "browser", tmp_path / "seen"
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen}.new && mv {seen}.new {seen}\n', encoding="utf-8")
    browser.chmod(0o755)
    with greeted(tmp_path / "data", "--address", "companion.test", browser=f"{browser} %s") as said:
        until = time.monotonic() + TIMEOUT
        while not seen.is_file() and time.monotonic() < until:
            time.sleep(0.02)
        (own, opened), (_, secret) = *HOST_LINK.findall(seen.read_text()), HOST_LINK.findall(said)[0]
        port = int(own.partition(":")[2])
        assert opened not in said
        assert [asked(port, f"/house/{one}", own) for one in (opened, secret)] == [303, 303]
