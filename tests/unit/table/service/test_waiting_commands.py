"""Commands wait while a table is erased or deleted."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import wait as waited
from typing import Any

import pytest

from companion.table.commands.types import Command
from companion.table.service.deletion import delete_table
from companion.table.service.erasure import erase_person
from companion.table.service.registry import NoSuchTable
from tests.support.cast import CAST
from tests.support.databases import Where
from tests.unit.table.tables import OPERATOR, Server

A_MOMENT = 0.2
OPENS = Command("open", {}, "while-it-is-changed")


@pytest.fixture
def server(where: Where) -> Server:
    return Server(where)


def tapped_meanwhile(
    server: Server, patch: pytest.MonkeyPatch, writes: str, change: Callable[[], Any], key: str
) -> Any:
    """The host reopens an archived table while a change of it is being written."""
    really, taps = getattr(server.service.store, writes), list[Future[int]]()
    with ThreadPoolExecutor(1) as pool:

        def write(*given: Any, **more: Any) -> None:
            patch.setattr(server.service.store, writes, really)
            taps.append(pool.submit(server.service.send, key, "host", OPENS))
            assert not waited(taps, A_MOMENT).done, "it did not wait"
            really(*given, **more)

        patch.setattr(server.service.store, writes, write)
        change()
    return taps[0]


def put_away(server: Server) -> str:
    key = server.open(*CAST[:3])
    server.tap(key, "host", "away")
    return key


def test_move_during_erasure_waits_for_it(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    key = put_away(server)
    tap = tapped_meanwhile(server, monkeypatch, "append", lambda: erase_person(server.service, "Carla"), key)
    table = server.service.table(key)
    assert tap.result() == table.number == server.service.store.latest_number(table.id)
    assert not table.roster.away
    assert "Carla" not in table.names


def test_move_during_deletion_finds_no_table(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    key = put_away(server)
    tap = tapped_meanwhile(server, monkeypatch, "write", lambda: delete_table(server.service, key, OPERATOR), key)
    new = server.open()  # SQLite reuses the row of the deleted table
    assert isinstance(tap.exception(), NoSuchTable)
    assert server.process().table(new).number == 0
