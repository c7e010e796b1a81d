"""Backup of a PostgreSQL database by `pg_dump` while servers run, restored by `pg_restore`.

A backup is one file in PostgreSQL's own format. It includes the secret that signs cookies.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from gettext import gettext as _
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import URL, Connection
from sqlalchemy.exc import DBAPIError

from companion.backup import BadBackup, has_signature, missing_file, sqlite
from companion.table.storage.postgres.address import database_url
from companion.table.storage.postgres.database import create_database_engine
from companion.table.storage.postgres.listening import SERVING_LOCK
from companion.table.storage.postgres.session import one_line
from companion.table.storage.schema import VERSION, entries, meta, rights, tables
from companion.table.storage.sqlite.opening import BadFile, publish, sync_file

REQUIRED_TABLES = {table.name for table in (tables, entries, rights)}
TABLE_DATA = re.compile(r"TABLE DATA \S+ (\S+)")
SCHEMA_VERSION = re.compile(r"^COPY [^\n]*alembic_version[^\n]*\n(\d+)$", re.M)


def save(address: str, file: Path) -> int:
    """Dump the database to a new file; servers may keep running. Return the number of tables.

    Raises BadBackup; then there is no such file.
    """
    return _dump(address, file, REQUIRED_TABLES)


def _dump(address: str, file: Path, needed: Collection[str]) -> int:
    if file.exists():
        raise BadBackup(_("%s already exists and was not changed; choose another name") % file)
    part = file.with_name(f"{file.name}.part")
    with _remove_afterwards(part):
        part.unlink(missing_ok=True)
        part.touch(0o600)  # it contains hidden moves
        _run("pg_dump", "--format=custom", "--no-owner", "--no-acl", f"--file={part}", address=address)
        sync_file(part)
        _run("pg_restore", "--file", os.devnull, str(part))  # proves that it is readable
        if not _list_tables(part) >= set(needed):
            raise BadBackup(_("there is no data in that database yet; nothing was copied"))
        count = len(_read_rows(part, "tables"))
        publish(part, file)
    return count


def restore(file: Path, address: str) -> tuple[int, Path]:
    """Replace the database by a backup, in one transaction. Return the number of tables and the old data's dump.

    Raises BadBackup; then the database is unchanged.
    """
    if not file.is_file():
        raise missing_file(file)
    if has_signature(file, sqlite.SIGNATURE):
        raise BadBackup(_("%s is the backup of a data folder; restore it with --data") % file)
    there = _list_tables(file)
    if not there >= REQUIRED_TABLES:
        raise BadBackup(_("%s is not a backup of Companion; nothing was changed") % file)
    written = SCHEMA_VERSION.search(_run("pg_restore", "--data-only", "--table=alembic_version", "--file=-", str(file)))
    if written is None or int(written[1]) > VERSION:
        message = _("%(file)s was written by a newer version of Companion; install that one, then restore it")
        raise BadBackup(message % {"file": file})
    kept = file.with_name(f"{file.name}.before-restore-{datetime.now():%Y%m%d-%H%M%S}")
    with _exclusive_connection(address) as db:
        if db.exec_driver_sql("SELECT rolsuper FROM pg_roles WHERE rolname = session_user").scalar_one():
            # a backup is SQL: a forged one could do anything its role may
            raise BadBackup(_("connect as the service's own role, not as a superuser; nothing was changed"))
        _dump(address, kept, ())
        _load(file, address, [name for name in meta.tables if name not in there])
    return len(_read_rows(file, "tables")), kept


def _list_tables(file: Path) -> set[str]:
    """List the tables with rows in a backup."""
    return set(TABLE_DATA.findall(_run("pg_restore", "--list", str(file))))


def _load(file: Path, address: str, newer: list[str]) -> None:
    """Load a backup in one transaction. Drop tables that it does not know first, as they refer to those it replaces.

    `pg_restore` cannot do both, so for older backups it only writes the SQL, and `psql` runs it.
    """
    clean = ("--clean", "--if-exists", "--no-owner", "--no-acl")
    if not newer:
        _run("pg_restore", *clean, "--single-transaction", "--exit-on-error", str(file), address=address)
        return
    with TemporaryDirectory() as folder:  # private: the script contains hidden moves
        drop, script = Path(folder) / "drop.sql", Path(folder) / "backup.sql"
        drop.write_text(f"DROP TABLE IF EXISTS {', '.join(f'public.{name}' for name in newer)};\n", encoding="utf-8")
        _run("pg_restore", *clean, f"--file={script}", str(file))
        whole = ("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", f"--output={os.devnull}")
        _run("psql", *whole, f"--file={drop}", f"--file={script}", address=address)


@contextmanager
def _exclusive_connection(address: str) -> Iterator[Connection]:
    """Connect and keep servers from starting. Raises BadBackup if one runs already."""
    try:
        server = create_database_engine(_parse_url(address))
    except BadFile as error:
        raise BadBackup(str(error)) from error
    try:
        with server.connect() as db:
            if not db.exec_driver_sql("SELECT pg_try_advisory_lock(%s)", (SERVING_LOCK,)).scalar_one():
                raise BadBackup(_("the database is in use; stop the servers first"))
            yield db
    except DBAPIError as error:
        message = _("%(file)s can't be used (%(why)s); nothing was changed. Choose another backup")
        raise BadBackup(message % {"file": "PostgreSQL", "why": one_line(error.orig)}) from error
    finally:
        server.dispose()


def _read_rows(file: Path, table: str) -> list[str]:
    """Read the rows of a table in a backup, which also proves that it is readable."""
    script = _run("pg_restore", "--data-only", f"--table={table}", "--file=-", str(file))
    _head, _copy, rest = script.partition(f"COPY public.{table} ")
    return rest.partition("\n\\.")[0].splitlines()[1:]


def _parse_url(address: str) -> URL:
    try:
        return database_url(address)
    except BadFile as error:
        raise BadBackup(str(error)) from error


def _run(program: str, *words: str, address: str = "") -> str:
    """Run a program of PostgreSQL and return its output. Raises BadBackup with its last line."""
    environment = dict(os.environ)
    if address:
        url = _parse_url(address)
        words = ("--dbname", url.set(drivername="postgresql", password=None).render_as_string(), *words)
        if url.password:  # not an argument: everybody can list the arguments of processes
            environment["PGPASSWORD"] = url.password
    found = shutil.which(program)
    if found is None:
        raise BadBackup(_("%s is not installed; it comes with PostgreSQL's client programs") % program)
    done = subprocess.run([found, *words], capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        why = " ".join(done.stderr.strip().splitlines()[-1:]) or str(done.returncode)
        raise BadBackup(_("%(program)s failed (%(why)s); nothing was changed") % {"program": program, "why": why})
    return done.stdout


@contextmanager
def _remove_afterwards(part: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        message = _("%(file)s can't be used (%(why)s); nothing was changed. Choose another backup")
        raise BadBackup(message % {"file": part, "why": error.strerror or error}) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
