"""One server a data folder; whoever only reads is let in."""

import json
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

from tests.integration.http.server import Server, an_evening
from tests.support.forked import companion


def test_a_second_server_on_the_same_folder_is_refused_in_one_sentence_that_names_the_first(server: Server) -> None:
    assert server.process is not None
    second = companion("serve", "--no-browser", "--port", "0", "--data", str(server.data))
    assert second.returncode == 1
    assert second.stdout == ""
    told = f"{server.data} is in use by another server, process {server.process.pid}; stop it or choose another --data"
    assert second.stderr == f"companion: {told}\n"
    assert server.phone("Anna").ask("GET", "/").status == 200


def test_behind_a_proxy_which_knows_one_port_no_other_one_is_taken(server: Server, tmp_path: Path) -> None:
    taken = ("serve", "--no-browser", "--listen", "127.0.0.1", "--port", str(server.port), "--data", str(tmp_path))
    second = companion(*taken, "--public", "https://companion.test")
    assert (second.returncode, second.stdout) == (1, "")
    told = f"port {server.port} is in use; stop the program that uses it, or choose another --port"
    assert second.stderr == f"companion: {told}\n"


def test_after_a_kill_the_folder_is_free_at_once(mortal: Server) -> None:
    for _ in range(2):
        mortal.kill()
        mortal.start()
        assert mortal.phone("Anna").ask("GET", "/").status == 200


def test_a_record_is_exported_beside_a_running_server(server: Server) -> None:
    evening = an_evening(server)
    exported = companion("export", evening.key, "--data", str(server.data))
    assert exported.returncode == 0, exported.stderr
    assert json.loads(exported.stdout.splitlines()[0])["players"] == [phone.name for phone in evening.players]
    assert evening.players[0].ask("GET", f"/t/{evening.key}").status == 200


def test_an_export_makes_no_folder_and_no_file(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "export", "ABCDE", "--data", str(tmp_path / "nothing")]
    exported = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert exported.returncode == 1
    assert (
        exported.stderr
        == f"Error: there is no {tmp_path / 'nothing' / 'companion.sqlite3'}; choose the data folder with --data\n"
    )
    assert not (tmp_path / "nothing").exists()


def test_a_server_puts_old_tables_away_by_itself(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    evening = an_evening(server, 3)
    server.kill()
    with sqlite3.connect(tmp_path / "companion.sqlite3") as db:
        db.execute("UPDATE entries SET at = at - 100 * 86400")
        db.execute("UPDATE tables SET created = created - 100 * 86400")
    server.more = ("--tidy-after", "90d")
    server.start()
    try:
        until = time.monotonic() + 10
        while server.log(evening.key)[-1][1] != "away" and time.monotonic() < until:
            time.sleep(0.05)
        assert server.log(evening.key)[-1][1] == "away"
    finally:
        server.kill()
