"""A disk that is full, under PostgreSQL: really, and not only said to be. Whoever may not mount one skips this."""

import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from tests.integration.http.guests import opened
from tests.integration.http.server import Evening, Phone, an_evening
from tests.integration.http.services import Service
from tests.support.postgres import Cluster

SIZE = "220m"
MANY = 80
"""Taps of a phone: more than there is room for where a file may not grow."""


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


def rename(evening: Evening, phone: Phone) -> dict[str, int]:
    """A phone takes new names as fast as it is answered: what of that it was told is saved, and what is not saved."""
    told = {}
    for nth in range(MANY):
        form = {"op": phone.op(), "kind": "rename", "name": f"{phone.name} {nth}"}
        answer = phone.ask("POST", evening.tap, form)
        assert answer.status in (200, 503), answer.text
        told[form["op"]] = int(answer.headers.get("Companion-Entry", 0))
    return told


def all_rename(evening: Evening) -> dict[str, int]:
    """Every phone does."""
    with ThreadPoolExecutor(len(evening.players)) as pool:
        running = [pool.submit(rename, evening, phone) for phone in evening.players]
        return {op: number for one in running for op, number in one.result().items()}


def filled(disk: Path) -> Path:
    """A file that takes all the room there is."""
    filler = disk / "filler"
    with suppress(OSError), filler.open("wb", buffering=0) as file:
        while file.write(bytes(4096)):
            pass
    return filler


def test_on_a_full_disk_nothing_acknowledged_is_lost_and_it_goes_on_once_there_is_room(
    disk: Path, tmp_path: Path
) -> None:
    cluster = Cluster(disk, fsync="on")
    try:
        house = Service(tmp_path, cluster.fresh())
        with opened(house):
            cluster.do("SELECT pg_switch_wal()")  # there is room for what is logged: else PostgreSQL stops itself
            evening = an_evening(house, 3)
            filler = filled(disk)
            told = all_rename(evening)
            assert 0 in told.values(), "refused loudly"
            filler.unlink()
            after = all_rename(evening)
            assert 0 not in after.values()
            on_disk = {op: number for number, _, op in house.log(evening.key)}
            saved = {op: number for op, number in (told | after).items() if number}
            assert {op: on_disk.get(op) for op in saved} == saved
            assert sorted(on_disk.values()) == list(range(1, len(on_disk) + 1))
    finally:
        cluster.stop()
