"""Files that must survive a power cut are synced before they get their names."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.backup import sqlite as backup
from companion.table.storage.database import FILE
from companion.table.storage.store import Store
from companion.web.http import cookie_signature
from tests.unit.table.storage.test_opening import OF_0_1_0, copies


def the_secret_of_a_house(folder: Path) -> Path:
    cookie_signature.read_secret_file(folder)
    return folder / cookie_signature.NAME


def the_copy_of_a_house_from_before_an_update(folder: Path) -> Path:
    shutil.copy(OF_0_1_0, folder / FILE)
    Store(folder / FILE).close()
    (copy,) = copies(folder / FILE)
    return copy


def a_backup(folder: Path) -> Path:
    Store(folder / FILE).close()
    backup.save(folder, folder / "backup")
    return folder / "backup"


def a_house_that_was_put_back(folder: Path) -> Path:
    saved = a_backup(folder)
    (folder / "new").mkdir()
    backup.restore(saved, folder / "new")
    return folder / "new" / FILE


@pytest.mark.parametrize(
    "written",
    [the_secret_of_a_house, the_copy_of_a_house_from_before_an_update, a_backup, a_house_that_was_put_back],
)
def test_file_is_synced_before_it_is_renamed(
    written: Callable[[Path], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced, sync = set(), os.fsync

    def fsync(handle: int) -> None:
        synced.add((os.fstat(handle).st_ino, os.fstat(handle).st_size))
        sync(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    file = written(tmp_path).stat()
    assert (file.st_ino, file.st_size) in synced
