"""A server that is told to stop finishes what is under way, and ends by itself."""

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
from tests.integration.http.tables import Table, begun_table
from tests.support.cases import each_once
from tests.support.phones import Phone
from tests.support.server import Server, python, running

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="has no SIGTERM")

MOMENTS = (
    "port opens",
    "tables are made",
    "tables are upgraded",
    "signals are heard",
    "links are stored",
    "host is greeted",
)
OLD_DATA = Path(__file__).parents[2] / "data" / "house-0.1.0"
TABLES = "SELECT key, stage, people FROM tables ORDER BY id"


def renames(table: Table, phone: Phone) -> dict[str, int]:
    """Entries by idempotency key: one move after the other until nobody answers."""
    saved: dict[str, int] = {}
    while True:
        form = {"op": phone.op(), "kind": "rename", "name": f"{phone.name} {len(saved) % 90}"}
        try:
            saved[form["op"]] = phone.post(table.moves, form).entry
        except (OSError, HTTPException):
            return saved


def test_stopped_server_has_saved_all_that_it_answered(own_server: Server) -> None:
    for _ in range(2):
        table = begun_table(own_server, turns="free")
        with ThreadPoolExecutor(len(table.players)) as pool:
            renaming = [pool.submit(renames, table, phone) for phone in table.players]
            time.sleep(0.3)
            assert own_server.stop() == 0
        told = {op: entry for phone in renaming for op, entry in phone.result().items()}
        saved = {op: number for number, _, op in table.log()}
        assert told
        assert told.items() <= saved.items()
        own_server.start()


@pytest.mark.parametrize(("moment", "signals"), each_once(MOMENTS, ["SIGTERM", "SIGINT+SIGTERM"]))
def test_signal_at_any_moment_of_a_start_ends_it(moment: str, signals: str, tmp_path: Path) -> None:
    if moment != "tables are made":
        shutil.copytree(OLD_DATA, tmp_path, dirs_exist_ok=True)
    server = Server(tmp_path)
    command = [*python("tests.integration.http.signalled"), moment, signals]
    told = ["serve", "--no-browser", "--listen", "127.0.0.1", "--port", str(server.port), "--data", str(tmp_path)]
    ended = subprocess.run([*command, *told], capture_output=True, text=True, timeout=30, check=False)
    assert (ended.returncode in (0, 1, -signal.SIGTERM), ended.stderr.strip() in ("", "Aborted!")) == (True, True)
    assert (moment == "host is greeted") == ("Press Ctrl+C" in ended.stdout)
    with running(server):
        assert moment == "tables are made" or tables(tmp_path) == tables(OLD_DATA)


def tables(data: Path) -> list[tuple[object, ...]]:
    """Keys, statuses and people of all tables on disk."""
    with closing(sqlite3.connect(data / "companion.sqlite3")) as db:
        return list(db.execute(TABLES))


@pytest.mark.parametrize("ignored", [False, True])
def test_closed_terminal_stops_it_unless_ignored(*, ignored: bool) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN if ignored else signal.SIG_DFL)
    try:
        assert (signal.SIGHUP in serve.stop_signals()) is not ignored
        assert {signal.SIGTERM, signal.SIGINT} <= {*serve.stop_signals()}
    finally:
        signal.signal(signal.SIGHUP, before)


def test_second_signal_while_it_ends_changes_nothing(tmp_path: Path) -> None:
    signalled = (*python("tests.integration.http.signalled"), "server ends", "SIGTERM+SIGINT")
    with running(Server(tmp_path, command=signalled)) as server:
        assert server.stop() == 0
