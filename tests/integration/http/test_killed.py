"""P1: what the phone was told is saved survives a killed program."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPException
from random import Random

import pytest

from tests.integration.http.server import Evening, Phone, Server, an_evening, chip
from tests.support.cases import slow

KILLED = 10
CHIPS = 4
CARDS = 3
BURST = 0.25
"""Seconds that a burst takes at most; the kill comes somewhere in them."""

Told = dict[str, int]


def forms(phone: Phone) -> Iterator[dict[str, object]]:
    """All that a seat does in the first two phases of round 1."""
    for nth in range(CHIPS):
        yield chip(phone, nth)
    for nth in range(CARDS):
        slot = f"1.cards.{phone.seat}.{nth}"
        yield {"op": phone.op(), "kind": "act", "slot": slot, "do": "card", "place": 1, "table": 1 + nth}


def burst(evening: Evening, phone: Phone, luck: Random) -> Told:
    """Taps as fast as they are answered, many of them twice, some with the first answer lost."""
    told: Told = {}
    for form in forms(phone):
        while True:
            if luck.random() < 0.3:
                leave(evening, phone, form)
            answer = phone.until_told(evening.key, form)
            if answer.status == 200:
                break
            assert answer.status == 409, answer.text  # others still place their chips
            form["op"] = phone.op()  # another tap: a copy of this one is answered as it was
            time.sleep(0.01)
        told[str(form["op"])] = answer.entry
        if luck.random() < 0.3:
            assert phone.until_told(evening.key, form).entry == answer.entry
    return told


def leave(evening: Evening, phone: Phone, form: dict[str, object]) -> None:
    """Sends a tap and goes away."""
    try:
        phone.send_and_leave(evening.tap, form)
    except OSError:
        return


@pytest.mark.parametrize("kills", [10, pytest.param(1_000, marks=slow)])
def test_a_killed_server_has_lost_nothing_and_doubled_nothing(
    kills: int, mortal: Server, record_property: Callable[[str, object], None]
) -> None:
    slowest = 0.0
    for number in range(kills):
        luck = Random(number)
        evening = an_evening(mortal, turns="free")
        with ThreadPoolExecutor(len(evening.players)) as pool:
            running = [pool.submit(burst, evening, phone, Random(luck.random())) for phone in evening.players]
            time.sleep(luck.uniform(0, BURST))
            mortal.kill()
            slowest = max(slowest, mortal.start())
            told = {op: entry for seat in running for op, entry in seat.result().items()}
        check(evening, told)
    record_property("serving again within seconds", slowest)
    print(f"killed {kills} times, serving again within {slowest:.1f} s")


def check(evening: Evening, told: Told) -> None:
    """What was told is what is on the disk and on the page: all of it, once, and without gaps."""
    log = evening.server.log(evening.key)
    assert [number for number, _, _ in log] == list(range(1, len(log) + 1))
    on_disk = {op: number for number, _, op in log}
    assert len(on_disk) == len(log)
    assert {op: on_disk.get(op) for op in told} == told
    assert len(told) == len(evening.players) * (CHIPS + CARDS)
    assert len([kind for _, kind, _ in log if kind == "act"]) == 1 + len(told)
    assert evening.number() == len(log)


def test_the_file_is_whole_after_a_kill(mortal: Server) -> None:
    evening = an_evening(mortal)
    before = mortal.log(evening.key)
    mortal.kill()
    with sqlite3.connect(mortal.data / "companion.sqlite3") as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    mortal.start()
    assert mortal.log(evening.key) == before
    assert evening.number() == len(before)


def test_new_is_opened_once_however_often_the_server_is_killed(mortal: Server) -> None:
    luck = Random(0)
    with ThreadPoolExecutor(1) as pool:
        for _ in range(KILLED):
            host = mortal.phone("host")
            host.ask("GET", "/new")
            form = {"game": "vabanque", "op": host.op()}
            answered = pool.submit(opened, host, form)
            time.sleep(luck.uniform(0, 0.02))
            mortal.kill()
            mortal.start()
            assert {opened(host, form) for _ in range(2)} == {answered.result()}
            assert opened(host, {**form, "op": host.op()}) != answered.result()
    assert how_many(mortal) == 2 * KILLED


def opened(host: Phone, form: dict[str, str]) -> str:
    """Where a new table is, asked for with the same form until the server answers."""
    while True:
        try:
            answer = host.ask("POST", "/new", form)
        except (OSError, HTTPException):
            continue
        assert answer.status == 303, answer.text
        return answer.headers["Location"]


def how_many(server: Server) -> int:
    with closing(sqlite3.connect(server.data / "companion.sqlite3")) as db:
        (count,) = db.execute("SELECT count(*) FROM tables").fetchone()
        return int(count)
