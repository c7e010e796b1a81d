"""PostgreSQL on a disk that is really full. Skipped where nothing may be mounted."""

import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from tests.integration.http.tables import Table, begun_table
from tests.support.phones import Phone
from tests.support.postgres import Cluster
from tests.support.server import Server, running

SIZE = "220m"
MANY = 80
"""Moves of a phone: more than there is room for where a file may not grow."""


@pytest.fixture
def disk() -> Iterator[Path]:
    """A small disk in memory."""
    folder = Path(tempfile.mkdtemp(prefix="disk-", dir="/tmp"))
    try:
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(folder)], check=False)
    except FileNotFoundError:
        pytest.skip("nothing is mounted here")
    if mounted.returncode:
        folder.rmdir()
        pytest.skip("nothing may be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def rename(table: Table, phone: Phone) -> dict[str, int]:
    """Rename a player as fast as the server answers: the entry of each move, or 0 where it was not saved."""
    told = {}
    for nth in range(MANY):
        form = {"op": phone.op(), "kind": "rename", "name": f"{phone.name} {nth}"}
        answer = phone.post(table.moves, form)
        assert answer.status in (200, 503), answer.text
        told[form["op"]] = int(answer.headers.get("Companion-Entry", 0))
    return told


def all_rename(table: Table) -> dict[str, int]:
    """All players do so at once."""
    with ThreadPoolExecutor(len(table.players)) as pool:
        running = [pool.submit(rename, table, phone) for phone in table.players]
        return {op: number for one in running for op, number in one.result().items()}


def filled(disk: Path) -> Path:
    """A file that takes all the room."""
    filler = disk / "filler"
    with suppress(OSError), filler.open("wb", buffering=0) as file:
        while file.write(bytes(4096)):
            pass
    return filler


def test_full_disk_loses_nothing_acknowledged(disk: Path, tmp_path: Path) -> None:
    cluster = Cluster(disk, fsync="on")
    try:
        with running(Server(tmp_path, database=cluster.fresh())) as server:
            cluster.do("SELECT pg_switch_wal()")  # there is room for what is logged: else PostgreSQL stops itself
            table = begun_table(server, 3)
            filler = filled(disk)
            during = all_rename(table)
            assert 0 in during.values(), "none was refused"
            filler.unlink()
            after = all_rename(table)
            assert 0 not in after.values()
            on_disk = {op: number for number, _, op in table.log()}
            saved = {op: number for op, number in (during | after).items() if number}
            assert {op: on_disk.get(op) for op in saved} == saved
            assert sorted(on_disk.values()) == list(range(1, len(on_disk) + 1))
    finally:
        cluster.stop()
