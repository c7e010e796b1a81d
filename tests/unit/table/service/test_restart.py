"""After any end of the program, the log makes the same table again."""

import json
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import make_url

from companion.games import GAMES
from companion.table.model.entry import Entry
from companion.table.model.log import Table
from companion.table.model.permissions import Grant
from companion.table.service.cache import listing_of, table_status
from companion.table.service.notifier import Notifier
from companion.table.service.table_service import TableService
from companion.table.storage.postgres.database import PostgreSQL
from companion.table.storage.store import Store
from tests.support.cases import each_once, slow
from tests.support.databases import Where, closed_afterwards
from tests.support.postgres import Cluster
from tests.unit.table.random_logs import an_empty_table, evenings, few, moments, same

every_game = pytest.mark.parametrize("slug", GAMES)
HOUSES = ["sqlite", "postgresql"]
each_house = pytest.mark.parametrize(("slug", "where"), each_once(list(GAMES), HOUSES), indirect=["where"])
numbers = count()
TEN_YEARS = 10 * 365 * 24 * 3600.0


def in_a_store(store: Store, table: Table) -> Table:
    """Store the table; return it as a new process loads it."""
    row = {
        "key": table.key,
        "code": table.code,
        "slug": table.slug,
        "options": table.options,
        "preferences": table.preferences,
    }
    store.open_table({**row, "secret": table.secret, "created": table.created}, Grant("device", "host"))
    return started_again(store, table.key)


def started_again(store: Store, key: str) -> Table:
    return TableService(store, Notifier()).table(key)


@each_house
@pytest.mark.parametrize("looked_at", [0.02, pytest.param(1.0, marks=slow)])
def test_store_holds_what_memory_holds(slug: str, where: Where, looked_at: float) -> None:
    """Loading replays the whole game, so only new kinds of entries and a sample are compared."""
    luck, looks = Random(1), Random(1)
    store = Store(where)
    table = in_a_store(store, an_empty_table(slug, luck))
    met: set[str] = set()
    for moment in moments(table, luck):
        store.append(table.id, [moment.entry], listing_of(moment.after))
        known = moment.entry.kind in met
        met.add(moment.entry.kind)
        if known and looks.random() > looked_at:
            continue
        assert same(started_again(store, table.key), moment.after)
        assert {row.status for row in store.list_tables("device")} == {table_status(moment.after)}
    assert "back" in met
    assert same(started_again(store, table.key), moment.after)
    store.close()
    other_process = Store(where)
    assert started_again(other_process, table.key) == moment.after
    assert other_process.load_after(table.id)[0][-1] == moment.entry


@every_game
@few
@given(data=st.data())
def test_log_as_json_plays_the_same_game(slug: str, data: st.DataObject) -> None:
    evening = data.draw(evenings(slug))
    table = evening[0].before
    for moment in evening:
        body = json.loads(json.dumps(moment.entry.body))
        table = table.after(replace(moment.entry, body=body))
    assert same(table, evening[-1].after)


@each_house
@given(data=st.data())
@settings(few, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_order_comes_from_numbers_not_the_clock(slug: str, data: st.DataObject, where: Where) -> None:
    evening = data.draw(evenings(slug))
    luck = Random(data.draw(st.integers(0, 99)))
    store = Store(where)
    table = in_a_store(store, replace(evening[0].before, key=f"table-{next(numbers)}"))
    for moment in evening:
        entry = moment.entry
        when = luck.choice((entry.at, -entry.at, TEN_YEARS, -TEN_YEARS, luck.random()))
        late = Entry(entry.number, entry.kind, entry.by, entry.body, entry.op, "", when)
        store.append(table.id, [late], listing_of(moment.after))
    again, memory = started_again(store, table.key), evening[-1].after
    assert same((again.state, again.played, again.roster), (memory.state, memory.played, memory.roster))
    store.close()


def test_sqlite_syncs_each_commit(tmp_path: Path) -> None:
    store = Store(tmp_path / "one.sqlite3")
    with store.engine.connect() as one, store.engine.connect() as other:
        for db in (one, other):
            assert db.exec_driver_sql("PRAGMA synchronous").scalar() == 2
            assert db.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
            assert db.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_postgres_syncs_each_commit(postgres: Cluster) -> None:
    address, asked = postgres.fresh(), "SHOW synchronous_commit"
    postgres.do(f"ALTER DATABASE {make_url(address).database} SET synchronous_commit = off")
    for more in ("", "&options=-csynchronous_commit%3Doff"):
        with closed_afterwards():
            store = Store(address + more)
            assert isinstance(store.database, PostgreSQL)
            with store.engine.connect() as one, store.engine.connect() as other:
                assert [db.exec_driver_sql(asked).scalar() for db in (one, other)] == ["on", "on"]
            assert store.database._writing.run(lambda db: db.execute(asked).fetchone()) == ("on",)
