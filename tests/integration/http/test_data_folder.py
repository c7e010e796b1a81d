"""One server for each data folder and port; commands that only read are let in."""

import json
import sqlite3
import subprocess
from pathlib import Path

from tests.integration.http.tables import begun_table
from tests.support.forked import companion
from tests.support.server import Server, python, running
from tests.support.waiting import wait_until


def test_second_server_on_a_folder_names_the_first(server: Server) -> None:
    second = companion("serve", "--no-browser", "--port", "0", "--data", str(server.data))
    told = f"{server.data} is in use by another server, process {server.running.pid}; stop it or choose another --data"
    assert (second.returncode, second.stdout, second.stderr) == (1, "", f"companion: {told}\n")
    assert server.phone("Anna").get("/").status == 200


def test_taken_port_is_refused_behind_a_proxy(server: Server, tmp_path: Path) -> None:
    taken = ("serve", "--no-browser", "--listen", "127.0.0.1", "--port", str(server.port), "--data", str(tmp_path))
    second = companion(*taken, "--public", "https://companion.test")
    told = f"port {server.port} is in use; stop the program that uses it, or choose another --port"
    assert (second.returncode, second.stdout, second.stderr) == (1, "", f"companion: {told}\n")


def test_record_is_exported_beside_a_running_server(server: Server) -> None:
    table = begun_table(server)
    exported = companion("export", table.key, "--data", str(server.data))
    assert exported.returncode == 0, exported.stderr
    assert json.loads(exported.stdout.splitlines()[0])["players"] == [phone.name for phone in table.players]
    assert table.players[0].get(table.path).status == 200


def test_export_makes_no_folder_and_no_file(tmp_path: Path) -> None:
    nothing = tmp_path / "nothing"
    command = [*python("companion"), "export", "ABCDE", "--data", str(nothing)]
    exported = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    told = f"Error: there is no {nothing / 'companion.sqlite3'}; choose the data folder with --data\n"
    assert (exported.returncode, exported.stderr) == (1, told)
    assert not nothing.exists()


def test_server_puts_old_tables_away_by_itself(tmp_path: Path) -> None:
    with running(Server(tmp_path)) as server:
        table = begun_table(server, 3)
        server.kill()
        with sqlite3.connect(tmp_path / "companion.sqlite3") as db:
            db.execute("UPDATE entries SET at = at - 100 * 86400")
            db.execute("UPDATE tables SET created = created - 100 * 86400")
        server.options = ("--tidy-after", "90d")
        server.start()
        wait_until(lambda: table.log()[-1][1] == "away")
