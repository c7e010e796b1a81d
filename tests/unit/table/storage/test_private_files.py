"""Other users of the machine cannot read the data files, which hold hidden moves."""

import errno
import os
import sqlite3
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.backup import BadBackup, sqlite
from companion.table.storage.database import FILE
from companion.table.storage.schema import VERSION
from companion.table.storage.sqlite import opening, private_files
from companion.table.storage.sqlite.folder_lock import lock_folder
from companion.table.storage.store import BadFile, Store
from companion.web.http.cookie_signature import read_secret_file

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="has other rights")

OLD = Path(__file__).parents[3] / "data" / "house-0.1.0"


@pytest.fixture(autouse=True)
def _a_machine_where_others_may_read() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def open_to_others(folder: Path) -> list[str]:
    """The files of a folder, and the folder itself, that others could read."""
    return [one.name for one in (folder, *folder.iterdir()) if stat.S_IMODE(one.stat().st_mode) & 0o077]


def test_new_data_folder_is_private(tmp_path: Path) -> None:
    data = tmp_path / "house"
    with lock_folder(data):
        store = Store(data / FILE)
        store.set_setting("a", "b")
        assert {f"{FILE}-wal", FILE, "companion.lock"} <= {one.name for one in data.iterdir()}
        assert open_to_others(data) == []
        store.close()


def test_copy_before_an_upgrade_is_private(tmp_path: Path) -> None:
    private_files.make_folder(tmp_path / "house")
    file = tmp_path / "house" / FILE
    private_files.create_file(file)
    file.write_bytes((OLD / FILE).read_bytes())
    Store(file).close()
    assert any(f".before-{VERSION}" in one.name for one in file.parent.iterdir())
    assert open_to_others(file.parent) == []


def test_open_files_of_earlier_versions_become_private(tmp_path: Path) -> None:
    file = tmp_path / "house" / FILE
    Store(file).close()
    for name in (FILE, f"{FILE}.before-{VERSION}", f"{FILE}.damaged-0a1b2c3d", "mine.txt"):
        (file.parent / name).touch()
        (file.parent / name).chmod(0o644)
    store = Store(file)
    store.set_setting("a", "b")
    assert open_to_others(file.parent) == ["mine.txt"]
    store.close()


def test_open_secret_becomes_private(tmp_path: Path) -> None:
    first = read_secret_file(tmp_path)
    (tmp_path / "secret").chmod(0o644)
    assert read_secret_file(tmp_path) == first
    assert "secret" not in open_to_others(tmp_path)


@pytest.mark.parametrize("denied", [FILE, f"{FILE}-wal", ""])
def test_foreign_file_is_told_from_a_locked_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, denied: str) -> None:
    Store(tmp_path / FILE).close()
    (tmp_path / f"{FILE}-wal").touch()
    whose = tmp_path / denied
    monkeypatch.setattr(os, "access", lambda path, _mode: path != whose)

    def connect(_path: Path) -> sqlite3.Connection:
        raise sqlite3.OperationalError("unable to open database file")

    monkeypatch.setattr(opening, "connect", connect)
    with pytest.raises(BadFile) as bad:
        Store(tmp_path / FILE)
    assert "cannot be read and written by this user (unable to open database file); start Companion as" in str(
        bad.value
    )
    monkeypatch.setattr(os, "access", lambda _path, _mode: True)
    with pytest.raises(BadFile, match="close other programs using it"):
        Store(tmp_path / FILE)


def test_backup_is_private_while_it_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(tmp_path / "house" / FILE).close()
    copies = tmp_path / "copies"
    private_files.make_folder(copies)
    seen: list[list[str]] = []
    really = opening.sync_file

    def on_disk(part: Path) -> None:
        seen.append([one.name for one in copies.iterdir()])
        assert open_to_others(copies) == []
        really(part)

    monkeypatch.setattr(sqlite, "sync_file", on_disk)
    sqlite.save(tmp_path / "house", copies / "backup")
    assert seen == [["backup.part"]]
    assert open_to_others(copies) == []


def test_backup_works_without_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def link(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", link)
    house, backup = tmp_path / "house", tmp_path / "backup"
    store = Store(house / FILE)
    store.set_setting("told", "before")
    sqlite.save(house, backup)
    store.set_setting("told", "after")
    store.close()
    before = backup.read_bytes()
    with pytest.raises(BadBackup, match="already exists"):
        sqlite.save(house, backup)
    assert backup.read_bytes() == before
    _count, kept = sqlite.restore(backup, house)
    assert kept is not None
    assert [Store(file).get_setting("told") for file in (house / FILE, kept)] == ["before", "after"]
    assert open_to_others(house) == []
