"""A player corrects their own mistyped race card while the cards lie open."""

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
    """All race cards of a first turn are open."""
    return play_to_run(new_session(tmp_path, game="wetten"))


def card(session: Session) -> int:
    """The number of Anna's card."""
    return next(one.number for one in player_view(session.table).fixable if one.act.seat == 0)


def correct(session: Session, device: Device, number: int, **fields: object) -> int:
    form = {"do": "race-card"} | RIGHT | fields
    return device.tap(session.key, "put-right", act=number, **form).status_code


def laid(session: Session, number: int) -> tuple[int, ...]:
    move = next(played.act.move for played in session.table.played if played.number == number)
    assert isinstance(move, RaceCard)
    assert isinstance(move.numbers, tuple)
    return move.numbers


def test_own_card_is_corrected_at_once_for_all_to_see(session: Session) -> None:
    anna, number = session.players[0], card(session)
    was = laid(session, number)
    hand = anna.get(f"/t/{session.key}/hand").text
    assert f'name="act" value="{number}"' in hand
    assert 'value="put-right"' in hand
    assert correct(session, anna, number) == 200
    assert laid(session, number) == (9, 0, 0, 1)
    for device in (*session.players, session.host):
        page = device.sees(f"/t/{session.key}")
        assert "Anna corrected their own move:" in page
        assert "Queen\u00a09, Raider\u00a00, Lucky Slevin\u00a00, Joker\u00a01" in page
        assert f"Queen\u00a0{was[0]}, Raider\u00a0{was[1]}" in page
    assert session.table.roster.page is None, "nobody goes back to a page"
    for path in ("summary", "history"):
        assert "corrected by Anna" in anna.sees(f"/t/{session.key}/{path}")
    kept = session.table
    session.service._tables.clear()
    assert session.table == kept
    exported = session.host.get(f"/t/{session.key}/record.jsonl").data
    assert b'"moves": [9, 0, 0, 1]' in exported
    assert scoring.build_result(record.read(exported.splitlines(keepends=True)))["finished"] is False


def test_only_its_player_corrects_a_card_to_another_card(session: Session) -> None:
    anna, number = session.players[0], card(session)
    slip = next(played.number for played in session.table.played if played.act.seat == 0)
    was = laid(session, number)
    for device in (session.players[1], session.host, session.device("stranger")):
        assert correct(session, device, number) in (403, 409)
    same: dict[str, object] = {f"move-{horse}": fields for horse, fields in enumerate(was, start=1)}
    wrong: list[dict[str, object]] = [same, {"move-1": 10}, {"move-1": ""}, {"do": "buy-card"}]
    for fields in wrong:
        assert correct(session, anna, number, **fields) in (400, 409)
    assert correct(session, anna, slip) == 409
    assert (laid(session, number), session.table.roster.corrections) == (was, ())


def test_after_an_action_card_a_correction_asks_all_again(session: Session) -> None:
    saved(session.act(next(ask for ask in session.table.asks if ask.do == "action-card"), ActionCard(((1, 2),))))
    run = next(ask for ask in session.table.asks if ask.do == "run")
    saved(session.players[1].tap(session.key, "act", slot=run.slot, do="run", sure="yes"))
    assert correct(session, session.players[0], card(session)) == 200
    assert player_view(session.table).agreed == ()


def test_after_the_run_a_card_stays_as_it_is(session: Session) -> None:
    number = card(session)
    for player in session.players:
        run = next(ask for ask in session.table.asks if ask.do == "run")
        player.tap(session.key, "act", slot=run.slot, do="run", sure="yes")
    assert correct(session, session.players[0], number) == 409
    assert player_view(session.paged().table).fixable == ()
