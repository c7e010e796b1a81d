"""Opening the database file: create a new one, upgrade an older one, refuse any other.

Nothing is ever deleted or overwritten: a file is copied before it is upgraded, and if it is damaged.
"""

import errno
import hashlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from filecmp import cmp
from gettext import gettext as _
from itertools import count
from pathlib import Path

from sqlalchemy import create_engine
from sqlalchemy.exc import DBAPIError

from companion.table.storage.schema import VERSION, meta
from companion.table.storage.sqlite import private_files

BUSY_MS = 1_000

NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS)
"""Errors of file systems without hard links: FAT and many network shares."""

CHECK_BYTES = 64 * 1024 * 1024  # larger files are not checked for damage at the start


class BadFile(Exception):
    """The database file cannot be used: one sentence says why, what was kept, and what to do."""


def connect(path: Path) -> sqlite3.Connection:
    """A connection that syncs each commit and starts no transactions by itself.

    In WAL mode with `synchronous=FULL`, a finished commit survives a power cut. Writes use `BEGIN IMMEDIATE`, because
    racing writes were lost in the driver's own transactions. `secure_delete` overwrites deleted rows.
    """
    db = sqlite3.connect(path, timeout=BUSY_MS / 1000, isolation_level=None, check_same_thread=False)
    try:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
            db.execute(f"PRAGMA {pragma}")
    except sqlite3.Error:
        db.close()
        raise
    return db


def prepare(path: Path, *, reads_only: bool = False) -> None:
    """Create or upgrade the file. Raises BadFile."""
    with translate_os_errors(path):
        if not reads_only:
            private_files.make_folder(path.parent)
            private_files.create_file(path)
            private_files.restrict(path)
        try:
            with closing(connect(path)) as db:
                _prepare(db, path, reads_only=reads_only)
        except sqlite3.DatabaseError as error:
            raise _bad_file(path, error) from error


@contextmanager
def translate_os_errors(path: Path) -> Iterator[None]:
    """Raise BadFile for an OSError."""
    try:
        yield
    except OSError as error:
        message = _("%(path)s cannot be used (%(why)s); choose another --data")
        raise BadFile(message % {"path": path, "why": error.strerror}) from error


def _prepare(db: sqlite3.Connection, path: Path, *, reads_only: bool) -> None:
    try:
        _check_version(db, path)
        if _version(db) < VERSION and (not reads_only or _columns(db, "tables")):
            if reads_only:
                raise BadFile(_("%s was written by an earlier version of Companion; start the server once") % path)
            _bring_up_to_date(db, path)
        _check_columns(db, path)
    except sqlite3.DatabaseError as error:
        raise _bad_file(path, error) from error  # copied before closing merges the write-ahead log


def _bad_file(path: Path, error: sqlite3.DatabaseError) -> BadFile:
    if isinstance(error, sqlite3.OperationalError) and not private_files.may_write(path):
        message = _(
            "%(path)s cannot be read and written by this user (%(why)s); start Companion as the owner of the file, "
            "or choose another --data"
        )
        return BadFile(message % {"path": path, "why": error})
    if isinstance(error, sqlite3.OperationalError):
        message = _(
            "cannot open %(path)s (%(why)s); close other programs using it, free disk space, or choose another --data"
        )
        return BadFile(message % {"path": path, "why": error})
    message = _(
        "%(path)s is damaged (%(why)s); it was copied to %(copy)s; "
        "put a good copy in its place, or choose another --data"
    )
    return BadFile(message % {"path": path, "why": error, "copy": _copy_damaged(path).name})


def _copy_damaged(path: Path) -> Path:
    """Copy a damaged file and its log, once."""
    with path.open("rb") as file:
        mark = hashlib.file_digest(file, "sha256").hexdigest()[:8]
    copy = path.with_name(f"{path.name}.damaged-{mark}")
    for end in ("", "-wal"):
        source, target = path.with_name(path.name + end), copy.with_name(copy.name + end)
        if source.exists() and not target.exists():
            shutil.copy2(source, target)
    return copy


def _version(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def _check_version(db: sqlite3.Connection, path: Path) -> None:
    version = _version(db)
    if version > VERSION:
        message = _(
            "%(path)s was written by a newer version of Companion (schema %(version)s, this one knows %(known)s); "
            "it was not changed; install the newer version, or choose another --data"
        )
        raise BadFile(message % {"path": path, "version": version, "known": VERSION})
    if path.stat().st_size <= CHECK_BYTES:
        (result,) = db.execute("PRAGMA quick_check(1)").fetchone()
        if result != "ok":
            raise sqlite3.DatabaseError(" ".join(str(result).split())[:100])


def _bring_up_to_date(db: sqlite3.Connection, path: Path) -> None:
    """Create the tables, or back up and upgrade an older file."""
    from companion.table.storage.migrations import create_schema, upgrade_schema

    old = bool(_columns(db, "tables"))
    if old:
        _backup(db, path)
    _check_columns(db, path, old=True)
    engine = create_engine("sqlite://", creator=lambda: connect(path))
    try:
        with engine.connect() as changing:
            changing.exec_driver_sql("BEGIN IMMEDIATE")
            upgrade_schema(changing, _version(db)) if old else create_schema(changing)
            changing.exec_driver_sql(f"PRAGMA user_version = {VERSION}")
            changing.commit()
    except DBAPIError as error:
        raise error.orig or error from error  # SQLite's own error
    finally:
        engine.dispose()


def _backup(db: sqlite3.Connection, path: Path) -> None:
    """Make a complete copy before an upgrade. An unfinished one has another name."""
    part = path.with_name(f"{path.name}.before-{VERSION}.part")
    part.unlink(missing_ok=True)
    try:
        private_files.create_file(part)
        with closing(sqlite3.connect(part)) as copy:
            db.backup(copy)
        sync_file(part)
        candidates = (part.with_name(f"{part.stem}-{nth}" if nth > 1 else part.stem) for nth in count(1))
        free = next(one for one in candidates if not one.exists() or cmp(part, one, shallow=False))
        part.replace(free)  # another earlier file keeps its copy
        sync_folder(path.parent)
    finally:
        part.unlink(missing_ok=True)


def sync_file(file: Path) -> None:
    """Sync a file to disk."""
    with file.open("rb+") as whole:
        os.fsync(whole.fileno())


def publish(part: Path, file: Path) -> None:
    """Give a finished file its name, unless it is taken. Raises OSError."""
    if not _link(part, file):
        file.touch(exist_ok=False)
        part.replace(file)


def link_or_copy(file: Path, name: Path) -> None:
    """Keep a file under a second name. Raises OSError."""
    if not _link(file, name):
        shutil.copy2(file, name)


def _link(file: Path, name: Path) -> bool:
    """Create a hard link. Return False if the file system has none."""
    try:
        os.link(file, name)
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        return False
    return True


def sync_folder(folder: Path) -> None:
    """Sync the names in a folder to disk."""
    if not hasattr(os, "O_DIRECTORY"):  # not on Windows
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _columns(db: sqlite3.Connection, table: str) -> set[str]:
    return {row[1] for row in db.execute(f"PRAGMA table_info({table})")}


def _check_columns(db: sqlite3.Connection, path: Path, *, old: bool = False) -> None:
    """Raise BadFile if tables or columns are missing; those that an `old` file gets by its upgrade may be."""
    existing = {table: _columns(db, table.name) for table in meta.sorted_tables}
    tables = [table.name for table, names in existing.items() if not names and not old]
    missing = [
        column
        for table, names in existing.items()
        for column in table.columns
        if names and column.name not in names
        if not (old and (column.nullable or column.server_default is not None))
    ]
    if missing or tables:
        lacks = ", ".join([*tables, *(f"{column.table.name}.{column.name}" for column in missing)])
        message = _(
            "%(path)s does not fit this version of Companion (it lacks %(lacks)s); it was not changed; "
            "put a good copy in its place, or choose another --data"
        )
        raise BadFile(message % {"path": path, "lacks": lacks})
