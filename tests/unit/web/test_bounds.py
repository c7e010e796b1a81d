"""A table's log does not grow without bound, and what bounds it never blocks a game."""

from pathlib import Path
from random import Random
from unittest.mock import Mock

import gevent.lock
import gevent.socket
import pytest

from companion.table.commands import bounds
from companion.table.model.colours import COLOURS
from companion.table.model.player_view import player_view
from companion.table.service import loading, registry
from tests.unit.web.devices import Device, Evening, an_evening, done
from tests.unit.web.phases import play_to, turned_up


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """Chips are to be placed in turn."""
    evening = an_evening(tmp_path, 3)
    play_to(evening, "chips")
    return evening


def places_and_undoes(evening: Evening, device: Device) -> int:
    """Status of the undo."""
    placed = done(device.tap(evening.key, "act", slot=evening.ask.slot, do="chip", table=1))
    return device.tap(evening.key, "back", entry=placed).status_code


def test_one_person_undoes_so_many_moves_a_round(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "UNDONE", 3)
    first = evening.in_hand(evening.ask.seat or 0)
    assert [places_and_undoes(evening, first) for _ in range(4)] == [200, 200, 200, 409]
    assert "You've undone 3 moves this round." in first.tap(evening.key, "back", entry=evening.table.number).text
    another = evening.in_hand(evening.ask.seat or 0)
    assert another is not first
    assert places_and_undoes(evening, another) == 200


def test_undone_moves_count_anew_in_the_next_round(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "UNDONE", 1)
    luck, seat = Random(3), evening.ask.seat or 0
    first = evening.in_hand(seat)
    assert [places_and_undoes(evening, first) for _ in range(2)] == [200, 409]
    while not evening.table.played[-1].round or (evening.ask.do, evening.ask.seat) != ("chip", seat):
        done(evening.by_chance(luck))
        evening.paged()
    assert places_and_undoes(evening, first) == 200


def test_a_full_round_takes_moves_and_no_changes_at_will(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "OF_A_ROUND", evening.table.number)
    device = evening.in_hand(evening.ask.seat or 0)
    renamed = device.tap(evening.key, "rename", name="Someone", person=evening.ask.seat)
    assert renamed.text == "Too many changes in this round. Play on: the next round takes more."
    done(device.tap(evening.key, "act", slot=evening.ask.slot, do="chip", table=1))


def test_a_full_round_moves_no_seat_to_and_fro(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "OF_A_ROUND", evening.table.number)
    code = evening.service.seat_code(evening.key, evening.players[0].known)
    assert evening.device("other").tap(evening.key, "phone", code=code).status_code == 409


def test_a_full_round_takes_no_other_entry_of_a_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = turned_up(an_evening(tmp_path, game="wetten"))
    card = next(one for one in player_view(evening.table).mistyped if one.act.seat == 0)
    moves = {"move-1": 9, "move-2": 0, "move-3": 0, "move-4": 1}
    monkeypatch.setattr(bounds, "OF_A_ROUND", 0)
    refused = evening.players[0].tap(evening.key, "put-right", act=card.number, do="race-card", **moves)
    assert refused.text == "Too many changes in this round. Play on: the next round takes more."


def test_a_full_table_is_put_away_and_takes_nothing_more(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "OF_A_TABLE", evening.table.number)
    device = evening.in_hand(evening.ask.seat or 0)
    full = device.tap(evening.key, "act", slot=evening.ask.slot, do="chip", table=1)
    assert full.text.startswith(f"This table is full: it has {evening.table.number} moves.")
    assert device.get(f"/t/{evening.key}").status_code == 200
    done(evening.host.tap(evening.key, "away"))


def test_a_full_lobby_still_seats_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "OF_A_ROUND", 0)
    evening = an_evening(tmp_path / "begun", 3)
    lobby = Evening(evening.app, evening.device("other")).open()
    for name, colour in zip(("Anna", "Ben", "Carla"), COLOURS, strict=False):
        done(lobby.device(name).tap(lobby.key, "sit", name=name, colour=colour))
    lobby.begin()


def test_requests_are_heard_while_a_long_log_is_read(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "SLICE", 1)
    monkeypatch.setattr("companion.table.service.loading.time.sleep", gevent.sleep)  # as in the server
    phone, server = gevent.socket.socketpair()
    with phone, server:
        heard = gevent.spawn(server.recv, 1)
        gevent.sleep(0)  # it waits now
        phone.send(b"?")
        evening.service.drop(evening.key)
        assert evening.table.number > 1
        assert heard.value == b"?"


def test_a_long_log_is_read_once_for_all_who_ask(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "SLICE", 1)
    monkeypatch.setattr("companion.table.service.loading.time.sleep", gevent.sleep)
    monkeypatch.setattr(registry, "RLock", gevent.lock.RLock)
    load = Mock(side_effect=evening.service.store.load)
    monkeypatch.setattr(evening.service.store, "load", load)
    evening.service.drop(evening.key)
    asking = [gevent.spawn(evening.service.table, evening.key) for _ in range(5)]
    gevent.joinall(asking, raise_error=True)
    load.assert_called_once_with(evening.key)
