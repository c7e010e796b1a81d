"""The log of a table is bounded, and its bounds never block a game."""

from pathlib import Path
from random import Random
from unittest.mock import Mock

import gevent.lock
import gevent.socket
import pytest

from companion.table.commands import dispatch
from companion.table.model.player_view import player_view
from companion.table.service import cache, registry
from tests.unit.web.support.devices import Device, Session, new_session, saved
from tests.unit.web.support.phases import play_to, play_to_run

FULL_ROUND = "Too many changes this round. Play on: you can make more in the next one."


@pytest.fixture
def chips(session: Session) -> Session:
    """Chips are placed in turn."""
    play_to(session, "chips")
    return session


def place(session: Session, device: Device) -> int:
    return saved(device.tap(session.key, "act", slot=session.ask.slot, do="chip", table=1))


def place_and_undo(session: Session, device: Device) -> int:
    """The status of the undo."""
    return device.tap(session.key, "back", entry=place(session, device)).status_code


def test_player_undoes_so_many_moves_a_round(chips: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "ROUND_UNDOS", 3)
    seat, luck = chips.ask.seat or 0, Random(3)
    first = chips.in_hand(seat)
    assert [place_and_undo(chips, first) for _ in range(4)] == [200, 200, 200, 409]
    assert "You've undone 3 moves this round." in first.tap(chips.key, "back", entry=chips.table.number).text
    another = chips.in_hand(chips.ask.seat or 0)
    assert another is not first
    assert place_and_undo(chips, another) == 200
    while not chips.table.played[-1].round or (chips.ask.do, chips.ask.seat) != ("chip", seat):
        saved(chips.by_chance(luck))
        chips.paged()
    assert place_and_undo(chips, first) == 200, "counted anew in the next round"


def test_full_round_takes_moves_and_no_other_changes(chips: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    device = chips.in_hand(chips.ask.seat or 0)
    code = chips.service.seat_code(chips.key, chips.players[0].known)
    monkeypatch.setattr(dispatch, "ROUND_ENTRIES", chips.table.number)
    assert device.tap(chips.key, "rename", name="Someone", person=chips.ask.seat).text == FULL_ROUND
    assert chips.device("other").tap(chips.key, "phone", code=code).status_code == 409
    place(chips, device)


def test_full_round_takes_no_own_correction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = play_to_run(new_session(tmp_path, game="wetten"))
    card = next(one for one in player_view(session.table).fixable if one.act.seat == 0)
    moves = {"move-1": 9, "move-2": 0, "move-3": 0, "move-4": 1}
    monkeypatch.setattr(dispatch, "ROUND_ENTRIES", 0)
    refused = session.players[0].tap(session.key, "put-right", act=card.number, do="race-card", **moves)
    assert refused.text == FULL_ROUND


def test_full_table_takes_nothing_but_being_put_away(chips: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "TABLE_ENTRIES", chips.table.number)
    device = chips.in_hand(chips.ask.seat or 0)
    full = device.tap(chips.key, "act", slot=chips.ask.slot, do="chip", table=1)
    assert full.text.startswith(f"This table has reached the limit of {chips.table.number} moves.")
    assert device.get(f"/t/{chips.key}").status_code == 200
    saved(chips.host.tap(chips.key, "away"))


def test_full_lobby_still_seats_people(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "ROUND_ENTRIES", 0)
    Session(session.app, session.device("other")).open().sit(3).begin()


def test_requests_are_read_while_a_long_log_loads(chips: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "SLICE", 1)
    monkeypatch.setattr("companion.table.service.cache.time.sleep", gevent.sleep)  # as in the server
    phone, server = gevent.socket.socketpair()
    with phone, server:
        heard = gevent.spawn(server.recv, 1)
        gevent.sleep(0)  # it waits now
        phone.send(b"?")
        chips.service.drop(chips.key)
        assert chips.table.number > 1
        assert heard.value == b"?"


def test_long_log_is_read_once_for_all_who_ask(chips: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "SLICE", 1)
    monkeypatch.setattr("companion.table.service.cache.time.sleep", gevent.sleep)
    monkeypatch.setattr(registry, "RLock", gevent.lock.RLock)
    load = Mock(side_effect=chips.service.store.load)
    monkeypatch.setattr(chips.service.store, "load", load)
    chips.service.drop(chips.key)
    asking = [gevent.spawn(chips.service.table, chips.key) for _ in range(5)]
    gevent.joinall(asking, raise_error=True)
    load.assert_called_once_with(chips.key)
