"""A race card that was typed wrongly is corrected by its owner, while the cards lie open and seen by all."""

from pathlib import Path

import pytest

from companion.games.wetten.moves import ActionCard, RaceCard
from companion.records import record, scoring
from companion.table.model.player_view import player_view
from tests.unit.web.devices import Device, Evening, an_evening, done
from tests.unit.web.phases import turned_up

RIGHT = {"move-1": 9, "move-2": 0, "move-3": 0, "move-4": 1}


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return turned_up(an_evening(tmp_path, game="wetten"))


def card(evening: Evening, seat: int) -> int:
    return next(one.number for one in player_view(evening.table).mistyped if one.act.seat == seat)


def put_right(evening: Evening, device: Device, number: int, **fields: object) -> int:
    return device.tap(evening.key, "put-right", act=number, do="race-card", **(RIGHT | fields)).status_code


def laid(evening: Evening, number: int) -> object:
    return next(played.act.move for played in evening.table.played if played.number == number)


def test_its_owner_puts_it_right_at_once_and_all_see_what_it_was(evening: Evening) -> None:
    anna, number = evening.players[0], card(evening, 0)
    was = laid(evening, number)
    assert isinstance(was, RaceCard)
    assert put_right(evening, anna, number) == 200
    assert laid(evening, number) == RaceCard((9, 0, 0, 1))
    for device in (*evening.players, evening.host):
        page = device.sees(f"/t/{evening.key}")
        assert "Anna corrected their own move:" in page
        assert "Queen\u00a09, Raider\u00a00, Lucky Slevin\u00a00, Joker\u00a01" in page
        assert f"Queen\u00a0{was.numbers[0]}, Raider\u00a0{was.numbers[1]}" in page
    assert evening.table.party.page is None, "nobody goes back to a page"
    assert "corrected by Anna" in anna.get(f"/t/{evening.key}/summary").text
    assert "corrected by Anna" in anna.sees(f"/t/{evening.key}/history")


def test_nobody_else_does_and_not_the_host(evening: Evening) -> None:
    number = card(evening, 0)
    for device in (evening.players[1], evening.host, evening.device("stranger")):
        assert put_right(evening, device, number) in (403, 409)
    assert evening.table.party.corrections == ()


def test_what_is_no_other_card_is_refused(evening: Evening) -> None:
    anna, number = evening.players[0], card(evening, 0)
    was = laid(evening, number)
    assert isinstance(was, RaceCard)
    same = {f"move-{horse}": fields for horse, fields in enumerate(was.numbers, start=1)}
    for fields in (same, {"move-1": 10}, {"move-1": ""}, {"do": "buy-card"}):
        answer = anna.tap(evening.key, "put-right", act=number, **({"do": "race-card"} | RIGHT | fields))
        assert answer.status_code in (400, 409)
    assert laid(evening, number) == was


def test_it_can_be_done_after_an_action_card_and_all_are_asked_anew(evening: Evening) -> None:
    ask = next(ask for ask in evening.table.asks if ask.do == "action-card")
    done(evening.act(ask, ActionCard(((1, 2),))))
    run = next(ask for ask in evening.table.asks if ask.do == "run")
    assert evening.players[1].tap(evening.key, "act", slot=run.slot, do="run", sure="yes").status_code == 200
    assert put_right(evening, evening.players[0], card(evening, 0)) == 200
    assert player_view(evening.table).agreed == ()


def test_after_the_run_it_is_too_late(evening: Evening) -> None:
    number = card(evening, 0)
    for player in evening.players:
        run = next(ask for ask in evening.table.asks if ask.do == "run")
        player.tap(evening.key, "act", slot=run.slot, do="run", sure="yes")
    assert put_right(evening, evening.players[0], number) == 409
    assert player_view(evening.paged().table).mistyped == ()


def test_slips_are_never_put_right(evening: Evening) -> None:
    slip = next(played.number for played in evening.table.played if played.act.seat == 0)
    assert put_right(evening, evening.players[0], slip) == 409


def test_the_table_comes_back_from_its_log_and_the_record_agrees(evening: Evening) -> None:
    put_right(evening, evening.players[0], card(evening, 0))
    kept = evening.table
    evening.service._tables.clear()
    assert evening.table == kept
    exported = evening.host.get(f"/t/{evening.key}/record.jsonl").data
    assert b'"moves": [9, 0, 0, 1]' in exported
    assert scoring.result(record.read(exported.splitlines(keepends=True)))["finished"] is False


def test_the_form_stands_in_the_opened_hand_of_its_owner(evening: Evening) -> None:
    page = evening.players[0].get(f"/t/{evening.key}/hand").text
    assert f'name="act" value="{card(evening, 0)}"' in page
    assert 'value="put-right"' in page
