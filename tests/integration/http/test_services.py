"""Two services on one PostgreSQL database: any may be killed at any moment, and no phone notices."""

import subprocess
import time
from collections.abc import Callable
from http.client import HTTPException
from itertools import cycle, islice
from pathlib import Path
from random import Random

import psycopg
import pytest

from tests.integration.http.bursts import BURST, burst
from tests.integration.http.services import TwoServices
from tests.integration.http.tables import Table, begun_table, chip
from tests.support.cases import slow
from tests.support.forked import companion
from tests.support.phones import Phone, Stream
from tests.support.postgres import Cluster
from tests.support.server import PATIENCE, python

each_kill = pytest.mark.parametrize("kills", [4, pytest.param(1_000, marks=slow)])


def streams(table: Table, count: int) -> list[Stream]:
    """Open streams of phones at both services in turn."""
    found = [phone.stream(table.events) for phone in islice(cycle(table.players), count)]
    assert len({stream.connection.port for stream in found}) == 2
    return found


def test_both_services_send_the_same_bytes(services: TwoServices) -> None:
    table = begun_table(services, turns="free")
    looking = streams(table, 8)
    first = [stream.message() for stream in looking]
    assert first == [first[0]] * len(looking)
    for phone in table.players[:3]:
        number = phone.retry(table.key, chip(phone, 0)).entry
        told = [stream.since(number) for stream in looking]
        assert told == [told[0]] * len(looking)
    for stream in looking:
        stream.close()


@each_kill
def test_killed_service_loses_nothing_and_phones_return(
    kills: int, services: TwoServices, record_property: Callable[[str, object], None]
) -> None:
    slowest = 0.0
    for number in range(kills):
        luck, table = Random(number), begun_table(services, turns="free")
        looking = streams(table, 6)
        for stream in looking:
            stream.message()
        with burst(table, luck):
            services.both[luck.random() < 0.5].restart()
            slowest = max(slowest, *(seconds_back(phone, table) for phone in table.players))
    record_property("phones are back within seconds", slowest)


def seconds_back(phone: Phone, table: Table) -> float:
    """Seconds until a phone whose stream was cut has the table before it again."""
    began = time.monotonic()
    while True:
        try:
            stream = phone.stream(table.events)
            stream.message()
            stream.close()
            return time.monotonic() - began
        except (OSError, EOFError, HTTPException):
            assert time.monotonic() < began + PATIENCE
            time.sleep(0.05)


@each_kill
def test_dying_database_loses_nothing_acknowledged(kills: int, services: TwoServices, postgres: Cluster) -> None:
    for number in range(kills):
        luck, table = Random(number), begun_table(services, turns="free")
        with burst(table, luck):
            postgres.stop()
            time.sleep(luck.uniform(0, BURST))
            postgres.start()


def test_all_phones_see_what_the_command_line_puts_away(services: TwoServices) -> None:
    old, lately = begun_table(services, 3), begun_table(services, 3)
    with psycopg.connect(services.database.replace("+psycopg", "")) as db:
        aged = "UPDATE tables SET created = created - 100 * 86400 WHERE key = %s RETURNING id"
        db.execute(
            "UPDATE entries SET at = at - 100 * 86400 WHERE table_id = %s", db.execute(aged, (old.key,)).fetchone()
        )
    looking = streams(old, 4)
    before = looking[0].message()[0]
    command = [*python("companion"), "tidy", "--database", services.database, "--lang", "en"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "1 table was put away.\n"
    for stream in looking:
        assert any("This table was put away. Nothing is lost." in row for row in stream.since(before + 1))
        stream.close()
    assert [table.log()[-1][1] for table in (old, lately)] == ["away", "act"]
    assert old.host.move(old.key, "open").entry == before + 2
    assert old.players[0].post(old.moves, chip(old.players[0], 0)).entry == before + 3


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("mysql://anna@host/house", "not the address of a database; give one such as postgresql+psycopg://"),
        ("postgresql+psycopg://anna:secret@/house?host=/nowhere", "cannot open"),
    ],
)
def test_unusable_database_ends_the_start_with_one_sentence(tmp_path: Path, address: str, told: str) -> None:
    found = companion("serve", "--database", address, "--data", tmp_path, "--lang", "en")
    assert found.returncode == 1
    assert told in found.stderr
    assert found.stderr.count("\n") == 1
    assert "secret" not in found.stderr
