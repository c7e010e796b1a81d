"""One tap finishes a race of Wetten! whose places are all certain; the record has every turn."""

import json
from pathlib import Path

import pytest

from companion.games.types import HIDDEN
from companion.games.wetten.moves import Bet, RaceCard, Run, SecondBet, Single, slip
from companion.games.wetten.state import Phase
from companion.records import record, scoring
from companion.table.model.player_view import player_view
from tests.unit.web.support.corrections import answered, proposed
from tests.unit.web.support.devices import Session, new_session, saved

OFFER = "Let Joker finish"


def all_play(session: Session, do: str, *moves: object) -> None:
    """Play everybody's slip or race card, by seat; later seats have the last one."""
    while asks := [ask for ask in session.table.asks if ask.do == do]:
        saved(session.act(asks[0], moves[min(asks[0].seat or 0, len(moves) - 1)]))


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Three horses are in, and Joker is nine fields from the line; Anna has bet that it comes in last."""
    session = new_session(tmp_path, game="wetten", track="10")
    all_play(session, "bet", Bet(slip([Single(4, 4, 2000)])), Bet(slip([])))
    all_play(session, "race-card", RaceCard((9, 8, 7, 1)), RaceCard((3, 3, 3, 0)))
    saved(session.act(next(ask for ask in session.table.asks if ask.do == "run"), Run()))
    all_play(session.paged(), "second-bet", SecondBet(slip([])))
    return session


def finish(session: Session, player: int = 0, over: int = 0) -> int:
    return session.players[player].tap(session.key, "foregone", over=over, sure="yes").status_code


def correct(session: Session, *numbers: int) -> None:
    """The host and Ben agree that the first race card was another one; all look at the pages."""
    first = next(one for one in session.table.played if isinstance(one.act.move, RaceCard))
    fields = {f"move-{horse}": number for horse, number in enumerate(numbers, 1)}
    assert proposed(session, first.number, "race-card", **fields) == 200
    assert answered(session, "approve", session.players[1]) == 200
    session.paged()


def test_any_player_finishes_the_race_once(session: Session) -> None:
    stranger = session.device("stranger")
    for device in (*session.players, session.host):
        assert OFFER in device.sees(f"/t/{session.key}")
    assert OFFER not in stranger.sees(f"/t/{session.key}/screen")
    assert stranger.tap(session.key, "foregone", over=0, sure="yes").status_code == 403
    assert finish(session, 1) == 200
    page, number = session.players[0].sees(f"/t/{session.key}"), session.table.number
    assert "Joker has finished" in page
    assert "finished without cards" in page
    seen = player_view(session.table, 0, host=True)
    assert seen.undo is None
    assert not set(seen.correctable) & {played.number for played in session.table.played if played.forced}
    assert [finish(session, player) for player in (0, 1, 2)] == [200] * 3
    session.paged()
    assert [finish(session, player, over) for player, over in ((0, 0), (1, 1))] == [200, 200]
    assert [entry for entry in session.table.played if entry.number > number] == [], "copies add nothing"
    assert session.table.state.race == 2
    assert session.table.state.money[0] == 10_000 - 2000 + 8000
    assert OFFER not in session.players[0].sees(f"/t/{session.key}")


def test_face_down_card_is_revealed_by_finishing(session: Session) -> None:
    card = next(ask for ask in session.table.asks if ask.do == "race-card" and ask.seat == 1)
    saved(session.act(card, RaceCard((1, 2, 3, 4))))
    assert player_view(session.table).played[-1].act.move == RaceCard(HIDDEN)
    assert finish(session, 2) == 200
    assert RaceCard((1, 2, 3, 4)) in [played.act.move for played in player_view(session.table).played]


def test_record_has_every_turn_of_a_finished_race(session: Session) -> None:
    assert finish(session) == 200
    session.paged()
    lines = session.host.get(f"/t/{session.key}/record.jsonl").data.splitlines(keepends=True)
    last = [json.loads(line) for line in lines][-4:]
    assert [line["do"] for line in last] == ["race-card"] * 3 + ["run"]
    assert [line.get("moves") for line in last] == [[0, 0, 0, 9], [0, 0, 0, 1], [0, 0, 0, 0], None]
    scored = scoring.build_result(record.read(lines))
    assert scored["money"] == dict(zip(("Anna", "Ben", "Carla"), session.table.state.money, strict=True))
    assert scored["rounds"][0]["turns"] == 2  # type: ignore[index]


def test_correction_finishes_the_race_again(session: Session) -> None:
    assert finish(session) == 200
    correct(session, 9, 8, 7, 6)
    assert session.table.state.race == 2
    assert session.table.state.races[0].places[3] == 4


def test_correction_that_leaves_places_open_is_played_on(session: Session) -> None:
    assert finish(session) == 200
    correct(session, 9, 8, 0, 1)
    assert (session.table.state.race, session.table.state.phase) == (1, Phase.CARDS)
    assert OFFER not in session.players[0].sees(f"/t/{session.key}")
    for seat in (0, 1, 2):
        card = next(ask for ask in session.table.asks if ask.do == "race-card" and ask.seat == seat)
        saved(session.act(card, RaceCard((3, 1, 4, 1))))
        if seat < 2:  # face down, where a forced card lay open before
            assert player_view(session.table).played[-1].act.move == RaceCard(HIDDEN)
            assert b"[3, 1, 4, 1]" not in session.host.get(f"/t/{session.key}/record.jsonl").data.splitlines()[-1]
