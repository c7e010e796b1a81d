"""A backup while it is played, and a house from it in which every table plays on."""

import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from shutil import copy

import pytest

from companion.backup import BadBackup, sqlite
from companion.table.storage.schema import VERSION
from tests.integration.http.server import Evening, Server, an_evening, chip
from tests.support.forked import companion

DATABASE = "companion.sqlite3"
FULL = Path("/dev/full")


class Player(threading.Thread):
    """Somebody who opens tables and sits down, as fast as the answers come, until told to stop."""

    def __init__(self, server: Server, name: str) -> None:
        super().__init__(daemon=True)
        self.phone = server.phone(name)
        self.over = threading.Event()
        self.told: list[tuple[str, str, int]] = []

    def run(self) -> None:
        """Each (table, operation, number) that was told as saved is kept."""
        key = ""
        while not self.over.is_set():
            if not len(self.told) % 10:
                key = self.phone.ask("POST", "/new", {"game": "vabanque"}).headers["Location"].rpartition("/")[2]
            op = self.phone.op()
            form: dict[str, object] = {"op": op, "kind": "sit", "name": f"Guest {op[-4:]}", "colour": "sky"}
            if len(self.told) % 2:
                form = {"op": op, "kind": "leave", "person": len(self.told) % 10 // 2}
            answer = self.phone.ask("POST", f"/t/{key}/tap", form)
            self.told.append((key, op, answer.entry))


def entries(path: Path) -> dict[tuple[str, str], int]:
    """The number of each operation at each table in a file."""
    with closing(sqlite3.connect(path)) as db:
        found = db.execute("SELECT key, op, number FROM entries JOIN tables ON tables.id = table_id")
        return {(key, op): number for key, op, number in found}


@pytest.fixture
def busy(mortal: Server) -> Iterator[tuple[Server, list[Player]]]:
    """A house in which two people tap without a rest."""
    players = [Player(mortal, name) for name in ("Anna", "Ben")]
    for player in players:
        player.start()
    yield mortal, players
    for player in players:
        player.over.set()
        player.join(20)


def test_entries_go_on_during_a_backup_which_has_all_that_was_told_before_it(
    busy: tuple[Server, list[Player]], tmp_path: Path
) -> None:
    server, players = busy
    for nth in range(2):
        file = tmp_path / f"backup-{nth}"
        before = [told for player in players for told in list(player.told)]
        made = companion("backup", file, "--data", server.data)
        assert (made.returncode, made.stderr) == (0, "")
        kept = entries(file)
        assert made.stdout.endswith(f"copied to {file}.\n")
        assert {(key, op): number for key, op, number in before}.items() <= kept.items()
        assert [player.is_alive() for player in players] == [True, True]
        assert sum(len(player.told) for player in players) > len(before)
        assert [one.name for one in tmp_path.glob("backup*")] == [f"backup-{one}" for one in range(nth + 1)] or nth
        assert file.stat().st_mode & 0o077 == 0


def at_another_house(evening: Evening, data: Path) -> Iterator[Evening]:
    """The same evening at a server that has the restored house, with the same phones."""
    server = Server(data)
    server.start()
    for phone in (evening.host, *evening.players):
        phone.cookie = phone.cookie.replace(f"companion-{phone.port}", f"companion-{server.port}")
        phone.port = server.port
    yield Evening(server, evening.key, evening.host, evening.players)
    server.kill()


def test_a_house_restored_elsewhere_knows_every_phone_and_plays_on(mortal: Server, tmp_path: Path) -> None:
    evening = an_evening(mortal, 3, turns="free")
    anna, ben, _ = evening.players
    assert anna.ask("POST", evening.tap, chip(anna, 0)).entry
    number = evening.number()
    assert companion("backup", tmp_path / "backup", "--data", mortal.data).returncode == 0
    assert anna.ask("POST", evening.tap, chip(anna, 1)).entry == number + 1
    mortal.kill()
    there = tmp_path / "another machine"
    restored = companion("restore", tmp_path / "backup", "--data", there)
    assert restored.stdout == f"1 table was restored from {tmp_path / 'backup'}.\n"
    for again in at_another_house(evening, there):
        assert again.number() == number
        assert again.players[0].ask("POST", again.tap, chip(anna, 1)).entry == number + 1
        assert again.players[1].ask("POST", again.tap, chip(ben, 0)).entry == number + 2
        stranger = again.server.phone("stranger")
        assert stranger.tap(again.key, "act", slot="1.chips.2.0", do="chip", table=1).status == 403
    mortal.start()  # stopped by the fixture


def test_a_restored_file_keeps_the_old_one_beside_it_with_its_last_entries(mortal: Server, tmp_path: Path) -> None:
    evening = an_evening(mortal, 3, turns="free")
    assert companion("backup", tmp_path / "backup", "--data", mortal.data).returncode == 0
    anna = evening.players[0]
    last = anna.ask("POST", evening.tap, chip(anna, 0)).entry
    refused = companion("restore", tmp_path / "backup", "--data", mortal.data)
    assert refused.returncode == 1
    assert "is in use by another server" in refused.stderr
    mortal.kill()
    done = companion("restore", tmp_path / "backup", "--data", mortal.data)
    kept = next(mortal.data.glob(f"{DATABASE}.before-restore-*[0-9]"))
    assert done.stdout.splitlines()[1] == f"The old data is kept as {kept}."
    assert max(entries(kept).values()) == last
    mortal.start()
    assert evening.number() == last - 1
    assert anna.ask("POST", evening.tap, chip(anna, 0)).entry == last


@pytest.fixture
def house(tmp_path: Path, server: Server) -> Path:
    """A folder with a house, without a server, and its backup."""
    an_evening(server, 3)
    folder = tmp_path / "house"
    folder.mkdir()
    sqlite.save(server.data, folder / DATABASE)
    copy(folder / DATABASE, tmp_path / "backup")
    return folder


def state(folder: Path) -> dict[str, bytes]:
    """Every byte in a folder, but for the lock."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.name != "companion.lock"}


def test_no_file_is_written_over_and_no_half_one_is_left(house: Path, tmp_path: Path) -> None:
    before = state(tmp_path / "house") | {"backup": (tmp_path / "backup").read_bytes()}
    for file, why in (
        (tmp_path / "backup", "already exists and was not changed; choose another name"),
        (tmp_path / "nowhere" / "backup", "could not be copied"),
        (tmp_path / ("long" * 100), "File name too long"),
    ):
        refused = companion("backup", file, "--data", house)
        assert refused.returncode == 1
        assert why in refused.stderr
        assert len(refused.stderr.splitlines()) == 1
    assert state(tmp_path / "house") | {"backup": (tmp_path / "backup").read_bytes()} == before
    assert sorted(one.name for one in tmp_path.iterdir()) == ["backup", "house"]
    nothing = companion("backup", tmp_path / "new", "--data", tmp_path / "nothing")
    assert nothing.stderr == f"Error: there is no {tmp_path / 'nothing' / DATABASE}\n"
    assert not (tmp_path / "nothing").exists()


@pytest.mark.skipif(not FULL.exists(), reason="there is no such device")
@pytest.mark.parametrize("words", ["tidy --data house", "backup copy --data house", "restore backup --data other"])
def test_a_command_that_cannot_say_what_it_did_says_that(house: Path, words: str) -> None:
    command = [sys.executable, "-m", "companion", *words.split(), "--lang", "en"]
    with FULL.open("wb") as full:
        ran = subprocess.run(command, cwd=house.parent, stdout=full, stderr=subprocess.PIPE, check=False)
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
def test_what_is_no_good_backup_is_refused_and_changes_nothing(
    house: Path, tmp_path: Path, change: object, why: str
) -> None:
    before = state(house)
    assert callable(change)
    change(tmp_path / "backup")
    with pytest.raises(BadBackup, match=why):
        sqlite.restore(tmp_path / "backup", house)
    assert state(house) == before


def test_a_damaged_house_is_replaced_and_kept(house: Path, tmp_path: Path) -> None:
    whole = entries(tmp_path / "backup")
    damaged(house / DATABASE)
    broken = (house / DATABASE).read_bytes()
    _, kept = sqlite.restore(tmp_path / "backup", house)
    assert kept is not None
    assert kept.read_bytes() == broken
    assert entries(house / DATABASE) == whole


def left_beside(file: Path, mode: str, ends: list[str]) -> dict[str, bytes]:
    """What lies beside a file that is being written to, and is left of it when somebody moves it away."""
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
def test_what_is_left_beside_a_file_that_is_gone_is_kept_and_not_taken_for_the_restored_ones(
    house: Path, tmp_path: Path, mode: str, ends: list[str]
) -> None:
    whole, left = entries(tmp_path / "backup"), left_beside(house / DATABASE, mode, ends)
    _, kept = sqlite.restore(tmp_path / "backup", house)
    assert entries(house / DATABASE) == whole
    assert kept is not None
    name = kept.name.removesuffix(ends[0])
    assert {end: (house / f"{name}{end}").read_bytes() for end in ends} == left


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_what_root_restores_belongs_to_whoever_owns_the_folder(house: Path, tmp_path: Path) -> None:
    os.chown(house, 12_345, 12_345)
    sqlite.restore(tmp_path / "backup", house)
    found = (house / DATABASE).stat()
    assert (found.st_uid, found.st_gid, found.st_mode & 0o077) == (12_345, 12_345, 0)
