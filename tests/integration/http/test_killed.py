"""Saved moves survive a killed server, once each."""

import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPException
from random import Random

import pytest

from tests.integration.http.bursts import burst
from tests.integration.http.tables import begun_table
from tests.support.cases import slow
from tests.support.phones import Phone
from tests.support.server import Server

KILLS = 10


@pytest.mark.parametrize("kills", [KILLS, pytest.param(1_000, marks=slow)])
def test_killed_server_loses_and_doubles_nothing(
    kills: int, own_server: Server, record_property: Callable[[str, object], None]
) -> None:
    slowest = 0.0
    for number in range(kills):
        luck, table = Random(number), begun_table(own_server, turns="free")
        with burst(table, luck):
            own_server.kill()
            slowest = max(slowest, own_server.start())
    own_server.kill()
    assert asked(own_server, "PRAGMA integrity_check") == "ok"
    assert asked(own_server, "PRAGMA journal_mode") == "wal"
    record_property("serving again within seconds", slowest)


def test_new_table_is_opened_once_by_a_killed_server(own_server: Server) -> None:
    luck = Random(0)
    with ThreadPoolExecutor(1) as pool:
        for _ in range(KILLS):
            host = own_server.phone("host")
            host.get("/new")
            form = {"game": "vabanque", "op": host.op()}
            answered = pool.submit(opened, host, form)
            time.sleep(luck.uniform(0, 0.02))
            own_server.kill()
            own_server.start()
            assert {opened(host, form) for _ in range(2)} == {answered.result()}
            assert opened(host, {**form, "op": host.op()}) != answered.result()
    assert asked(own_server, "SELECT count(*) FROM tables") == 2 * KILLS


def opened(host: Phone, form: dict[str, str]) -> str:
    """Path of a new table; the form is sent until the server answers."""
    while True:
        try:
            return host.post("/new", form).location
        except (OSError, HTTPException):
            continue


def asked(server: Server, question: str) -> object:
    """Answer of the server's database file."""
    with closing(sqlite3.connect(server.data / "companion.sqlite3")) as db:
        return db.execute(question).fetchone()[0]
