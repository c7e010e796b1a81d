"""Workers hand connections on to each other: all phones of a table come to one, and nothing depends on it."""

import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from io import BufferedReader
from pathlib import Path

import pytest

from companion.neighbours import STUCK, _taken, whose
from tests.cast import CAST
from tests.http.guests import Hurried, head, line, opened, status, until_cut
from tests.http.server import Evening, Phone, an_empty_table, an_evening, chip
from tests.http.test_workers import TwoWorkers, at, came_back, held, until
from tests.postgres import Cluster

BETWEEN = 0.05
"""Seconds between two pieces of what is sent, so that they come as two."""

TABLES = 16
MOST = 12
MOST_WRITTEN, RUN_OFF = 120, 20
"""By strangers of one address at a table in a minute; and what runs off while a test writes as much."""


@pytest.fixture(scope="module")
def house(postgres: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TwoWorkers]:
    """Two workers with little patience."""
    found = HurriedWorkers(tmp_path_factory.mktemp("house"), postgres.fresh())
    try:
        found.start()
        yield found
    finally:
        found.kill()


class HurriedWorkers(TwoWorkers):
    """A house of two workers that waits for nobody for longer than two seconds."""

    program = Hurried.program


@pytest.fixture(scope="module")
def evening(house: TwoWorkers) -> Evening:
    """A game in its first phase."""
    return an_evening(house, turns="free")


def ask(client: socket.socket, *pieces: bytes) -> int:
    """The status of the answer to what is sent in pieces."""
    for piece in pieces:
        client.sendall(piece)
        time.sleep(BETWEEN if len(pieces) > 1 else 0)
    return status(client)


def kept(house: TwoWorkers, evening: Evening) -> bytes:
    """A request of a table's page."""
    return head(house, f"/t/{evening.key}", f"Cookie: {evening.host.cookie}")


def several(house: TwoWorkers, evening: Evening, lines: ExitStack) -> list[socket.socket]:
    """Connections of one table, each asked at once: a house without patience cuts those that wait."""
    found = []
    for _ in range(4):
        found.append(lines.enter_context(line(house)))
        assert ask(found[-1], kept(house, evening)) == 200
    return found


def test_all_connections_of_a_table_come_to_one_worker_and_the_tables_to_both(house: TwoWorkers) -> None:
    served = set()
    for _ in range(TABLES):
        table = an_empty_table(house)
        with ExitStack() as lines:
            found = {at(house, client) for client in several(house, table, lines)}
        assert len(found) == 1
        served |= found
    assert served == set(house.workers())


def test_a_kept_connection_goes_from_table_to_table(house: TwoWorkers) -> None:
    tables = [an_empty_table(house) for _ in range(8)]
    with line(house) as client:
        for table in tables * 2:
            assert ask(client, head(house, "/static/icon.svg")) == 200
            assert ask(client, kept(house, table)) == 200
    with line(house) as client:  # all at once: what was read of the next ones goes along
        client.sendall(b"".join(kept(house, table) for table in tables))
        with client.makefile("rb") as answers:
            for table in tables:
                assert table.key in page(answers)


def page(answers: BufferedReader) -> str:
    """The next page of several on one connection."""
    length = 0
    assert answers.readline().startswith(b"HTTP/1.1 200 ")
    while row := answers.readline().strip().lower():
        length = int(row.partition(b":")[2]) if row.startswith(b"content-length:") else length
    assert length
    return answers.read(length).decode()


def test_a_request_in_pieces_is_answered_wherever_it_is_cut(house: TwoWorkers, evening: Evening) -> None:
    whole = kept(house, evening)
    for cut in (1, 5, 6, 8, 6 + len(evening.key), 7 + len(evening.key), 60, len(whole) - 1):
        with line(house) as client:
            assert ask(client, whole[:cut], whole[cut:]) == 200, whole[:cut]


def test_a_tap_whose_form_comes_later_is_saved_once(house: TwoWorkers, evening: Evening) -> None:
    for phone in evening.players[:3]:
        form = chip(phone, 0)
        body = "&".join(f"{name}={value}" for name, value in form.items()).encode()
        who = (f"Cookie: {phone.cookie}", f"Origin: http://127.0.0.1:{house.port}", "Companion-Tap: 1")
        more = (*who, f"Content-Length: {len(body)}", "Content-Type: application/x-www-form-urlencoded")
        with line(house) as client:
            assert ask(client, head(house, evening.tap, *more).replace(b"GET", b"POST"), body[:9], body[9:]) == 200
        told = phone.tap(evening.key, "act", **{name: form[name] for name in ("slot", "do", "table")})
        assert told.status == 409, "the slot is filled"
        assert phone.ask("POST", evening.tap, form).entry


def test_an_old_client_and_what_is_no_request_are_answered_as_ever(house: TwoWorkers, evening: Evening) -> None:
    with line(house) as client:
        assert ask(client, kept(house, evening).replace(b"HTTP/1.1", b"HTTP/1.0")) == 200
        assert client.recv(1) == b""
    with line(house) as client:
        assert ask(client, f"GET /t/{evening.key}\r\n\r\n".encode()) == 200, "older still"
    for garbled in (b"\x16\x03\x01\x02\x00\x01" * 3, b"GET  /t/x y z w", b"GET /t/x/ ELSE/1.1", b"GET /t/\xff\x00 x"):
        with line(house) as client:
            assert ask(client, garbled + b"\r\n\r\n") == 400, garbled


def test_silent_and_slow_connections_are_cut_and_hold_nobody_up(house: TwoWorkers, evening: Evening) -> None:
    with ExitStack() as lines:
        silent = [lines.enter_context(line(house)) for _ in range(60)]
        slow = [lines.enter_context(line(house)) for _ in range(6)]
        for client in slow:
            client.sendall(kept(house, evening)[:-4])
        began = time.monotonic()
        assert evening.number()
        assert time.monotonic() - began < 1
        assert until_cut(slow[0], b"x")[0] < 4
        assert max(until_cut(client)[0] for client in silent + slow[1:]) < 4
        assert until(lambda: not held(house, silent)) < 4


def test_while_a_worker_is_dead_the_other_serves_its_tables_and_then_it_does_again(
    house: TwoWorkers, evening: Evening
) -> None:
    with line(house) as client:
        ask(client, kept(house, evening))
        victim = at(house, client)
        os.kill(victim, signal.SIGKILL)
        assert client.recv(1) == b"", "cut, and not left hanging"
    other = next(worker for worker in house.workers() if worker != victim)
    assert came_back(evening.players[0], evening) < 1
    with line(house) as client:
        assert ask(client, kept(house, evening)) == 200
        assert at(house, client) == other
    until(lambda: len(set(house.workers()) - {victim}) == 2 and house.answering() == 2)
    until(lambda: served_by(house, evening) != other)


def served_by(house: TwoWorkers, evening: Evening) -> int:
    """Which worker a new connection of a table comes to."""
    with line(house) as client:
        assert ask(client, kept(house, evening)) == 200
        return at(house, client)


def test_a_worker_that_is_stuck_is_handed_nothing_after_a_while(house: TwoWorkers, evening: Evening) -> None:
    victim = served_by(house, evening)
    os.kill(victim, signal.SIGSTOP)
    try:
        time.sleep(STUCK + 0.1)
        with ExitStack() as lines:
            several(house, evening, lines)
    finally:
        os.kill(victim, signal.SIGCONT)
    until(lambda: served_by(house, evening) == victim)


def test_tables_opened_from_an_address_are_counted_over_all_workers(postgres: Cluster, tmp_path: Path) -> None:
    house = TwoWorkers(tmp_path, postgres.fresh())
    house.more += ("--tables-an-address", str(MOST))
    with opened(house):
        guests = [Phone(name, house.port) for name in CAST * 4]
        told = [guest.ask("POST", "/new", {"game": "vabanque"}).status for guest in guests]
    assert told == [303] * MOST + [409] * (len(guests) - MOST)


def test_what_strangers_write_at_a_table_is_counted_once_for_all_workers(house: TwoWorkers) -> None:
    evening = an_evening(house, 3)  # who sits down was a stranger
    told = [asks_for_a_seat(evening, house.phone(f"stranger-{nth}")) for nth in range(MOST_WRITTEN + 10)]
    assert MOST_WRITTEN - 3 <= told.count(200) <= MOST_WRITTEN - 3 + RUN_OFF
    assert set(told) == {200, 429}


def asks_for_a_seat(evening: Evening, stranger: Phone) -> int:
    """The status of a stranger's entry, which the host answers."""
    answer = stranger.tap(evening.key, "claim", person=0)
    if answer.status == 200:
        assert evening.host.tap(evening.key, "refuse", claim=answer.entry).entry
    return answer.status


@pytest.mark.parametrize(
    ("first", "key"),
    [
        (b"POST /t/abc/tap HTTP/1.1", b"abc"),
        (b"GET /t/abc HTTP/1.0", b"abc"),
        (b"GET /t/abc?lang=de HTTP/1.1", b"abc"),
        (b"GET /t/abc", b"abc"),
        (b"POST /%74/a%62c%2Ftap HTTP/1.1", b"abc"),
        (b"POST //t/abc/tap HTTP/1.1", b"abc"),
        (b"POST %2F/%2ft/abc/tap HTTP/1.1", b"abc"),
        (b"POST t/abc/tap HTTP/1.1", b"abc"),
        (b"  POST \t /t/abc/tap\xa0HTTP/1.1", b"abc"),
        (b"POST /new HTTP/1.1", b""),
        (b"POST /new?game=wetten HTTP/1.1", b""),
        (b"POST /%6eew HTTP/1.1", b""),
        (b"POST //new HTTP/1.1", b""),
        (b"GET / HTTP/1.1", None),
        (b"GET /news HTTP/1.1", None),
        (b"GET /static/t/abc HTTP/1.1", None),
        (b"GET /t%3Fabc HTTP/1.1", None),
        (b"GET", None),
        (b"", None),
    ],
)
def test_whose_a_request_is_does_not_depend_on_how_its_address_is_written(first: bytes, key: bytes | None) -> None:
    assert whose(first + b"\r\nHost: companion.test\r\n\r\nGET /t/other HTTP/1.1\r\n") == key


def test_a_tap_in_pieces_comes_to_the_worker_of_its_table_too(house: TwoWorkers) -> None:
    for _ in range(TABLES // 2):
        table = an_empty_table(house)
        whole = head(house, table.tap, "Content-Length: 0").replace(b"GET", b"POST")
        theirs = served_by(house, table)
        for cut in (1, 8, 7 + len(table.key)):
            with line(house) as client:
                assert ask(client, whole[:cut], whole[cut:]) == 403
                assert at(house, client) == theirs, whole[:cut]


def test_an_address_of_which_a_part_has_come_is_nobodys_yet() -> None:
    assert {whose(begun) for begun in (b"P", b"POST /t/ab", b"POST /ne")} == {None}
    assert (whose(b"POST /new "), whose(b"POST /t/ab?")) == (b"", b"ab")


def test_a_connection_that_is_handed_on_takes_one_handle_where_it_comes_to() -> None:
    ours, theirs = socket.socketpair()
    client, phone = socket.socketpair()
    with ours, phone:
        with client:
            socket.send_fds(ours, [b"GET /"], [client.fileno()])
        ours.close()
        took: list[tuple[bytes, int]] = []
        _taken(theirs, lambda _client, _address, begun: took.append((begun, theirs.fileno())))
    assert took == [(b"GET /", -1)], "the line by which it came is still open"
