"""Backup of an SQLite file while servers run, restored while none does.

A backup is one file, a database by itself. It does not include the secret that signs cookies; rights are in the
database, and cookies are signed anew.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from gettext import gettext as _
from pathlib import Path

from companion.backup import BadBackup, has_signature, missing_file
from companion.table.storage.database import FILE
from companion.table.storage.schema import VERSION, entries, rights, tables
from companion.table.storage.sqlite import private_files
from companion.table.storage.sqlite.folder_lock import lock_folder
from companion.table.storage.sqlite.opening import link_or_copy, publish, sync_file, sync_folder

JOURNAL_SUFFIXES = ("-wal", "-shm", "-journal")
SIGNATURE, POSTGRES_SIGNATURE = b"SQLite format 3\0", b"PGDMP"
"""The first bytes of our files, and of those by `pg_dump`."""


def save(folder: Path, file: Path) -> int:
    """Copy the database of a folder to a new file; servers may keep running. Return the number of tables.

    Raises BadBackup; then there is no such file.
    """
    path = folder / FILE
    if not path.is_file():
        raise missing_file(path)
    if file.exists():
        raise BadBackup(_("%s already exists and was not changed; choose another name") % file)
    part = file.with_name(f"{file.name}.part")
    with _translate_errors(path, file), _remove_afterwards(part):
        count = _copy(path, part)
        _publish(part, file)
        return count


def restore(file: Path, folder: Path) -> tuple[int, Path | None]:
    """Replace the database of a folder by a backup. Return the number of tables and the path of the old file.

    Raises BadBackup or InUse; then the folder is unchanged.
    """
    if not file.is_file():
        raise missing_file(file)
    if has_signature(file, POSTGRES_SIGNATURE):
        raise BadBackup(_("%s is the backup of a database; restore it with --database") % file)
    with lock_folder(folder):
        path, part = folder / FILE, folder / f"{FILE}.part"
        with _translate_errors(file, path), _remove_afterwards(part):
            _check_version(file)
            count = _copy(file, part)
            kept = _keep_old_files(path)
            part.replace(path)
            sync_folder(folder)
            return count, kept


def _copy(source: Path, part: Path) -> int:
    """Write a consistent copy to disk, as one file."""
    part.unlink(missing_ok=True)
    private_files.create_file(part)
    with closing(_open_read_only(source)) as old, closing(sqlite3.connect(part)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE")
        (found,) = new.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(" ".join(str(found).split())[:100])
        (count,) = new.execute("SELECT count(*) FROM tables").fetchone()
    sync_file(part)
    return int(count)


def _open_read_only(path: Path) -> sqlite3.Connection:
    """Connect without creating a missing file."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=10)


def _check_version(file: Path) -> None:
    with closing(_open_read_only(file)) as db:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        there = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if version > VERSION:
        message = _("%(file)s was written by a newer version of Companion; install that one, then restore it")
        raise BadBackup(message % {"file": file})
    if not {table.name for table in (tables, entries, rights)} <= there:
        raise BadBackup(_("%s is not a backup of Companion; nothing was changed") % file)


def _keep_old_files(path: Path) -> Path | None:
    """Rename the present file and its journals. Return its new name, if there was any."""
    if path.exists():
        with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as db:  # keep a damaged file as it is
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    kept = path.with_name(f"{path.name}.before-restore-{datetime.now():%Y%m%d-%H%M%S}")
    there = [end for end in ("", *JOURNAL_SUFFIXES) if path.with_name(path.name + end).exists()]
    for end in there:
        link_or_copy(path.with_name(path.name + end), kept.with_name(kept.name + end))
    for end in JOURNAL_SUFFIXES:  # they do not belong to the restored file
        path.with_name(path.name + end).unlink(missing_ok=True)
    return kept.with_name(kept.name + there[0]) if there else None


def _publish(part: Path, file: Path) -> None:
    """Give the copy its name, unless somebody else has taken it meanwhile."""
    publish(part, file)
    sync_folder(file.parent)


@contextmanager
def _remove_afterwards(part: Path) -> Iterator[None]:
    try:
        yield
    finally:
        for end in ("", *JOURNAL_SUFFIXES):
            with suppress(OSError):
                part.with_name(part.name + end).unlink(missing_ok=True)


@contextmanager
def _translate_errors(source: Path, target: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        why = (isinstance(error, OSError) and error.strerror) or error
        message = _(
            "%(source)s could not be copied to %(target)s (%(why)s); nothing was changed. "
            "Check both places, then try again"
        )
        raise BadBackup(message % {"source": source, "target": target, "why": why}) from error
