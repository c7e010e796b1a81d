"""When every place of a race is certain, one tap of anybody's brings it home; the record has every turn."""

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

OFFER = "Bring Joker home"


def all_do(session: Session, do: str, *moves: object) -> None:
    """Everybody's slip or race card, by seat; who has none of their own has the last."""
    while asks := [ask for ask in session.table.asks if ask.do == do]:
        saved(session.act(asks[0], moves[min(asks[0].seat or 0, len(moves) - 1)]))


def runs(session: Session) -> None:
    """Nobody has an action card, and the table looks at the pages."""
    saved(session.act(next(ask for ask in session.table.asks if ask.do == "run"), Run()))
    session.paged()


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Three horses are in, and Joker is nine fields from the line; Anna has bet that it comes in last."""
    session = new_session(tmp_path, game="wetten", track="10")
    all_do(session, "bet", Bet(slip([Single(4, 4, 2000)])), Bet(slip([])))
    all_do(session, "race-card", RaceCard((9, 8, 7, 1)), RaceCard((3, 3, 3, 0)))
    runs(session)
    all_do(session, "second-bet", SecondBet(slip([])))
    return session


def corrected(session: Session, act: int, numbers: tuple[int, ...]) -> None:
    """The host and one player agree that a race card was another one."""
    fields = {f"move-{horse}": number for horse, number in enumerate(numbers, 1)}
    assert proposed(session, act, "race-card", **fields) == 200
    assert answered(session, "approve", session.players[1]) == 200


def home(session: Session, player: int = 0, **fields: object) -> int:
    """The status of one player's tap."""
    sent = {"over": 0, "sure": "yes", **fields}
    return session.players[player].tap(session.key, "foregone", **sent).status_code


def test_it_is_offered_to_all_who_play_and_to_nobody_else(session: Session) -> None:
    for device in (*session.players, session.host):
        assert OFFER in device.sees(f"/t/{session.key}")
    assert OFFER not in session.device("stranger").sees(f"/t/{session.key}/screen")
    assert session.device("stranger").tap(session.key, "foregone", over=0, sure="yes").status_code == 403


def test_one_tap_pays_the_race_out_and_says_so(session: Session) -> None:
    assert home(session, 1) == 200
    assert session.table.state.race == 2
    page = session.players[0].sees(f"/t/{session.key}")
    assert "Joker is in" in page
    assert "brought home" in page
    session.paged()
    assert session.table.state.money[0] == 10_000 - 2000 + 8000
    assert OFFER not in session.players[0].sees(f"/t/{session.key}")


def test_a_second_tap_and_a_copy_bring_nothing_more_home(session: Session) -> None:
    assert home(session) == 200
    number = session.table.number
    assert [home(session, player) for player in (0, 1, 2)] == [200, 200, 200]
    session.paged()
    assert [home(session, player, over=over) for player, over in ((0, 0), (1, 1))] == [200, 200]
    assert [entry for entry in session.table.played if entry.number > number] == []


def test_a_card_that_lies_face_down_is_turned_up_with_it(session: Session) -> None:
    card = next(ask for ask in session.table.asks if ask.do == "race-card" and ask.seat == 1)
    saved(session.act(card, RaceCard((1, 2, 3, 4))))
    assert player_view(session.table).played[-1].act.move == RaceCard(HIDDEN)
    assert home(session, 2) == 200
    cards = [
        played.act.move.numbers for played in player_view(session.table).played if isinstance(played.act.move, RaceCard)
    ]
    assert (1, 2, 3, 4) in cards
    session.paged()
    assert session.table.state.race == 2


def test_nothing_of_it_can_be_taken_back_or_put_right_as_somebodys_own(session: Session) -> None:
    assert home(session) == 200
    seen = player_view(session.table, 0, host=True)
    assert seen.undo is None
    assert not set(seen.correctable) & {played.number for played in session.table.played if played.forced}


def test_the_record_spells_every_turn_and_scores_as_the_table_does(session: Session) -> None:
    assert home(session) == 200
    session.paged()
    lines = session.host.get(f"/t/{session.key}/record.jsonl").data.splitlines(keepends=True)
    last = [json.loads(line) for line in lines][-4:]
    assert [line["do"] for line in last] == ["race-card"] * 3 + ["run"]
    assert [line.get("moves") for line in last] == [[0, 0, 0, 9], [0, 0, 0, 1], [0, 0, 0, 0], None]
    scored = scoring.build_result(record.read(lines))
    assert scored["money"] == dict(zip(("Anna", "Ben", "Carla"), session.table.state.money, strict=True))
    assert scored["rounds"][0]["turns"] == 2  # type: ignore[index]


def test_a_correction_of_an_earlier_turn_brings_it_home_anew(session: Session) -> None:
    assert home(session) == 200
    first = next(one for one in session.table.played if isinstance(one.act.move, RaceCard))
    corrected(session, first.number, (9, 8, 7, 6))
    session.paged()
    assert session.table.state.race == 2
    assert session.table.state.races[0].places[3] == 4


def test_after_a_correction_that_leaves_two_out_people_play_on(session: Session) -> None:
    assert home(session) == 200
    first = next(one for one in session.table.played if isinstance(one.act.move, RaceCard))
    corrected(session, first.number, (9, 8, 0, 1))
    session.paged()
    assert (session.table.state.race, session.table.state.phase) == (1, Phase.CARDS)
    assert OFFER not in session.players[0].sees(f"/t/{session.key}")


def test_after_it_a_card_lies_face_down_where_one_that_made_itself_lay_open(session: Session) -> None:
    assert home(session) == 200
    first = next(one for one in session.table.played if isinstance(one.act.move, RaceCard))
    corrected(session, first.number, (9, 8, 0, 1))
    session.paged()
    for seat in (0, 1, 2):
        card = next(ask for ask in session.table.asks if ask.do == "race-card" and ask.seat == seat)
        saved(session.act(card, RaceCard((3, 1, 4, 1))))
        if seat < 2:
            assert player_view(session.table).played[-1].act.move == RaceCard(HIDDEN)
            assert b"[3, 1, 4, 1]" not in session.host.get(f"/t/{session.key}/record.jsonl").data.splitlines()[-1]
