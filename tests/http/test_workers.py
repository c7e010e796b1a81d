"""Several processes on one PostgreSQL and one port: any may be killed at any moment, and no phone notices."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.client import HTTPConnection, HTTPException
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest

from companion.table.postgres import SERVING
from tests.children import children
from tests.forked import companion
from tests.http.server import Evening, Phone, Server, Stream, an_evening, chip
from tests.http.test_killed import BURST, burst, check
from tests.postgres import Cluster
from tests.proving import many

KILLS = range(many(4, 1_000))
PATIENCE = 30.0


class TwoWorkers(Server):
    """A house that two workers serve."""

    def __init__(self, data: Path, address: str) -> None:
        super().__init__(data)
        self.address = address
        self.more = ("--database", address, "--workers", "2")

    def start(self) -> float:
        """All of them serve."""
        took = super().start()
        until(lambda: len(self.workers()) == 2 and self.answering() == 2 and all(map(takes, self.workers())))
        return took

    def workers(self) -> list[int]:
        """Their numbers."""
        assert self.process is not None
        return children(self.process.pid)

    def answering(self) -> int:
        """How many of them are listening."""
        query = "SELECT count(*) FROM pg_locks WHERE objid = %s AND mode = 'ShareLock' AND granted"
        with psycopg.connect(self.address.replace("+psycopg", "")) as db:
            here = "database = (SELECT oid FROM pg_database WHERE datname = current_database())"
            found = db.execute(f"{query} AND {here}", (SERVING,))
            return int(found.fetchall()[0][0])

    def log(self, key: str) -> list[tuple[int, str, str]]:
        """(number, kind, op) of each entry in the database, in order."""
        with psycopg.connect(self.address.replace("+psycopg", "")) as db:
            query = "SELECT number, kind, op FROM entries JOIN tables ON tables.id = table_id WHERE key = %s ORDER BY 1"
            return db.execute(query, (key,)).fetchall()


def takes(worker: int) -> bool:
    """Whether others may hand connections on to a worker."""
    listening = re.findall(r"(\d+) \S+/worker-\d+$", Path("/proc/net/unix").read_text(), re.MULTILINE)
    return not {f"socket:[{one}]" for one in listening}.isdisjoint(handles(worker))


def until(true: Callable[[], bool]) -> float:
    """Waits for it; gives back how many seconds that took."""
    began = time.monotonic()
    while not true():
        assert time.monotonic() < began + PATIENCE
        time.sleep(0.05)
    return time.monotonic() - began


@pytest.fixture
def house(postgres: Cluster, tmp_path: Path) -> Iterator[TwoWorkers]:
    """A house that is being served."""
    found = TwoWorkers(tmp_path, postgres.fresh())
    try:
        found.start()
        yield found
    finally:
        found.kill()


def at(house: TwoWorkers, client: socket.socket) -> int:
    """Which worker has a connection."""
    ends = f"{house.port:04X} \\S+:{client.getsockname()[1]:04X} "
    found = re.search(f":{ends}.*", Path("/proc/net/tcp").read_text())
    assert found is not None
    wanted = f"socket:[{found[0].split()[8]}]"
    return next(worker for worker in house.workers() if wanted in handles(worker))


def held(house: TwoWorkers, clients: list[socket.socket]) -> bool:
    """Whether a worker still has one of these connections: looked up for all at once, as there are many."""
    ports = "|".join(f"{client.getsockname()[1]:04X}" for client in clients)
    lines = re.findall(f":{house.port:04X} \\S+:(?:{ports}) .*", Path("/proc/net/tcp").read_text())
    wanted = {f"socket:[{line.split()[8]}]" for line in lines}
    try:
        return any(wanted.intersection(handles(worker)) for worker in house.workers())
    except OSError:  # one was closed while they were read
        return True


def handles(process: int) -> list[str]:
    """What a process has open."""
    return [str(handle.readlink()) for handle in Path(f"/proc/{process}/fd").iterdir() if handle.is_symlink()]


class Halting(HTTPConnection):
    """The first byte comes alone: nobody can tell which table it is for, so whoever has let it in keeps it."""

    def send(self, data: Any) -> None:
        """In two pieces."""
        for piece in (data[:1], data[1:]):
            super().send(piece)
            time.sleep(0.02)


def streams(house: TwoWorkers, evening: Evening, count: int) -> list[Stream]:
    """So many phones that look, or more, until there are some at each worker."""
    looking: list[Stream] = []
    for phone in islice(cycle(evening.players), count * 10):
        looking.append(phone.stream(f"/t/{evening.key}/events", Halting))
        if len(looking) >= count and len({at(house, stream.connection.sock) for stream in looking}) > 1:
            return looking
    pytest.fail("one worker has them all")


def seen(stream: Stream, number: int) -> list[str]:
    """What a phone gets with an entry."""
    while True:
        told, lines = stream.message()
        if told >= number:
            return lines


def test_phones_at_every_worker_are_sent_the_same_bytes(house: TwoWorkers) -> None:
    evening = an_evening(house, turns="free")
    looking = streams(house, evening, 8)
    first = [stream.message() for stream in looking]
    assert first == [first[0]] * len(looking)
    for phone in evening.players[:3]:
        number = phone.until_told(evening.key, chip(phone, 0)).entry
        told = [seen(stream, number) for stream in looking]
        assert told == [told[0]] * len(looking)
    for stream in looking:
        stream.close()


def test_killed_workers_lose_nothing_and_double_nothing_and_phones_come_back(
    house: TwoWorkers, record_property: Callable[[str, object], None]
) -> None:
    slowest = 0.0
    for number in KILLS:
        luck, evening = Random(number), an_evening(house, turns="free")
        looking = streams(house, evening, 6)
        for stream in looking:
            stream.message()
        with ThreadPoolExecutor(len(evening.players)) as pool:
            running = [pool.submit(burst, evening, phone, Random(luck.random())) for phone in evening.players]
            time.sleep(luck.uniform(0, BURST))
            victim = luck.choice(house.workers())
            os.kill(victim, signal.SIGKILL)
            again = [came_back(phone, evening) for phone in evening.players]
            told = {op: entry for seat in running for op, entry in seat.result().items()}
        check(evening, told)
        slowest = max(slowest, *again)
        until(partial(_has_two_others, house, victim))
    record_property("phones are back within seconds", slowest)


def _has_two_others(house: TwoWorkers, victim: int) -> bool:
    return len(set(house.workers()) - {victim}) == 2


def came_back(phone: Phone, evening: Evening) -> float:
    """How many seconds it takes a phone whose stream was cut to have the table before it again."""
    began = time.monotonic()
    while True:
        try:
            stream = phone.stream(f"/t/{evening.key}/events")
            stream.message()
            stream.close()
            return time.monotonic() - began
        except (OSError, EOFError, HTTPException):
            assert time.monotonic() < began + PATIENCE
            time.sleep(0.05)


def test_when_the_database_dies_under_load_nothing_acknowledged_is_lost(house: TwoWorkers, postgres: Cluster) -> None:
    for number in KILLS:
        luck, evening = Random(number), an_evening(house, turns="free")
        with ThreadPoolExecutor(len(evening.players)) as pool:
            running = [pool.submit(burst, evening, phone, Random(luck.random())) for phone in evening.players]
            time.sleep(luck.uniform(0, BURST))
            postgres.stop()
            time.sleep(luck.uniform(0, BURST))
            postgres.start()
            told = {op: entry for seat in running for op, entry in seat.result().items()}
        check(evening, told)


def test_what_the_command_line_puts_away_while_workers_serve_all_phones_see(house: TwoWorkers) -> None:
    old, lately = an_evening(house, 3), an_evening(house, 3)
    untouched_for_long(house, old)
    looking = streams(house, old, 4)
    before = looking[0].message()[0]
    command = [sys.executable, "-m", "companion", "tidy", "--database", house.address, "--lang", "en"]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    assert told.stdout == "1 table was put away.\n"
    for stream in looking:
        assert any("This table was put away. Nothing is lost." in row for row in seen(stream, before + 1))
        stream.close()
    assert [house.log(key)[-1][1] for key in (old.key, lately.key)] == ["away", "act"]
    assert old.host.tap(old.key, "open").entry == before + 2
    assert old.players[0].ask("POST", old.tap, chip(old.players[0], 0)).entry == before + 3


def untouched_for_long(house: TwoWorkers, evening: Evening) -> None:
    """All that was done at a table was done a hundred days ago."""
    with psycopg.connect(house.address.replace("+psycopg", "")) as db:
        table = db.execute(
            "UPDATE tables SET created = created - 100 * 86400 WHERE key = %s RETURNING id", (evening.key,)
        ).fetchall()[0]
        db.execute("UPDATE entries SET at = at - 100 * 86400 WHERE table_id = %s", table)


def test_workers_end_with_the_one_that_started_them(house: TwoWorkers) -> None:
    workers = house.workers()
    house.kill()
    until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))
    house.start()
    workers = house.workers()
    assert house.process is not None
    house.process.terminate()
    assert house.process.wait(PATIENCE) == 0
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


def test_a_file_is_not_served_by_several_processes(tmp_path: Path) -> None:
    found = companion("serve", "--workers", "2", "--data", tmp_path, "--lang", "en")
    assert found.returncode == 2
    assert re.search(r"--workers'?: a file is served by one process alone", found.stderr)


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("mysql://anna@host/house", "no address of a database; expected was one such as postgresql+psycopg://"),
        ("postgresql+psycopg://anna:secret@/house?host=/nowhere", "cannot be opened now"),
    ],
)
def test_a_database_that_is_none_ends_the_start_with_one_sentence(tmp_path: Path, address: str, told: str) -> None:
    found = companion("serve", "--database", address, "--data", tmp_path, "--lang", "en")
    assert found.returncode == 1
    assert told in found.stderr
    assert found.stderr.count("\n") == 1
    assert "secret" not in found.stderr
