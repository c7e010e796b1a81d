"""A server that is told to stop finishes what it is about, and ends by itself."""

import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPException
from pathlib import Path

import pytest

from companion.server import serve
from tests.integration.http.server import Evening, Phone, Server, an_evening
from tests.support.cases import each_once

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="has no SIGTERM")

STOPS = 3
A_WHILE = 0.3
MOMENTS = (
    "port opens",
    "tables are made",
    "tables are upgraded",
    "signals are heard",
    "links are stored",
    "host is greeted",
)
OLD_HOUSE = Path(__file__).parents[2] / "data" / "house-0.1.0"
TABLES = "SELECT key, stage, people FROM tables ORDER BY id"


class SlowPrinter(Server):
    """A house that takes its time for a sheet."""

    program = (sys.executable, "-m", "tests.integration.http.slow_printer")


def renames(evening: Evening, phone: Phone) -> dict[str, int]:
    """One tap after the other until nobody answers; gives back which entry each became."""
    told: dict[str, int] = {}
    while True:
        form = {"op": phone.op(), "kind": "rename", "name": f"{phone.name} {len(told) % 90}"}
        try:
            told[form["op"]] = phone.ask("POST", evening.tap, form).entry
        except (OSError, HTTPException):
            return told


def stop(server: Server) -> int:
    assert server.process is not None
    server.process.send_signal(signal.SIGTERM)
    return server.process.wait(20)


def test_it_ends_by_itself_while_everybody_taps_and_all_that_it_answered_is_on_disk(mortal: Server) -> None:
    for _ in range(STOPS):
        evening = an_evening(mortal, turns="free")
        with ThreadPoolExecutor(len(evening.players)) as pool:
            running = [pool.submit(renames, evening, phone) for phone in evening.players]
            time.sleep(A_WHILE)
            assert stop(mortal) == 0
        told = {op: entry for phone in running for op, entry in phone.result().items()}
        on_disk = {op: number for number, _, op in mortal.log(evening.key)}
        assert told
        assert told.items() <= on_disk.items()
        mortal.start()


def test_a_sheet_that_is_being_printed_is_still_sent(tmp_path: Path) -> None:
    server = SlowPrinter(tmp_path)
    server.start()
    try:
        assert server.process is not None
        assert server.process.stdout is not None
        with ThreadPoolExecutor(1) as pool:
            sheet = pool.submit(server.phone("guest").ask, "GET", "/rules/banque_fatale/print.pdf")
            assert any("a sheet is begun" in line for line in server.process.stdout)
            assert stop(server) == 0
        assert sheet.result().text == "%PDF at last"
    finally:
        server.kill()


@pytest.mark.parametrize(("moment", "signals"), each_once(MOMENTS, ["SIGTERM", "SIGINT+SIGTERM"]))
def test_signals_at_any_moment_of_a_start_end_it(moment: str, signals: str, tmp_path: Path) -> None:
    if moment != "tables are made":
        shutil.copytree(OLD_HOUSE, tmp_path, dirs_exist_ok=True)
    server = Server(tmp_path)
    program = [sys.executable, "-m", "tests.integration.http.signalled", moment, signals]
    told = ["serve", "--no-browser", "--listen", "127.0.0.1", "--port", str(server.port), "--data", str(tmp_path)]
    ended = subprocess.run([*program, *told], capture_output=True, text=True, timeout=30, check=False)
    assert (ended.returncode in (0, 1, -signal.SIGTERM), ended.stderr.strip() in ("", "Aborted!")) == (True, True)
    assert (moment == "host is greeted") == ("Stop it with" in ended.stdout)
    server.start()
    try:
        assert moment == "tables are made" or tables(tmp_path) == tables(OLD_HOUSE)
    finally:
        server.kill()


def tables(data: Path) -> list[tuple[object, ...]]:
    """Keys, statuses and people of all tables on the disk."""
    with closing(sqlite3.connect(data / "companion.sqlite3")) as db:
        return list(db.execute(TABLES))


@pytest.mark.parametrize("ignored", [False, True])
def test_a_closed_terminal_stops_it_unless_that_is_ignored(*, ignored: bool) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN if ignored else signal.SIG_DFL)
    try:
        assert (signal.SIGHUP in serve.stops()) is not ignored
        assert {signal.SIGTERM, signal.SIGINT} <= {*serve.stops()}
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_second_signal_while_it_ends_changes_nothing(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.program = (sys.executable, "-m", "tests.integration.http.signalled", "server ends", "SIGTERM+SIGINT")
    server.start()
    assert stop(server) == 0
