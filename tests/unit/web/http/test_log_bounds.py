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
from tests.unit.web.support.devices import Device, Session, new_session, saved
from tests.unit.web.support.phases import play_to, play_to_run


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Chips are to be placed in turn."""
    session = new_session(tmp_path, 3)
    play_to(session, "chips")
    return session


def places_and_undoes(session: Session, device: Device) -> int:
    """Status of the undo."""
    placed = saved(device.tap(session.key, "act", slot=session.ask.slot, do="chip", table=1))
    return device.tap(session.key, "back", entry=placed).status_code


def test_one_person_undoes_so_many_moves_a_round(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "UNDONE", 3)
    first = session.in_hand(session.ask.seat or 0)
    assert [places_and_undoes(session, first) for _ in range(4)] == [200, 200, 200, 409]
    assert "You've undone 3 moves this round." in first.tap(session.key, "back", entry=session.table.number).text
    another = session.in_hand(session.ask.seat or 0)
    assert another is not first
    assert places_and_undoes(session, another) == 200


def test_undone_moves_count_anew_in_the_next_round(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "UNDONE", 1)
    luck, seat = Random(3), session.ask.seat or 0
    first = session.in_hand(seat)
    assert [places_and_undoes(session, first) for _ in range(2)] == [200, 409]
    while not session.table.played[-1].round or (session.ask.do, session.ask.seat) != ("chip", seat):
        saved(session.by_chance(luck))
        session.paged()
    assert places_and_undoes(session, first) == 200


def test_a_full_round_takes_moves_and_no_changes_at_will(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "OF_A_ROUND", session.table.number)
    device = session.in_hand(session.ask.seat or 0)
    renamed = device.tap(session.key, "rename", name="Someone", person=session.ask.seat)
    assert renamed.text == "Too many changes in this round. Play on: you can make more in the next round."
    saved(device.tap(session.key, "act", slot=session.ask.slot, do="chip", table=1))


def test_a_full_round_moves_no_seat_to_and_fro(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "OF_A_ROUND", session.table.number)
    code = session.service.seat_code(session.key, session.players[0].known)
    assert session.device("other").tap(session.key, "phone", code=code).status_code == 409


def test_a_full_round_takes_no_other_entry_of_a_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = play_to_run(new_session(tmp_path, game="wetten"))
    card = next(one for one in player_view(session.table).mistyped if one.act.seat == 0)
    moves = {"move-1": 9, "move-2": 0, "move-3": 0, "move-4": 1}
    monkeypatch.setattr(bounds, "OF_A_ROUND", 0)
    refused = session.players[0].tap(session.key, "put-right", act=card.number, do="race-card", **moves)
    assert refused.text == "Too many changes in this round. Play on: you can make more in the next round."


def test_a_full_table_is_put_away_and_takes_nothing_more(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "OF_A_TABLE", session.table.number)
    device = session.in_hand(session.ask.seat or 0)
    full = device.tap(session.key, "act", slot=session.ask.slot, do="chip", table=1)
    assert full.text.startswith(f"This table is full: it has {session.table.number} moves.")
    assert device.get(f"/t/{session.key}").status_code == 200
    saved(session.host.tap(session.key, "away"))


def test_a_full_lobby_still_seats_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "OF_A_ROUND", 0)
    session = new_session(tmp_path / "begun", 3)
    lobby = Session(session.app, session.device("other")).open()
    for name, colour in zip(("Anna", "Ben", "Carla"), COLOURS, strict=False):
        saved(lobby.device(name).tap(lobby.key, "sit", name=name, colour=colour))
    lobby.begin()


def test_requests_are_heard_while_a_long_log_is_read(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "SLICE", 1)
    monkeypatch.setattr("companion.table.service.loading.time.sleep", gevent.sleep)  # as in the server
    phone, server = gevent.socket.socketpair()
    with phone, server:
        heard = gevent.spawn(server.recv, 1)
        gevent.sleep(0)  # it waits now
        phone.send(b"?")
        session.service.drop(session.key)
        assert session.table.number > 1
        assert heard.value == b"?"


def test_a_long_log_is_read_once_for_all_who_ask(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "SLICE", 1)
    monkeypatch.setattr("companion.table.service.loading.time.sleep", gevent.sleep)
    monkeypatch.setattr(registry, "RLock", gevent.lock.RLock)
    load = Mock(side_effect=session.service.store.load)
    monkeypatch.setattr(session.service.store, "load", load)
    session.service.drop(session.key)
    asking = [gevent.spawn(session.service.table, session.key) for _ in range(5)]
    gevent.joinall(asking, raise_error=True)
    load.assert_called_once_with(session.key)
