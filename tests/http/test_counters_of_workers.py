"""Several workers are one house to whoever counts."""

import os
import re
import signal
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.http.guests import head, line, opened
from tests.http.server import an_empty_table, an_evening, chip
from tests.http.test_workers import TwoWorkers, at, streams, until
from tests.postgres import Cluster

TOKEN = "a-token-that-nobody-guesses"
FIGURE = re.compile(r"^(\w+(?:\{[^}]*\})?) ([0-9.e+-]+)$", re.M)
PROCESS = re.compile(r'process_resident_memory_bytes\{pid="(\d+)"\}')
SAVED = 'companion_taps_total{answer="saved"}'
ICON = 'companion_requests_total{route="/static/<path:filename>",status="200"}'


@pytest.fixture
def house(postgres: Cluster, tmp_path: Path) -> Iterator[TwoWorkers]:
    """Two workers that show their counters to whoever has the token."""
    (tmp_path / "token").write_text(TOKEN)
    found = TwoWorkers(tmp_path, postgres.fresh())
    found.more += ("--metrics-token-file", str(tmp_path / "token"))
    with opened(found):
        yield found


def told_by(house: TwoWorkers, worker: int) -> dict[str, float]:
    """What one of them says."""
    while True:
        client = HTTPConnection("127.0.0.1", house.port, timeout=10)
        client.request("GET", "/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
        answer = client.getresponse()
        text, whose = answer.read().decode(), at(house, client.sock)
        client.close()
        if whose == worker:
            assert answer.status == 200, text
            return {name: float(value) for name, value in FIGURE.findall(text)}


def asked(house: TwoWorkers, worker: int) -> None:
    """A picture that one of them gives."""
    while True:
        with line(house) as client:
            client.sendall(head(house, "/static/icon.svg"))
            assert client.recv(65_536).startswith(b"HTTP/1.1 200")
            if at(house, client) == worker:
                return


def test_each_worker_tells_of_the_whole_house_and_no_counter_goes_back(house: TwoWorkers) -> None:
    evening = an_evening(house, turns="free")
    looking = streams(house, evening, 5)
    for worker in house.workers():
        asked(house, worker)
    for phone in evening.players:
        assert phone.ask("POST", evening.tap, chip(phone, 0)).entry
    one, other = (told_by(house, worker) for worker in house.workers())
    assert one[SAVED] == other[SAVED] == 2 * len(evening.players) + 2
    assert one["companion_streams"] == other["companion_streams"] == len(looking)
    assert one[ICON] == other[ICON] >= 2
    assert one['companion_tables{status="play"}'] == other['companion_tables{status="play"}'] == 1
    assert processes(one) == processes(other) == set(house.workers())

    victim = at(house, looking[0].connection.sock)
    left = sum(1 for stream in looking if at(house, stream.connection.sock) != victim)
    os.kill(victim, signal.SIGKILL)
    until(lambda: len(set(house.workers()) - {victim}) == 2 and house.answering() == 2)
    assert an_empty_table(house).key
    for worker in house.workers():
        after = told_by(house, worker)
        assert {
            name for name in one if "_total" in name and "process_" not in name and after[name] < one[name]
        } == set()
        assert after["companion_streams"] == left
        assert processes(after) == set(house.workers())


def processes(figures: dict[str, float]) -> set[int]:
    """Of whom memory is told."""
    return {int(pid) for pid in PROCESS.findall("\n".join(figures))}
