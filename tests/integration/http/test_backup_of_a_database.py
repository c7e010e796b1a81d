"""Backups of a PostgreSQL database while games go on, and databases restored from them."""

import os
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion.backup import BadBackup
from companion.backup.postgres import restore, save
from companion.table.service.notifier import Notifier
from companion.table.service.table_service import TableService
from companion.table.storage.schema import VERSION
from companion.table.storage.store import Store
from tests.integration.http.moving import moving
from tests.integration.http.services import TwoServices
from tests.integration.http.tables import begun_table, chip
from tests.support.forked import companion
from tests.support.postgres import SUPERUSER, USER, Cluster, name_of, program
from tests.support.waiting import wait_until

AS_IN_VERSION_2 = (
    "DROP TABLE evenings, people; ALTER TABLE tables DROP COLUMN idempotency_key; "
    "ALTER TABLE houses DROP COLUMN since; ALTER TABLE houses DROP COLUMN used; "
    "UPDATE alembic_version SET version_num = '2'"
)


@pytest.fixture(autouse=True)
def on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL's programs, which Debian keeps out of the search path."""
    monkeypatch.setenv("PATH", f"{Path(program('pg_dump')).parent}:{os.environ['PATH']}")


def test_database_in_use_is_copied_and_restored(services: TwoServices, tmp_path: Path) -> None:
    table = begun_table(services, turns="free")
    anna = table.players[0]
    told = anna.retry(table.key, chip(anna, 0)).entry
    with moving(services, "Ben"):
        made = companion("backup", tmp_path / "copy", "--database", services.database, "--lang", "en")
        assert (made.returncode, made.stderr) == (0, "")
        assert made.stdout.endswith(f"copied to {tmp_path / 'copy'}.\n")
    later = anna.retry(table.key, chip(anna, 1)).entry

    served = companion("restore", tmp_path / "copy", "--database", services.database, "--lang", "en")
    assert served.returncode == 1
    assert "stop the servers first" in served.stderr
    services.kill()
    wait_until(lambda: not services.in_use())
    restored = companion("restore", tmp_path / "copy", "--database", services.database, "--lang", "en")
    assert (restored.returncode, restored.stderr) == (0, "")
    assert "The old data is kept as" in restored.stdout
    services.start()
    numbers = [number for number, _, _ in table.log()]
    assert told in numbers
    assert later not in numbers
    assert anna.retry(table.key, chip(anna, 1)).entry == later, "with the same cookie, in the same seat"


def test_bad_backup_is_refused_and_changes_nothing(services: TwoServices, tmp_path: Path) -> None:
    table = begun_table(services)
    before = table.log()
    (tmp_path / "copy").write_text("no backup at all")
    (tmp_path / "of a file").write_bytes(b"SQLite format 3\0 and so on")
    for file, why in (
        ("copy", "pg_restore failed"),
        ("nowhere", "there is no"),
        ("of a file", "restore it with --data"),
    ):
        refused = companion("restore", tmp_path / file, "--database", services.database, "--lang", "en")
        assert refused.returncode == 1
        assert why in refused.stderr
    made = companion("backup", tmp_path / "copy", "--database", services.database, "--lang", "en")
    assert "already exists and was not changed" in made.stderr
    assert table.log() == before


def test_empty_database_is_not_copied(postgres: Cluster, tmp_path: Path) -> None:
    postgres.do("CREATE DATABASE nobodys")
    made = companion("backup", tmp_path / "copy", "--database", postgres.address("nobodys"), "--lang", "en")
    assert (made.returncode, made.stderr) == (
        1,
        "Error: there is no data in that database yet; nothing was copied\n",
    )
    assert not list(tmp_path.iterdir())


def test_restored_tables_belong_to_the_service(postgres: Cluster, tmp_path: Path) -> None:
    postgres.do("CREATE ROLE service LOGIN")
    postgres.do("CREATE DATABASE served OWNER service")
    there = postgres.address("served", user="service")
    Store(there).close()
    for command in ("backup", "restore"):
        done = companion(command, tmp_path / "copy", "--database", there, "--lang", "en")
        assert (done.returncode, done.stderr) == (0, "")
    assert postgres.do("SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'", "served") == [
        ("service",)
    ]


@pytest.mark.parametrize("role", ["", f"&options=-crole%3D{USER}"], ids=["as itself", "in another role"])
def test_superuser_may_not_restore(postgres: Cluster, tmp_path: Path, role: str) -> None:
    there = postgres.fresh()
    assert companion("backup", tmp_path / "copy", "--database", there).returncode == 0
    above = postgres.address(name_of(there), user=SUPERUSER) + role
    done = companion("restore", tmp_path / "copy", "--database", above, "--lang", "en")
    assert (done.returncode, done.stderr) == (
        1,
        "Error: connect as the service's own role, not as a superuser; nothing was changed\n",
    )


def test_older_backup_is_restored_and_migrated(postgres: Cluster, tmp_path: Path) -> None:
    postgres.do("CREATE DATABASE older")
    there = postgres.address("older")
    key = new_table_in(there)
    postgres.do(AS_IN_VERSION_2, "older")
    assert companion("backup", tmp_path / "copy", "--database", there, "--lang", "en").returncode == 0
    later = new_table_in(there)
    done = companion("restore", tmp_path / "copy", "--database", there, "--lang", "en")
    assert (done.returncode, done.stderr) == (0, "")
    assert postgres.do("SELECT version_num FROM alembic_version", "older") == [("2",)]
    with closing(Store(there)) as store:
        assert store.load(key) is not None
        assert store.load(later) is None
    assert postgres.do("SELECT version_num FROM alembic_version", "older") == [(str(VERSION),)]
    assert postgres.do("SELECT count(*) FROM evenings", "older") == [(0,)]


def test_backup_is_restored_into_a_new_database(postgres: Cluster, tmp_path: Path) -> None:
    lost, new = (postgres.address(name) for name in ("lost", "anew"))
    postgres.do("CREATE DATABASE lost")
    key = new_table_in(lost)
    assert companion("backup", tmp_path / "copy", "--database", lost, "--lang", "en").returncode == 0
    postgres.do("DROP DATABASE lost")
    postgres.do("CREATE DATABASE anew")
    done = companion("restore", tmp_path / "copy", "--database", new, "--lang", "en")
    assert (done.returncode, done.stderr) == (0, "")
    with closing(Store(new)) as store:
        assert store.load(key) is not None


def new_table_in(address: str) -> str:
    """The key of a new table in a database."""
    with closing(Store(address)) as store:
        return TableService(store, Notifier()).open("host", "vabanque", {}, {})


def test_failed_restore_changes_nothing(postgres: Cluster, tmp_path: Path) -> None:
    postgres.do("CREATE DATABASE kept")
    there = postgres.address("kept")
    new_table_in(there)
    postgres.do(AS_IN_VERSION_2, "kept")
    assert companion("backup", tmp_path / "copy", "--database", there, "--lang", "en").returncode == 0
    key = new_table_in(there)
    postgres.do("CREATE VIEW somebodys AS SELECT id FROM tables", "kept")  # stands on what would be replaced
    done = companion("restore", tmp_path / "copy", "--database", there, "--lang", "en")
    assert done.returncode == 1
    assert "psql failed" in done.stderr
    assert postgres.do("SELECT count(*) FROM evenings", "kept") == [(0,)]
    with closing(Store(there)) as store:
        assert store.load(key) is not None


def test_missing_driver_is_named(postgres: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = postgres.fresh()
    save(there, tmp_path / "copy")
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BadBackup, match="needs psycopg, which is not installed"):
        restore(tmp_path / "copy", there)
