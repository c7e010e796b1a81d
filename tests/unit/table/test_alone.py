"""What changes a table for good waits for the tap that is under way, and no tap gets in between."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import wait as waited
from typing import Any

import pytest

from companion.table.commands.types import Command
from companion.table.service.deletion import removed
from companion.table.service.erasure import forgotten
from companion.table.service.registry import NoSuchTable
from tests.support.cast import CAST
from tests.support.houses import Where
from tests.unit.table.houses import OPERATOR, House

A_MOMENT = 0.2
OPENS = Command("open", {}, "while-it-is-changed")


@pytest.fixture
def house(where: Where) -> House:
    return House(where)


def tapped_meanwhile(house: House, patch: pytest.MonkeyPatch, writes: str, change: Callable[[], Any], key: str) -> Any:
    """The host opens a table that was put away, in the very moment in which a change of it is written."""
    really, taps = getattr(house.service.store, writes), list[Future[int]]()
    with ThreadPoolExecutor(1) as pool:

        def write(*given: Any, **more: Any) -> None:
            patch.setattr(house.service.store, writes, really)
            taps.append(pool.submit(house.service.send, key, "host", OPENS))
            assert not waited(taps, A_MOMENT).done, "it did not wait"
            really(*given, **more)

        patch.setattr(house.service.store, writes, write)
        change()
    return taps[0]


def put_away(house: House) -> str:
    key = house.open(*CAST[:3])
    house.send(key, "host", "away")
    return key


def test_a_tap_while_somebody_is_forgotten_comes_after_it_and_everybody_is_shown_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = put_away(house)
    tap = tapped_meanwhile(house, monkeypatch, "append", lambda: forgotten(house.service, "Carla"), key)
    table = house.service.table(key)
    assert tap.result() == table.number == house.service.store.latest(table.id)
    assert not table.party.away
    assert "Carla" not in table.names


def test_a_tap_at_a_table_that_is_being_deleted_finds_no_table_and_reaches_no_other(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = put_away(house)
    tap = tapped_meanwhile(house, monkeypatch, "write", lambda: removed(house.service, key, OPERATOR), key)
    new = house.open()  # in a file it has the row of the one that is gone
    assert isinstance(tap.exception(), NoSuchTable)
    assert house.process().table(new).number == 0
