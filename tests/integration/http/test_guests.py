"""A guest who holds connections, or is too slow, stops nobody else."""

import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlencode

import pytest

from companion.web.app import LARGEST_FORM
from tests.integration.http.guests import (
    HANDLES,
    Hurried,
    Small,
    Soft,
    head,
    line,
    more_handles,
    opened,
    status,
    until_cut,
)
from tests.integration.http.server import Server, an_evening, chip


@pytest.fixture(autouse=True)
def _handles() -> None:
    more_handles(4 * HANDLES)


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Small, Path]]:
    """A house with few handles, for the tests of this module, and the file that its terminal is."""
    data = tmp_path_factory.mktemp("small")
    house = Small(data / "data")
    with opened(house, data / "errors"):
        yield house, data / "errors"


@pytest.fixture
def small(serving: tuple[Small, Path]) -> Iterator[Small]:
    """The house, which complains of nothing meanwhile."""
    house, errors = serving
    yield house
    assert errors.read_text() == ""


def posted(server: Server, path: str, *more: str) -> bytes:
    """The head of a form."""
    origin = f"Origin: http://127.0.0.1:{server.port}"
    return head(server, path, origin, "Content-Type: application/x-www-form-urlencoded", *more).replace(b"GET", b"POST")


def answered(server: Server, address: str) -> bool:
    """Whether a newcomer gets the start page, on a connection of the own."""
    with line(server, address) as client:
        client.sendall(head(server, "/", "Connection: close"))
        return status(client) == 200


@pytest.mark.parametrize(
    ("sent", "nasty"),
    [
        ("nothing", "127.0.0.1"),
        ("half a head", "127.0.0.2"),
        ("a kept connection", "127.0.0.1"),
        ("half a form", "127.0.0.2"),
    ],
)
def test_idle_connections_of_one_guest_take_no_place_from_others(small: Small, sent: str, nasty: str) -> None:
    words = {
        "nothing": b"",
        "half a head": head(small)[:-4],
        "a kept connection": head(small, "/static/icon.svg"),
        "half a form": head(small, "/code", "Content-Length: 1000").replace(b"GET", b"POST") + b"code=",
    }
    idle = []
    for _ in range(2 * HANDLES):
        client = line(small, nasty)
        idle.append(client)
        client.sendall(words[sent])
    assert all(answered(small, address) for address in ("127.0.0.1", "127.0.0.3", nasty) for _ in range(5))
    assert an_evening(small, 3).number()
    for client in idle:
        client.close()


def test_streams_beyond_the_handles_are_refused_and_the_rest_goes_on(small: Small) -> None:
    evening = an_evening(small, 3, turns="free")
    stream = evening.players[0].stream(f"/t/{evening.key}/events")
    stream.message()
    lines = []
    for _ in range(2 * HANDLES):
        lines.append(line(small))
        lines[-1].sendall(head(small, f"/t/{evening.key}/screen/events"))
    tap = evening.players[1].until_told(
        evening.key, chip(evening.players[1], 0)
    )  # as a phone, it may have to send it again
    assert stream.message()[0] == tap.entry
    for one in lines:
        one.close()
    stream.close()


def test_the_limit_of_handles_is_raised_as_far_as_it_may_be(tmp_path: Path) -> None:
    with opened(Soft(tmp_path)) as server:
        lines = [line(server) for _ in range(2 * HANDLES)]
        for one in lines:
            one.sendall(head(server, "/static/icon.svg"))
        assert all(status(one) == 200 for one in lines)
        for one in lines:
            one.sendall(head(server, "/static/icon.svg"))
        assert all(status(one) == 200 for one in lines)
        for one in lines:
            one.close()


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Server:
    """A house without patience, for the tests of this module."""
    found = Hurried(tmp_path_factory.mktemp("hurried"))
    found.start()
    return found


@pytest.fixture(scope="module", autouse=True)
def _closed(hurried: Server) -> object:
    yield
    hurried.kill()


@pytest.mark.parametrize("begun", ["", "GET", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: x\r\nCookie: "])
def test_a_head_that_dribbles_in_is_cut(hurried: Server, begun: str) -> None:
    with line(hurried) as client:
        client.sendall(begun.encode())
        seconds, said = until_cut(client, b"a" if begun else b"")
    assert 0.5 < seconds < 4
    assert not said or said.startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("form", ["Content-Length: 60000", "Transfer-Encoding: chunked"])
def test_a_form_that_dribbles_in_is_cut(hurried: Server, form: str) -> None:
    with line(hurried) as client:
        client.sendall(posted(hurried, "/code", form) + b"9000\r\n")
        seconds, said = until_cut(client, b"a")
    assert 0.5 < seconds < 4
    assert said.startswith(b"HTTP/1.1 408 ")
    assert said.count(b"HTTP/1.1") == 1


def test_a_form_without_end_is_cut(hurried: Server) -> None:
    with line(hurried) as client:
        client.sendall(head(hurried, "/code", "Content-Length: 1000000000").replace(b"GET", b"POST"))
        sent = 0
        with suppress(OSError):
            while sent < 64 * 1024 * 1024:
                sent += client.send(b"a" * 65_536)
    assert sent < 32 * 1024 * 1024


def test_a_head_without_end_is_cut(hurried: Server) -> None:
    with line(hurried) as client, suppress(OSError):
        client.sendall(head(hurried)[:-2] + (b"A: " + b"a" * 9_000 + b"\r\n") * 9)
        assert status(client) == 400


def test_a_form_that_is_too_large_is_answered(hurried: Server) -> None:
    body = b"a" * (LARGEST_FORM + 1)
    with line(hurried) as client:
        client.sendall(posted(hurried, "/code", f"Content-Length: {len(body)}") + body)
        client.sendall(head(hurried, "/static/icon.svg", "Connection: close"))
        said = until_cut(client)[1]
    assert said.startswith(b"HTTP/1.1 413 ")
    assert b"That was too much at once." in said
    assert b"HTTP/1.1 200 OK\r\n" in said


@pytest.mark.parametrize("cut", [1, 5, 30, -60, -3])
def test_a_tap_in_pieces_is_saved_once(hurried: Server, cut: int) -> None:
    evening = an_evening(hurried, 3, turns="free")
    anna = evening.players[0]
    form = chip(anna, 0)
    body = urlencode(form).encode()
    whole = posted(hurried, evening.tap, f"Content-Length: {len(body)}", f"Cookie: {anna.cookie}") + body
    with line(hurried) as client:
        for piece in (whole[:cut], whole[cut:]):
            client.sendall(piece)
            time.sleep(0.05)
        assert status(client) == 200
    assert anna.ask("POST", evening.tap, form).entry == evening.number()


def test_old_clients_are_answered(hurried: Server) -> None:
    for words in (head(hurried).replace(b"HTTP/1.1", b"HTTP/1.0"), b"GET /health\r\n\r\n"):
        with line(hurried) as client:
            client.sendall(words)
            assert until_cut(client)[1].startswith(b"HTTP/1.1 200 ")


def test_a_kept_connection_is_closed_after_a_while(hurried: Server) -> None:
    with line(hurried) as client:
        for _ in range(2):
            client.sendall(head(hurried, "/static/icon.svg"))
            assert status(client) == 200
        seconds, said = until_cut(client)
    assert 1 < seconds < 5
    assert said == b""


def test_a_stream_that_nobody_reads_is_closed_and_one_that_is_read_goes_on(hurried: Server) -> None:
    evening = an_evening(hurried, 3, turns="free")
    anna, ben = evening.players[:2]
    read = anna.stream(f"/t/{evening.key}/events")
    read.message()
    unread = line(hurried, small=True)
    unread.sendall(head(hurried, f"/t/{evening.key}/events", f"Cookie: {ben.cookie}"))
    sent = 0
    for nth in range(1_000):
        told = anna.tap(evening.key, "rename", name=f"Anna {nth}").entry
        number, lines = read.message()
        assert number == told
        sent += sum(map(len, lines))
        if sent > 400_000:
            break
    time.sleep(1.5)
    seconds, said = until_cut(unread)
    assert seconds < 2  # it ends, where it would have gone on with a ping every two seconds
    assert len(said) < sent
    read.close()


def test_a_file_that_nobody_reads_is_closed(hurried: Server) -> None:
    with line(hurried, small=True) as client:
        client.sendall(head(hurried, "/static/vendor/htmx.min.js") * 20)
        time.sleep(2.5)
        assert until_cut(client)[0] < 2


def test_a_slow_phone_is_served_to_the_end_each_byte_once(hurried: Server) -> None:
    file, times = Path("static") / "vendor" / "htmx.min.js", 6  # far more than the system keeps for it
    with line(hurried, small=True) as client:
        client.sendall(head(hurried, f"/{file}") * (times - 1) + head(hurried, f"/{file}", "Connection: close"))
        told = b""
        while part := client.recv(4096):
            told += part
            time.sleep(0.01)
    heads = told.split(file.read_bytes())
    assert len(heads) == times + 1
    assert all(one.startswith(b"HTTP/1.1 200 ") and one.endswith(b"\r\n\r\n") for one in heads[:-1])
    assert heads[-1] == b""


def test_nobody_is_left_when_connections_end_by_themselves(small: Small) -> None:
    for _ in range(3 * HANDLES):
        with line(small, "127.0.0.2") as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    assert answered(small, "127.0.0.2")
