"""A backup of a PostgreSQL database while it is played at, and a house from it."""

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
from tests.integration.http.server import an_evening, chip
from tests.integration.http.services import TwoServices, until
from tests.integration.http.test_backup import Player
from tests.integration.http.test_services import house as house
from tests.support.forked import companion
from tests.support.postgres import SUPERUSER, USER, Cluster, name_of, program

AS_IN_VERSION_2 = (
    "DROP TABLE evenings, people; ALTER TABLE tables DROP COLUMN idempotency_key; "
    "ALTER TABLE houses DROP COLUMN since; ALTER TABLE houses DROP COLUMN used; "
    "UPDATE alembic_version SET version_num = '2'"
)


@pytest.fixture(autouse=True)
def on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL's programs, which Debian keeps out of everybody's way."""
    monkeypatch.setenv("PATH", f"{Path(program('pg_dump')).parent}:{os.environ['PATH']}")


def test_a_house_that_is_played_at_is_copied_and_put_back(house: TwoServices, tmp_path: Path) -> None:
    evening = an_evening(house, turns="free")
    anna = evening.players[0]
    told = anna.until_told(evening.key, chip(anna, 0)).entry
    player = Player(house, "Ben")
    player.start()
    made = companion("backup", tmp_path / "copy", "--database", house.database, "--lang", "en")
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.endswith(f"copied to {tmp_path / 'copy'}.\n")
    player.over.set()
    player.join()
    later = anna.until_told(evening.key, chip(anna, 1)).entry

    served = companion("restore", tmp_path / "copy", "--database", house.database, "--lang", "en")
    assert served.returncode == 1
    assert "stop the servers first" in served.stderr
    house.kill()
    until(lambda: not house.serving())
    restored = companion("restore", tmp_path / "copy", "--database", house.database, "--lang", "en")
    assert (restored.returncode, restored.stderr) == (0, "")
    assert "The old data is kept as" in restored.stdout
    house.start()
    numbers = [number for number, _, _ in house.log(evening.key)]
    assert told in numbers
    assert later not in numbers
    assert anna.until_told(evening.key, chip(anna, 1)).entry == later, "with the same cookie, in the same seat"


def test_what_is_no_backup_is_refused_and_nothing_is_changed(house: TwoServices, tmp_path: Path) -> None:
    evening = an_evening(house)
    before = house.log(evening.key)
    (tmp_path / "copy").write_text("no backup at all")
    (tmp_path / "of a file").write_bytes(b"SQLite format 3\0 and so on")
    for file, why in (
        ("copy", "pg_restore failed"),
        ("nowhere", "there is no"),
        ("of a file", "restore it with --data"),
    ):
        refused = companion("restore", tmp_path / file, "--database", house.database, "--lang", "en")
        assert refused.returncode == 1
        assert why in refused.stderr
    made = companion("backup", tmp_path / "copy", "--database", house.database, "--lang", "en")
    assert "already exists and was not changed" in made.stderr
    assert house.log(evening.key) == before


def test_a_database_without_a_house_is_not_copied(postgres: Cluster, tmp_path: Path) -> None:
    postgres.do("CREATE DATABASE nobodys")
    made = companion("backup", tmp_path / "copy", "--database", postgres.address("nobodys"), "--lang", "en")
    assert (made.returncode, made.stderr) == (
        1,
        "Error: there is no data in that database yet; nothing was copied\n",
    )
    assert not list(tmp_path.iterdir())


def test_what_a_service_puts_back_is_the_services(postgres: Cluster, tmp_path: Path) -> None:
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
def test_a_superuser_puts_nothing_back(postgres: Cluster, tmp_path: Path, role: str) -> None:
    there = postgres.fresh()
    assert companion("backup", tmp_path / "copy", "--database", there).returncode == 0
    above = postgres.address(name_of(there), user=SUPERUSER) + role
    done = companion("restore", tmp_path / "copy", "--database", above, "--lang", "en")
    assert (done.returncode, done.stderr) == (
        1,
        "Error: connect as the service's own role, not as a superuser; nothing was changed\n",
    )


def test_a_backup_from_before_an_update_is_put_back_whole_and_brought_up_to_date(
    postgres: Cluster, tmp_path: Path
) -> None:
    postgres.do("CREATE DATABASE older")
    there = postgres.address("older")
    key = an_evening_at(there)
    postgres.do(AS_IN_VERSION_2, "older")
    assert companion("backup", tmp_path / "copy", "--database", there, "--lang", "en").returncode == 0
    later = an_evening_at(there)
    done = companion("restore", tmp_path / "copy", "--database", there, "--lang", "en")
    assert (done.returncode, done.stderr) == (0, "")
    assert postgres.do("SELECT version_num FROM alembic_version", "older") == [("2",)]
    with closing(Store(there)) as store:
        assert store.load(key) is not None
        assert store.load(later) is None
    assert postgres.do("SELECT version_num FROM alembic_version", "older") == [(str(VERSION),)]
    assert postgres.do("SELECT count(*) FROM evenings", "older") == [(0,)]


def test_a_house_whose_database_is_lost_stands_again_in_a_new_and_empty_one(postgres: Cluster, tmp_path: Path) -> None:
    lost, new = (postgres.address(name) for name in ("lost", "anew"))
    postgres.do("CREATE DATABASE lost")
    key = an_evening_at(lost)
    assert companion("backup", tmp_path / "copy", "--database", lost, "--lang", "en").returncode == 0
    postgres.do("DROP DATABASE lost")
    postgres.do("CREATE DATABASE anew")
    done = companion("restore", tmp_path / "copy", "--database", new, "--lang", "en")
    assert (done.returncode, done.stderr) == (0, "")
    with closing(Store(new)) as store:
        assert store.load(key) is not None


def an_evening_at(address: str) -> str:
    """The key of a new table in a database."""
    with closing(Store(address)) as store:
        return TableService(store, Notifier()).open("host", "vabanque", {}, {})


def test_an_older_backup_that_cannot_be_put_back_leaves_everything_as_it_is(postgres: Cluster, tmp_path: Path) -> None:
    postgres.do("CREATE DATABASE kept")
    there = postgres.address("kept")
    an_evening_at(there)
    postgres.do(AS_IN_VERSION_2, "kept")
    assert companion("backup", tmp_path / "copy", "--database", there, "--lang", "en").returncode == 0
    key = an_evening_at(there)
    postgres.do("CREATE VIEW somebodys AS SELECT id FROM tables", "kept")  # stands on what would be replaced
    done = companion("restore", tmp_path / "copy", "--database", there, "--lang", "en")
    assert done.returncode == 1
    assert "psql failed" in done.stderr
    assert postgres.do("SELECT count(*) FROM evenings", "kept") == [(0,)]
    with closing(Store(there)) as store:
        assert store.load(key) is not None


def test_without_the_driver_it_says_what_is_missing(
    postgres: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = postgres.fresh()
    save(there, tmp_path / "copy")
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BadBackup, match="needs psycopg, which is not installed"):
        restore(tmp_path / "copy", there)
