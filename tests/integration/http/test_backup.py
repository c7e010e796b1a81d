"""Backups of a data folder while games go on, and servers that play on from them."""

import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from shutil import copy

import pytest

from companion.backup import BadBackup, sqlite
from companion.table.storage.schema import VERSION
from tests.integration.http.moving import moving
from tests.integration.http.tables import begun_table, chip
from tests.support.forked import companion
from tests.support.server import Server, python, running

DATABASE = "companion.sqlite3"
FULL = Path("/dev/full")


def entries(path: Path) -> dict[tuple[str, str], int]:
    """The number of each operation at each table in a file."""
    with closing(sqlite3.connect(path)) as db:
        found = db.execute("SELECT key, op, number FROM entries JOIN tables ON tables.id = table_id")
        return {(key, op): number for key, op, number in found}


def test_moves_go_on_during_a_backup(own_server: Server, tmp_path: Path) -> None:
    with moving(own_server, "Anna", "Ben") as players:
        for nth in range(2):
            file = tmp_path / f"backup-{nth}"
            before = [told for player in players for told in list(player.saved)]
            made = companion("backup", file, "--data", own_server.data)
            assert (made.returncode, made.stderr) == (0, "")
            assert made.stdout.endswith(f"copied to {file}.\n")
            assert {(key, op): number for key, op, number in before}.items() <= entries(file).items()
            assert [player.is_alive() for player in players] == [True, True]
            assert sum(len(player.saved) for player in players) > len(before)
            assert file.stat().st_mode & 0o077 == 0
    assert sorted(one.name for one in tmp_path.glob("backup*")) == ["backup-0", "backup-1"]


def test_restored_server_knows_phones_and_plays_on(own_server: Server, tmp_path: Path) -> None:
    table = begun_table(own_server, 3, turns="free")
    anna, ben, _ = table.players
    assert anna.post(table.moves, chip(anna, 0)).entry
    number = table.number()
    assert companion("backup", tmp_path / "backup", "--data", own_server.data).returncode == 0
    assert anna.post(table.moves, chip(anna, 1)).entry == number + 1
    own_server.kill()
    restored = companion("restore", tmp_path / "backup", "--data", tmp_path / "elsewhere")
    assert restored.stdout == f"1 table was restored from {tmp_path / 'backup'}.\n"
    with running(Server(tmp_path / "elsewhere")) as server:
        for phone in (table.host, *table.players):
            phone.cookie = phone.cookie.replace(f"companion-{phone.port}", f"companion-{server.port}")
            phone.port = server.port
        assert table.number() == number
        assert anna.post(table.moves, chip(anna, 1)).entry == number + 1
        assert ben.post(table.moves, chip(ben, 0)).entry == number + 2
        stranger = server.phone("stranger")
        assert stranger.move(table.key, "act", slot="1.chips.2.0", do="chip", table=1).status == 403


def test_restore_keeps_the_old_file_with_its_last_entries(own_server: Server, tmp_path: Path) -> None:
    table = begun_table(own_server, 3, turns="free")
    assert companion("backup", tmp_path / "backup", "--data", own_server.data).returncode == 0
    anna = table.players[0]
    last = anna.post(table.moves, chip(anna, 0)).entry
    refused = companion("restore", tmp_path / "backup", "--data", own_server.data)
    assert refused.returncode == 1
    assert "is in use by another server" in refused.stderr
    own_server.kill()
    done = companion("restore", tmp_path / "backup", "--data", own_server.data)
    kept = next(own_server.data.glob(f"{DATABASE}.before-restore-*[0-9]"))
    assert done.stdout.splitlines()[1] == f"The old data is kept as {kept}."
    assert max(entries(kept).values()) == last
    own_server.start()
    assert table.number() == last - 1
    assert anna.post(table.moves, chip(anna, 0)).entry == last


@pytest.fixture
def stopped(tmp_path: Path, server: Server) -> Path:
    """A data folder without a server, and its backup beside it."""
    begun_table(server, 3)
    folder = tmp_path / "data"
    folder.mkdir()
    sqlite.save(server.data, folder / DATABASE)
    copy(folder / DATABASE, tmp_path / "backup")
    return folder


def state(folder: Path) -> dict[str, bytes]:
    """All bytes in a folder, but for the lock."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.name != "companion.lock"}


def test_backup_overwrites_nothing_and_leaves_no_half_file(stopped: Path, tmp_path: Path) -> None:
    before = state(tmp_path / "data") | {"backup": (tmp_path / "backup").read_bytes()}
    for file, why in (
        (tmp_path / "backup", "already exists and was not changed; choose another name"),
        (tmp_path / "nowhere" / "backup", "could not be copied"),
        (tmp_path / ("long" * 100), "File name too long"),
    ):
        refused = companion("backup", file, "--data", stopped)
        assert refused.returncode == 1
        assert why in refused.stderr
        assert len(refused.stderr.splitlines()) == 1
    assert state(tmp_path / "data") | {"backup": (tmp_path / "backup").read_bytes()} == before
    assert sorted(one.name for one in tmp_path.iterdir()) == ["backup", "data"]
    nothing = companion("backup", tmp_path / "new", "--data", tmp_path / "nothing")
    assert nothing.stderr == f"Error: there is no {tmp_path / 'nothing' / DATABASE}\n"
    assert not (tmp_path / "nothing").exists()


@pytest.mark.skipif(not FULL.exists(), reason="there is no such device")
@pytest.mark.parametrize("words", ["tidy --data data", "backup copy --data data", "restore backup --data other"])
def test_full_standard_output_is_an_error(stopped: Path, words: str) -> None:
    command = [*python("companion"), *words.split(), "--lang", "en"]
    with FULL.open("wb") as full:
        ran = subprocess.run(command, cwd=stopped.parent, stdout=full, stderr=subprocess.PIPE, check=False)
    assert (ran.stderr, ran.returncode) == (b"Error: standard output: No space left on device\n", 1)


def damaged(file: Path) -> None:
    whole = bytearray(file.read_bytes())
    for page in range(1, len(whole) // 4096):
        whole[page * 4096 : page * 4096 + 8] = b"\xff" * 8
    file.write_bytes(whole)


def newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")


def another(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as db:
        db.execute("CREATE TABLE recipes (cake)")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (damaged, "could not be copied"),
        (newer, "was written by a newer version"),
        (another, "is not a backup of Companion"),
        (lambda file: file.write_bytes(b""), "is not a backup of Companion"),
        (lambda file: file.write_bytes(b"no database at all" * 100), "could not be copied"),
        (lambda file: file.write_bytes(b"PGDMP and so on"), "restore it with --database"),
        (Path.unlink, "there is no"),
    ],
    ids=["damaged", "newer", "another", "empty", "text", "of a database", "nothing"],
)
def test_bad_backup_is_refused_and_changes_nothing(stopped: Path, tmp_path: Path, change: object, why: str) -> None:
    before = state(stopped)
    assert callable(change)
    change(tmp_path / "backup")
    with pytest.raises(BadBackup, match=why):
        sqlite.restore(tmp_path / "backup", stopped)
    assert state(stopped) == before


def test_damaged_database_is_replaced_and_kept(stopped: Path, tmp_path: Path) -> None:
    whole = entries(tmp_path / "backup")
    damaged(stopped / DATABASE)
    broken = (stopped / DATABASE).read_bytes()
    _, kept = sqlite.restore(tmp_path / "backup", stopped)
    assert kept is not None
    assert kept.read_bytes() == broken
    assert entries(stopped / DATABASE) == whole


def left_beside(file: Path, mode: str, ends: list[str]) -> dict[str, bytes]:
    """Journals of a database file that was moved away while it was written to."""
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        later = "UPDATE entries SET op = op || '-later' || hex(zeroblob(2000))"
        for told in (f"PRAGMA journal_mode={mode}", "PRAGMA cache_size=1", "BEGIN", later, "COMMIT", "BEGIN", later):
            db.execute(told)
        left = {end: file.with_name(file.name + end).read_bytes() for end in ends}
    file.unlink()
    for end, what in left.items():
        file.with_name(file.name + end).write_bytes(what)
    return left


@pytest.mark.parametrize(("mode", "ends"), [("WAL", ["-wal", "-shm"]), ("DELETE", ["-journal"])])
def test_leftover_journals_are_kept_and_not_applied(stopped: Path, tmp_path: Path, mode: str, ends: list[str]) -> None:
    whole, left = entries(tmp_path / "backup"), left_beside(stopped / DATABASE, mode, ends)
    _, kept = sqlite.restore(tmp_path / "backup", stopped)
    assert entries(stopped / DATABASE) == whole
    assert kept is not None
    name = kept.name.removesuffix(ends[0])
    assert {end: (stopped / f"{name}{end}").read_bytes() for end in ends} == left


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_root_restores_for_the_owner_of_the_folder(stopped: Path, tmp_path: Path) -> None:
    os.chown(stopped, 12_345, 12_345)
    sqlite.restore(tmp_path / "backup", stopped)
    found = (stopped / DATABASE).stat()
    assert (found.st_uid, found.st_gid, found.st_mode & 0o077) == (12_345, 12_345, 0)
