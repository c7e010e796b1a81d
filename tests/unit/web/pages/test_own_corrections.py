"""A race card that was typed wrongly is corrected by its owner, while the cards lie open and seen by all."""

from pathlib import Path

import pytest

from companion.games.wetten.moves import ActionCard, RaceCard
from companion.records import record, scoring
from companion.table.model.player_view import player_view
from tests.unit.web.support.devices import Device, Session, new_session, saved
from tests.unit.web.support.phases import play_to_run

RIGHT = {"move-1": 9, "move-2": 0, "move-3": 0, "move-4": 1}


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return play_to_run(new_session(tmp_path, game="wetten"))


def card(session: Session, seat: int) -> int:
    return next(one.number for one in player_view(session.table).mistyped if one.act.seat == seat)


def put_right(session: Session, device: Device, number: int, **fields: object) -> int:
    return device.tap(session.key, "put-right", act=number, do="race-card", **(RIGHT | fields)).status_code


def laid(session: Session, number: int) -> object:
    return next(played.act.move for played in session.table.played if played.number == number)


def test_its_owner_puts_it_right_at_once_and_all_see_what_it_was(session: Session) -> None:
    anna, number = session.players[0], card(session, 0)
    was = laid(session, number)
    assert isinstance(was, RaceCard)
    assert put_right(session, anna, number) == 200
    assert laid(session, number) == RaceCard((9, 0, 0, 1))
    for device in (*session.players, session.host):
        page = device.sees(f"/t/{session.key}")
        assert "Anna corrected their own move:" in page
        assert "Queen\u00a09, Raider\u00a00, Lucky Slevin\u00a00, Joker\u00a01" in page
        assert f"Queen\u00a0{was.numbers[0]}, Raider\u00a0{was.numbers[1]}" in page
    assert session.table.party.page is None, "nobody goes back to a page"
    assert "corrected by Anna" in anna.get(f"/t/{session.key}/summary").text
    assert "corrected by Anna" in anna.sees(f"/t/{session.key}/history")


def test_nobody_else_does_and_not_the_host(session: Session) -> None:
    number = card(session, 0)
    for device in (session.players[1], session.host, session.device("stranger")):
        assert put_right(session, device, number) in (403, 409)
    assert session.table.party.corrections == ()


def test_what_is_no_other_card_is_refused(session: Session) -> None:
    anna, number = session.players[0], card(session, 0)
    was = laid(session, number)
    assert isinstance(was, RaceCard)
    same = {f"move-{horse}": fields for horse, fields in enumerate(was.numbers, start=1)}
    for fields in (same, {"move-1": 10}, {"move-1": ""}, {"do": "buy-card"}):
        answer = anna.tap(session.key, "put-right", act=number, **({"do": "race-card"} | RIGHT | fields))
        assert answer.status_code in (400, 409)
    assert laid(session, number) == was


def test_it_can_be_done_after_an_action_card_and_all_are_asked_anew(session: Session) -> None:
    ask = next(ask for ask in session.table.asks if ask.do == "action-card")
    saved(session.act(ask, ActionCard(((1, 2),))))
    run = next(ask for ask in session.table.asks if ask.do == "run")
    assert session.players[1].tap(session.key, "act", slot=run.slot, do="run", sure="yes").status_code == 200
    assert put_right(session, session.players[0], card(session, 0)) == 200
    assert player_view(session.table).agreed == ()


def test_after_the_run_it_is_too_late(session: Session) -> None:
    number = card(session, 0)
    for player in session.players:
        run = next(ask for ask in session.table.asks if ask.do == "run")
        player.tap(session.key, "act", slot=run.slot, do="run", sure="yes")
    assert put_right(session, session.players[0], number) == 409
    assert player_view(session.paged().table).mistyped == ()


def test_slips_are_never_put_right(session: Session) -> None:
    slip = next(played.number for played in session.table.played if played.act.seat == 0)
    assert put_right(session, session.players[0], slip) == 409


def test_the_table_comes_back_from_its_log_and_the_record_agrees(session: Session) -> None:
    put_right(session, session.players[0], card(session, 0))
    kept = session.table
    session.service._tables.clear()
    assert session.table == kept
    exported = session.host.get(f"/t/{session.key}/record.jsonl").data
    assert b'"moves": [9, 0, 0, 1]' in exported
    assert scoring.build_result(record.read(exported.splitlines(keepends=True)))["finished"] is False


def test_the_form_stands_in_the_opened_hand_of_its_owner(session: Session) -> None:
    page = session.players[0].get(f"/t/{session.key}/hand").text
    assert f'name="act" value="{card(session, 0)}"' in page
    assert 'value="put-right"' in page
