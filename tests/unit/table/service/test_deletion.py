"""A table is deleted for good, and nothing of it is left."""

import pytest
from sqlalchemy import select

from companion.games import GAMES
from companion.games.types import IllegalMove
from companion.table.commands.types import Forbidden
from companion.table.service.deletion import delete_table, preview_deletion
from companion.table.service.registry import NoSuchTable
from companion.table.storage.schema import meta
from tests.support.cast import CAST
from tests.support.databases import Where
from tests.unit.table.tables import OPERATOR, Server

SOME = list(GAMES)[:3]
ANNA, BEN = (name.casefold() for name in CAST[:2])


@pytest.fixture
def server(where: Where) -> Server:
    """One finished game of each kind."""
    server = Server(where)
    for slug in SOME:
        server.keep(slug)
    return server


def rows(server: Server) -> dict[str, int]:
    """The number of rows about tables, by database table."""
    with server.service.store.reading() as db:
        telling = (one for one in meta.sorted_tables if one.name == "tables" or "table_id" in one.c)
        return {one.name: len(db.execute(select(one)).all()) for one in telling}


def test_deletion_leaves_no_rows(server: Server) -> None:
    before = rows(server)
    key = server.open("Anna", "Ben")
    server.tap(key, "host", "away")
    told = preview_deletion(server.service, key, "host")
    assert (told.entries, told.devices, [name for name, _ in told.people]) == (3, 3, ["Anna", "Ben"])
    assert rows(server) != before
    delete_table(server.service, key, "host")
    assert rows(server) == before
    with pytest.raises(NoSuchTable):
        server.service.table(key)


def test_deleted_game_leaves_the_results(server: Server) -> None:
    evenings = server.service.results.all()
    other = server.process()
    assert other.results.all() == evenings
    delete_table(server.service, evenings[1].key, OPERATOR)
    assert server.service.results.all() == other.results.all() == [evenings[0], evenings[2]]
    assert {one.key: one for one in server.service.results.all()} == server.computed_again()


def test_only_host_and_operator_delete_archived_tables(server: Server) -> None:
    key = server.open("Anna", "Ben")
    for device in ("host", OPERATOR):
        with pytest.raises(IllegalMove, match="still-open"):
            delete_table(server.service, key, device)
    server.tap(key, "host", "away")
    for device in (ANNA, BEN, "somebody"):
        for ask in (preview_deletion, delete_table):
            with pytest.raises(Forbidden):
                ask(server.service, key, device)
    before = rows(server)
    with pytest.raises(NoSuchTable):
        delete_table(server.service, "k" * 13, OPERATOR)
    assert rows(server) == before
    delete_table(server.service, key, OPERATOR)


def test_other_process_forgets_a_deleted_table(server: Server) -> None:
    other = server.process()
    other.listen(lambda: None)
    key = server.service.results.all()[0].key
    woken = other.notifier.subscribe(key)
    assert other.table(key).number
    delete_table(server.service, key, OPERATOR)
    if server.service.store.shared:
        woken.get(timeout=20)
    else:  # a file has one process at a time
        other = server.process()
    with pytest.raises(NoSuchTable):
        other.table(key)


@pytest.mark.usefixtures("deaf")
def test_missed_deletion_is_found_by_polling(server: Server) -> None:
    other = server.process()
    key = server.service.results.all()[0].key
    other.table(key)
    delete_table(server.service, key, OPERATOR)
    other._check_all()  # the listener calls it every two seconds
    with pytest.raises(NoSuchTable):
        other.table(key)


def test_rematch_works_after_its_table_was_deleted(server: Server) -> None:
    key = server.service.results.all()[0].key
    server.tap(key, OPERATOR, "host")
    first = server.service.open_rematch(key, OPERATOR, "again-0001")
    assert server.service.open_rematch(key, OPERATOR, "again-0002") == first
    server.tap(first, OPERATOR, "away")
    delete_table(server.service, first, OPERATOR)
    assert server.service.table(key).roster.again is None
    second = server.service.open_rematch(key, OPERATOR, "again-0003")
    assert second != first
    assert server.process().table(second).names == server.service.table(key).names
