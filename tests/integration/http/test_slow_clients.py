"""Guests who hold connections, or are slow, stop nobody else."""

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlencode

import pytest

from companion.web.app import MAX_FORM_SIZE
from tests.integration.http.sockets import (
    FEW_HANDLES,
    FEW_HANDLES_AT_FIRST,
    HANDLES,
    SHORT_TIMEOUTS,
    connect,
    form_head,
    head,
    more_handles,
    reset,
    status,
    until_closed,
)
from tests.integration.http.tables import begun_table, chip
from tests.support.server import Server, running


@pytest.fixture(autouse=True)
def _handles() -> None:
    more_handles(4 * HANDLES)


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with few handles."""
    server = Server(tmp_path_factory.mktemp("limited"), command=FEW_HANDLES)
    server.errors = server.data / "errors"
    with running(server):
        yield server


@pytest.fixture
def small(limited: Server) -> Iterator[Server]:
    """The same, which complains of nothing meanwhile."""
    yield limited
    assert limited.errors.read_text() == ""


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with short timeouts."""
    with running(Server(tmp_path_factory.mktemp("hurried"), command=SHORT_TIMEOUTS)) as server:
        yield server


def is_answered(server: Server, address: str) -> bool:
    """Whether a new connection gets the start page."""
    with connect(server, address) as client:
        client.sendall(head(server, "/", "Connection: close"))
        return status(client) == 200


@pytest.mark.parametrize(("kind", "address"), [("silent", "127.0.0.1"), ("kept", "127.0.0.1"), ("form", "127.0.0.2")])
def test_idle_connections_of_one_guest_stop_nobody(small: Server, kind: str, address: str) -> None:
    half_form = head(small, "/code", "Content-Length: 1000", method="POST") + b"code="
    sent = {"silent": b"", "kept": head(small, "/static/icon.svg"), "form": half_form}[kind]
    idle = [connect(small, address) for _ in range(2 * HANDLES)]
    for client in idle:
        with suppress(OSError):  # it has made room for another one
            client.sendall(sent)
    assert all(is_answered(small, one) for one in ("127.0.0.1", "127.0.0.3", address) for _ in range(5))
    assert begun_table(small, 3).number()
    for client in idle:
        client.close()


def test_streams_beyond_the_handles_are_refused(small: Server) -> None:
    table = begun_table(small, 3, turns="free")
    stream = table.players[0].stream(table.events)
    stream.message()
    connections = []
    for _ in range(2 * HANDLES):
        connections.append(connect(small))
        connections[-1].sendall(head(small, f"{table.path}/screen/events"))
    move = table.players[1].retry(table.key, chip(table.players[1], 0))
    while stream.message()[0] != move.entry:  # after those that tell of a table screen
        pass
    stream.close()
    for one in connections:
        one.close()


def test_reset_connections_leave_no_handle_open(small: Server) -> None:
    for _ in range(3 * HANDLES):
        reset(connect(small, "127.0.0.2"))
    assert is_answered(small, "127.0.0.2")


def test_limit_of_handles_is_raised_where_it_may_be(tmp_path: Path) -> None:
    with running(Server(tmp_path, command=FEW_HANDLES_AT_FIRST)) as server:
        connections = [connect(server) for _ in range(2 * HANDLES)]
        for _ in range(2):
            for one in connections:
                one.sendall(head(server, "/static/icon.svg"))
            assert all(status(one) == 200 for one in connections)
        for one in connections:
            one.close()


@pytest.mark.parametrize("begun", ["", "GET", "GET / HTTP/1.1\r\nHost: x\r\nCookie: "])
def test_slow_head_is_cut(hurried: Server, begun: str) -> None:
    with connect(hurried) as client:
        client.sendall(begun.encode())
        seconds, said = until_closed(client, b"a" if begun else b"")
    assert 0.5 < seconds < 4
    assert not said or said.startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("form", ["Content-Length: 60000", "Transfer-Encoding: chunked"])
def test_slow_form_is_cut(hurried: Server, form: str) -> None:
    with connect(hurried) as client:
        client.sendall(form_head(hurried, "/code", form) + b"9000\r\n")
        seconds, said = until_closed(client, b"a")
    assert 0.5 < seconds < 4
    assert said.startswith(b"HTTP/1.1 408 ")
    assert said.count(b"HTTP/1.1") == 1


def test_endless_form_is_cut(hurried: Server) -> None:
    with connect(hurried) as client:
        client.sendall(head(hurried, "/code", "Content-Length: 1000000000", method="POST"))
        sent = 0
        with suppress(OSError):
            while sent < 64 * 1024 * 1024:
                sent += client.send(b"a" * 65_536)
    assert sent < 32 * 1024 * 1024


def test_endless_head_is_cut(hurried: Server) -> None:
    with connect(hurried) as client, suppress(OSError):
        client.sendall(head(hurried)[:-2] + (b"A: " + b"a" * 9_000 + b"\r\n") * 9)
        assert status(client) == 400


def test_too_large_form_is_answered(hurried: Server) -> None:
    body = b"a" * (MAX_FORM_SIZE + 1)
    with connect(hurried) as client:
        client.sendall(form_head(hurried, "/code", f"Content-Length: {len(body)}") + body)
        client.sendall(head(hurried, "/static/icon.svg", "Connection: close"))
        said = until_closed(client)[1]
    assert said.startswith(b"HTTP/1.1 413 ")
    assert b"That was too much to send at once. Enter less, then try again." in said
    assert b"HTTP/1.1 200 OK\r\n" in said


@pytest.mark.parametrize("cut", [1, 30, -60, -3])
def test_move_in_two_pieces_is_saved_once(hurried: Server, cut: int) -> None:
    table = begun_table(hurried, 3, turns="free")
    anna = table.players[0]
    form = chip(anna, 0)
    body = urlencode(form).encode()
    whole = form_head(hurried, table.moves, f"Content-Length: {len(body)}", f"Cookie: {anna.cookie}") + body
    with connect(hurried) as client:
        for piece in (whole[:cut], whole[cut:]):
            client.sendall(piece)
            time.sleep(0.05)
        assert status(client) == 200
    assert anna.post(table.moves, form).entry == table.number()


def test_old_clients_are_answered(hurried: Server) -> None:
    for words in (head(hurried).replace(b"HTTP/1.1", b"HTTP/1.0"), b"GET /health\r\n\r\n"):
        with connect(hurried) as client:
            client.sendall(words)
            assert until_closed(client)[1].startswith(b"HTTP/1.1 200 ")


def test_idle_kept_connection_is_closed(hurried: Server) -> None:
    with connect(hurried) as client:
        for _ in range(2):
            client.sendall(head(hurried, "/static/icon.svg"))
            assert status(client) == 200
        seconds, said = until_closed(client)
    assert 1 < seconds < 5
    assert said == b""


def test_unread_stream_is_closed_and_others_go_on(hurried: Server) -> None:
    table = begun_table(hurried, 3, turns="free")
    anna, ben = table.players[:2]
    read = anna.stream(table.events)
    read.message()
    unread = connect(hurried, small=True)
    unread.sendall(head(hurried, table.events, f"Cookie: {ben.cookie}"))
    sent = 0
    for nth in range(1_000):
        entry = anna.move(table.key, "rename", name=f"Anna {nth}").entry
        number, lines = read.message()
        assert number == entry
        sent += sum(map(len, lines))
        if sent > 400_000:
            break
    time.sleep(1.5)
    seconds, said = until_closed(unread)
    assert seconds < 2  # it ends, where it would have gone on with a ping every two seconds
    assert len(said) < sent
    read.close()


def test_unread_file_is_closed(hurried: Server) -> None:
    with connect(hurried, small=True) as client:
        client.sendall(head(hurried, "/static/vendor/htmx.min.js") * 20)
        time.sleep(2.5)
        assert until_closed(client)[0] < 2


def test_slowly_read_files_come_whole(hurried: Server) -> None:
    file, times = Path("static") / "vendor" / "htmx.min.js", 6  # far more than the system buffers
    with connect(hurried, small=True) as client:
        client.sendall(head(hurried, f"/{file}") * (times - 1) + head(hurried, f"/{file}", "Connection: close"))
        told = b""
        while part := client.recv(4096):
            told += part
            time.sleep(0.01)
    heads = told.split(file.read_bytes())
    assert len(heads) == times + 1
    assert all(one.startswith(b"HTTP/1.1 200 ") and one.endswith(b"\r\n\r\n") for one in heads[:-1])
    assert heads[-1] == b""
