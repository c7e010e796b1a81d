"""The cache is bounded by the number of tables and of their entries."""

from types import SimpleNamespace
from typing import cast

from companion.table.service.cache import CachedTable, TableCache


def a_table(table_id: int, entries: int, waiting: int = 0, status: str = "play") -> CachedTable:
    table, listing = SimpleNamespace(id=table_id, number=entries), SimpleNamespace(status=status)
    fake = SimpleNamespace(table=table, listing=listing, waiting=waiting, announced=0)
    return cast(CachedTable, fake)


def keeps(memory: TableCache, *tables: CachedTable) -> list[str]:
    for kept in tables:
        memory.add(str(kept.table.id), kept)
    return list(memory)


def test_least_recently_used_tables_leave_first() -> None:
    assert keeps(TableCache(2), *(a_table(nth, 10) for nth in (1, 2, 3))) == ["2", "3"]


def test_long_tables_leave_sooner() -> None:
    assert keeps(TableCache(9, entries=100), a_table(1, 60), a_table(2, 30), a_table(3, 60)) == ["2", "3"]


def test_finished_games_leave_sooner() -> None:
    played = [a_table(nth, 10, status="over" if nth > 2 else "play") for nth in range(1, 7)]
    assert keeps(TableCache(9, finished=2), *played) == ["1", "2", "5", "6"]


def test_busy_table_stays() -> None:
    assert keeps(TableCache(1), a_table(1, 10, waiting=1), a_table(2, 10), a_table(3, 10)) == ["1", "3"]


def test_table_longer_than_memory_is_served() -> None:
    assert keeps(TableCache(9, entries=100), a_table(1, 10), a_table(2, 500)) == ["2"]
