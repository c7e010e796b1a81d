"""What nobody decides makes itself: a token where only one colour is left is entered beside what led to it."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from companion.games.banque_fatale.moves import Auction, Bid, Deal, Keep, Start, Take
from companion.games.banque_fatale.state import Phase
from companion.records import record, scoring
from companion.table.model.player_view import player_view
from companion.table.service.importing import imported
from companion.table.storage.store import NotSaved
from tests.unit.games import toy
from tests.unit.games.banque_fatale.table import FIRSTS, heap
from tests.unit.web.support.corrections import answered, proposed
from tests.unit.web.support.devices import Session, new_session, saved


def bids_open(session: Session, *bids: dict[str, int]) -> Session:
    """Anna puts a card up, and everybody has bid: the table looks at the first page."""
    saved(session.act(session.table.asks[0], Start()))
    for card in FIRSTS[: len(session.players)]:
        saved(session.act(session.ask, Deal(card)))
    saved(session.act(session.ask, Auction("red+yellow")))
    for ask in session.table.asks:
        saved(session.act(ask, Bid(heap(**bids[ask.seat or 0]))))
    return session


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return new_session(tmp_path, game="banque_fatale")


def taken(session: Session) -> list[tuple[int | None, str, bool]]:
    """Who took which token, and whether it made itself."""
    takes = [played for played in session.table.played if isinstance(played.act.move, Take)]
    return [(played.act.seat, played.act.move.token, played.forced) for played in takes]


def chosen(session: Session) -> Session:
    """Two red tokens and a blue one: Ben takes the blue one, and what is left makes itself."""
    bids_open(session, {"red": 2}, {"blue": 1}, {}).paged()
    saved(session.act(session.ask, Take("blue")))
    return session


def test_tokens_of_one_colour_go_back_with_the_last_page(session: Session) -> None:
    bids_open(session, {"red": 2}, {"red": 1}, {})
    assert taken(session) == [], "while the payout is shown nothing is taken"
    session.paged()
    assert taken(session) == [(1, "red", True), (2, "red", True), (0, "red", True)]
    assert session.table.state.phase is Phase.SALE
    for device in (*session.players[1:], session.host):
        assert "Only red was left: Anna takes 1, Ben takes 1, Carla takes 1" in device.sees(f"/t/{session.key}")
    assert "Only red" not in session.players[0].sees(f"/t/{session.key}"), "who sells has no room for it"


def test_what_is_left_after_a_choice_makes_itself_and_the_tap_has_its_own_number(session: Session) -> None:
    bids_open(session, {"red": 2}, {"blue": 1}, {}).paged()
    before = session.table.number
    assert taken(session) == [], "with two colours Ben decides"
    assert saved(session.act(session.ask, Take("blue"))) == before + 1
    assert taken(session) == [(1, "blue", False), (2, "red", True), (0, "red", True)]
    assert session.table.number == before + 3


def test_the_record_has_the_lines_and_scores_as_the_table_does(session: Session) -> None:
    chosen(session)
    saved(session.act(session.ask, Keep()))
    lines = session.host.get(f"/t/{session.key}/record.jsonl").data.splitlines(keepends=True)
    told = [json.loads(line) for line in lines]
    assert [line["token"] for line in told if line.get("do") == "take"] == ["blue", "red", "red"]
    assert all(line.keys() <= {"do", "player", "token"} for line in told if line.get("do") == "take")
    again = record.read(lines)
    assert len(again.acts) == len(told) - 1, "a record is read as it stands: nothing is added"
    assert scoring.build_result(again)["money"] == dict(
        zip(("Anna", "Ben", "Carla"), session.table.state.cash, strict=True)
    )


def test_a_house_that_takes_the_record_in_knows_what_made_itself(session: Session, tmp_path: Path) -> None:
    luck = Random(1)
    while session.table.asks:
        saved(session.by_chance(luck))
        session.paged()
    lines = session.host.get(f"/t/{session.key}/record.jsonl").data.splitlines(keepends=True)
    elsewhere = new_session(tmp_path / "elsewhere").service
    kept = elsewhere.table(imported(elsewhere, record.read(lines), 0.0).key)
    made = [played.forced for played in session.table.played]
    assert {*made} == {False, True}
    assert [played.forced for played in kept.played] == made


def test_a_tap_that_is_sent_again_has_the_same_answer_and_takes_nothing_more(session: Session) -> None:
    bids_open(session, {"red": 2}, {"blue": 1}, {}).paged()
    tap = {"op": "the-very-same-tap", "slot": session.ask.slot, "do": "take", "token": "blue"}
    first = saved(session.players[1].tap(session.key, "act", **tap))
    number = session.table.number
    assert saved(session.players[1].tap(session.key, "act", **tap)) == first
    session.service._tables.clear()
    assert saved(session.players[1].tap(session.key, "act", **tap)) == first
    assert session.table.number == number == first + 2


def test_all_of_it_is_on_disk_or_nothing(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    bids_open(session, {"red": 2}, {"blue": 1}, {}).paged()
    batches: list[int] = []
    write = session.service.store._writer.write

    def broken(one: object) -> None:
        batches.append(len(one.rows))  # type: ignore[attr-defined]
        raise NotSaved("the disk is full")

    monkeypatch.setattr(session.service.store._writer, "write", broken)
    before = session.table.number
    assert session.act(session.ask, Take("blue")).status_code == 503
    assert batches == [3], "the choice and what follows are one transaction"
    monkeypatch.setattr(session.service.store._writer, "write", write)
    assert (session.table.number, taken(session)) == (before, [])


def test_who_chose_takes_back_what_followed_as_well(session: Session) -> None:
    chosen(session)
    assert {by: played.act.move for by, played in player_view(session.table).undos.items()} == {1: Take("blue")}
    number = player_view(session.table).undos[1].number
    for other in (session.players[0], session.players[2], session.host):
        assert other.tap(session.key, "back", entry=number).status_code == 409
    saved(session.players[1].tap(session.key, "back", entry=number))
    assert (taken(session), session.ask.seat) == ([], 1)
    kept = session.table
    session.service._tables.clear()
    assert session.table == kept
    saved(session.act(session.ask, Take("red")))
    assert taken(session) == [(1, "red", False)], "red and blue are left: Carla decides"


def test_a_corrected_choice_leaves_a_choice_where_there_is_one(session: Session) -> None:
    chosen(session)
    number = next(played.number for played in session.table.played if played.act.move == Take("blue"))
    assert [one.number for one in session.table.correctable][-1] == number, "what made itself is nobody's mistake"
    assert proposed(session, number, "take", token="red") == 200
    assert answered(session, "approve", session.players[2]) == 200
    assert taken(session.paged()) == [(1, "red", False)]
    assert session.ask.seat == 2


def test_where_the_sale_came_after_it_no_correction_leaves_a_choice_that_nobody_made(session: Session) -> None:
    saved(chosen(session).act(session.ask, Keep()))
    before = session.table
    number = next(played.number for played in before.played if played.act.move == Take("blue"))
    assert number in [one.number for one in before.correctable]
    assert proposed(session, number, "take", token="red") == 409
    assert session.table == before, "the sale is not lost"


def test_nobody_is_told_that_it_was_entered_for_somebody_without_a_phone(tmp_path: Path) -> None:
    session = new_session(tmp_path / "guests", 2, guests=1, game="banque_fatale")
    bids_open(session, {"red": 2}, {"red": 1}, {}).paged()
    assert taken(session) == [(1, "red", True), (2, "red", True), (0, "red", True)]
    latest = session.table.number
    assert not [one for one in session.table.party.notices if one.word == "served" and one.number > latest - 3]


def test_numbers_that_turn_up_by_themselves_are_paid_out_and_whoever_was_last_is_told_what_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forced(state: toy.State) -> tuple[None, toy.Move] | None:
        return (None, toy.Turn("lowest")) if state.phase == "turn" else None

    monkeypatch.setitem(GAMES, "toy", replace(toy.GAME, forced=forced))
    session = new_session(tmp_path, game="toy", rounds="1")
    for number in (3, 5, 8):
        saved(session.act(session.ask, toy.Bid(number)))
    *_, last, turned = session.table.played
    assert (turned.act.move, turned.forced, turned.pages) == (toy.Turn("lowest"), True, 1)
    assert session.table.party.page is not None
    assert session.table.party.page.act == turned.number
    for seat, entry, told in (
        (1, last.number - 1, "Someone else has made a move"),
        (1, last.number, "Someone else has made a move"),
        (2, last.number, "Its result has been shown"),
    ):
        assert told in session.players[seat].tap(session.key, kind="back", entry=entry).text
