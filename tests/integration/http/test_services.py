"""Two services on one PostgreSQL: any may be killed at any moment, and no phone notices."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from itertools import cycle, islice
from pathlib import Path
from random import Random

import psycopg
import pytest

from tests.integration.http.server import Evening, Phone, Stream, an_evening, chip
from tests.integration.http.services import PATIENCE, TwoServices
from tests.integration.http.test_killed import BURST, burst, check
from tests.support.cases import slow
from tests.support.forked import companion
from tests.support.postgres import Cluster

so_often = pytest.mark.parametrize("kills", [4, pytest.param(1_000, marks=slow)])


@pytest.fixture
def house(postgres: Cluster, tmp_path: Path) -> Iterator[TwoServices]:
    """Two services."""
    found = TwoServices(tmp_path, postgres.fresh())
    try:
        found.start()
        yield found
    finally:
        found.kill()


def streams(evening: Evening, count: int) -> list[Stream]:
    """So many streams, of phones at both services in turn."""
    found = [phone.stream(f"/t/{evening.key}/events") for phone in islice(cycle(evening.players), count)]
    assert len({stream.connection.port for stream in found}) == 2
    return found


def seen(stream: Stream, number: int) -> list[str]:
    """What a phone gets with an entry."""
    while True:
        told, lines = stream.message()
        if told >= number:
            return lines


def test_phones_at_both_services_are_sent_the_same_bytes(house: TwoServices) -> None:
    evening = an_evening(house, turns="free")
    looking = streams(evening, 8)
    first = [stream.message() for stream in looking]
    assert first == [first[0]] * len(looking)
    for phone in evening.players[:3]:
        number = phone.until_told(evening.key, chip(phone, 0)).entry
        told = [seen(stream, number) for stream in looking]
        assert told == [told[0]] * len(looking)
    for stream in looking:
        stream.close()


@so_often
def test_a_killed_service_loses_nothing_and_phones_come_back(
    kills: int, house: TwoServices, record_property: Callable[[str, object], None]
) -> None:
    slowest = 0.0
    for number in range(kills):
        luck, evening = Random(number), an_evening(house, turns="free")
        looking = streams(evening, 6)
        for stream in looking:
            stream.message()
        with ThreadPoolExecutor(len(evening.players)) as pool:
            running = [pool.submit(burst, evening, phone, Random(luck.random())) for phone in evening.players]
            time.sleep(luck.uniform(0, BURST))
            house.restart_one(beside=luck.random() < 0.5)
            again = [came_back(phone, evening) for phone in evening.players]
            told = {op: entry for seat in running for op, entry in seat.result().items()}
        check(evening, told)
        slowest = max(slowest, *again)
    record_property("phones are back within seconds", slowest)


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


@so_often
def test_when_the_database_dies_under_load_nothing_acknowledged_is_lost(
    kills: int, house: TwoServices, postgres: Cluster
) -> None:
    for number in range(kills):
        luck, evening = Random(number), an_evening(house, turns="free")
        with ThreadPoolExecutor(len(evening.players)) as pool:
            running = [pool.submit(burst, evening, phone, Random(luck.random())) for phone in evening.players]
            time.sleep(luck.uniform(0, BURST))
            postgres.stop()
            time.sleep(luck.uniform(0, BURST))
            postgres.start()
            told = {op: entry for seat in running for op, entry in seat.result().items()}
        check(evening, told)


def test_what_the_command_line_puts_away_while_services_run_all_phones_see(house: TwoServices) -> None:
    old, lately = an_evening(house, 3), an_evening(house, 3)
    untouched_for_long(house, old)
    looking = streams(old, 4)
    before = looking[0].message()[0]
    command = [sys.executable, "-m", "companion", "tidy", "--database", house.database, "--lang", "en"]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    assert told.stdout == "1 table was put away.\n"
    for stream in looking:
        assert any("This table was put away. Nothing is lost." in row for row in seen(stream, before + 1))
        stream.close()
    assert [house.log(key)[-1][1] for key in (old.key, lately.key)] == ["away", "act"]
    assert old.host.tap(old.key, "open").entry == before + 2
    assert old.players[0].ask("POST", old.tap, chip(old.players[0], 0)).entry == before + 3


def untouched_for_long(house: TwoServices, evening: Evening) -> None:
    """All that was done at a table was done a hundred days ago."""
    with psycopg.connect(house.database.replace("+psycopg", "")) as db:
        table = db.execute(
            "UPDATE tables SET created = created - 100 * 86400 WHERE key = %s RETURNING id", (evening.key,)
        ).fetchall()[0]
        db.execute("UPDATE entries SET at = at - 100 * 86400 WHERE table_id = %s", table)


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("mysql://anna@host/house", "not the address of a database; give one such as postgresql+psycopg://"),
        ("postgresql+psycopg://anna:secret@/house?host=/nowhere", "cannot open"),
    ],
)
def test_a_database_that_is_none_ends_the_start_with_one_sentence(tmp_path: Path, address: str, told: str) -> None:
    found = companion("serve", "--database", address, "--data", tmp_path, "--lang", "en")
    assert found.returncode == 1
    assert told in found.stderr
    assert found.stderr.count("\n") == 1
    assert "secret" not in found.stderr
