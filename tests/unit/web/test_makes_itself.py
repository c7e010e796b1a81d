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
from tests.unit.web.corrections import answered, proposed
from tests.unit.web.devices import Evening, an_evening, done


def bids_open(evening: Evening, *bids: dict[str, int]) -> Evening:
    """Anna puts a card up, and everybody has bid: the table looks at the first page."""
    done(evening.act(evening.table.asks[0], Start()))
    for card in FIRSTS[: len(evening.players)]:
        done(evening.act(evening.ask, Deal(card)))
    done(evening.act(evening.ask, Auction("red+yellow")))
    for ask in evening.table.asks:
        done(evening.act(ask, Bid(heap(**bids[ask.seat or 0]))))
    return evening


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return an_evening(tmp_path, game="banque_fatale")


def taken(evening: Evening) -> list[tuple[int | None, str, bool]]:
    """Who took which token, and whether it made itself."""
    takes = [played for played in evening.table.played if isinstance(played.act.move, Take)]
    return [(played.act.seat, played.act.move.token, played.forced) for played in takes]


def chosen(evening: Evening) -> Evening:
    """Two red tokens and a blue one: Ben takes the blue one, and what is left makes itself."""
    bids_open(evening, {"red": 2}, {"blue": 1}, {}).paged()
    done(evening.act(evening.ask, Take("blue")))
    return evening


def test_tokens_of_one_colour_go_back_with_the_last_page(evening: Evening) -> None:
    bids_open(evening, {"red": 2}, {"red": 1}, {})
    assert taken(evening) == [], "while the payout is shown nothing is taken"
    evening.paged()
    assert taken(evening) == [(1, "red", True), (2, "red", True), (0, "red", True)]
    assert evening.table.state.phase is Phase.SALE
    for device in (*evening.players[1:], evening.host):
        assert "Only red was left: Anna takes 1, Ben takes 1, Carla takes 1" in device.sees(f"/t/{evening.key}")
    assert "Only red" not in evening.players[0].sees(f"/t/{evening.key}"), "who sells has no room for it"


def test_what_is_left_after_a_choice_makes_itself_and_the_tap_has_its_own_number(evening: Evening) -> None:
    bids_open(evening, {"red": 2}, {"blue": 1}, {}).paged()
    before = evening.table.number
    assert taken(evening) == [], "with two colours Ben decides"
    assert done(evening.act(evening.ask, Take("blue"))) == before + 1
    assert taken(evening) == [(1, "blue", False), (2, "red", True), (0, "red", True)]
    assert evening.table.number == before + 3


def test_the_record_has_the_lines_and_scores_as_the_table_does(evening: Evening) -> None:
    chosen(evening)
    done(evening.act(evening.ask, Keep()))
    lines = evening.host.get(f"/t/{evening.key}/record.jsonl").data.splitlines(keepends=True)
    told = [json.loads(line) for line in lines]
    assert [line["token"] for line in told if line.get("do") == "take"] == ["blue", "red", "red"]
    assert all(line.keys() <= {"do", "player", "token"} for line in told if line.get("do") == "take")
    again = record.read(lines)
    assert len(again.acts) == len(told) - 1, "a record is read as it stands: nothing is added"
    assert scoring.result(again)["money"] == dict(zip(("Anna", "Ben", "Carla"), evening.table.state.cash, strict=True))


def test_a_house_that_takes_the_record_in_knows_what_made_itself(evening: Evening, tmp_path: Path) -> None:
    luck = Random(1)
    while evening.table.asks:
        done(evening.by_chance(luck))
        evening.paged()
    lines = evening.host.get(f"/t/{evening.key}/record.jsonl").data.splitlines(keepends=True)
    elsewhere = an_evening(tmp_path / "elsewhere").service
    kept = elsewhere.table(imported(elsewhere, record.read(lines), 0.0).key)
    made = [played.forced for played in evening.table.played]
    assert {*made} == {False, True}
    assert [played.forced for played in kept.played] == made


def test_a_tap_that_is_sent_again_has_the_same_answer_and_takes_nothing_more(evening: Evening) -> None:
    bids_open(evening, {"red": 2}, {"blue": 1}, {}).paged()
    tap = {"op": "the-very-same-tap", "slot": evening.ask.slot, "do": "take", "token": "blue"}
    first = done(evening.players[1].tap(evening.key, "act", **tap))
    number = evening.table.number
    assert done(evening.players[1].tap(evening.key, "act", **tap)) == first
    evening.service._tables.clear()
    assert done(evening.players[1].tap(evening.key, "act", **tap)) == first
    assert evening.table.number == number == first + 2


def test_all_of_it_is_on_disk_or_nothing(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    bids_open(evening, {"red": 2}, {"blue": 1}, {}).paged()
    batches: list[int] = []
    write = evening.service.store._writer.write

    def broken(one: object) -> None:
        batches.append(len(one.rows))  # type: ignore[attr-defined]
        raise NotSaved("the disk is full")

    monkeypatch.setattr(evening.service.store._writer, "write", broken)
    before = evening.table.number
    assert evening.act(evening.ask, Take("blue")).status_code == 503
    assert batches == [3], "the choice and what follows are one transaction"
    monkeypatch.setattr(evening.service.store._writer, "write", write)
    assert (evening.table.number, taken(evening)) == (before, [])


def test_who_chose_takes_back_what_followed_as_well(evening: Evening) -> None:
    chosen(evening)
    assert {by: played.act.move for by, played in player_view(evening.table).undos.items()} == {1: Take("blue")}
    number = player_view(evening.table).undos[1].number
    for other in (evening.players[0], evening.players[2], evening.host):
        assert other.tap(evening.key, "back", entry=number).status_code == 409
    done(evening.players[1].tap(evening.key, "back", entry=number))
    assert (taken(evening), evening.ask.seat) == ([], 1)
    kept = evening.table
    evening.service._tables.clear()
    assert evening.table == kept
    done(evening.act(evening.ask, Take("red")))
    assert taken(evening) == [(1, "red", False)], "red and blue are left: Carla decides"


def test_a_corrected_choice_leaves_a_choice_where_there_is_one(evening: Evening) -> None:
    chosen(evening)
    number = next(played.number for played in evening.table.played if played.act.move == Take("blue"))
    assert [one.number for one in evening.table.correctable][-1] == number, "what made itself is nobody's mistake"
    assert proposed(evening, number, "take", token="red") == 200
    assert answered(evening, "approve", evening.players[2]) == 200
    assert taken(evening.paged()) == [(1, "red", False)]
    assert evening.ask.seat == 2


def test_where_the_sale_came_after_it_no_correction_leaves_a_choice_that_nobody_made(evening: Evening) -> None:
    done(chosen(evening).act(evening.ask, Keep()))
    before = evening.table
    number = next(played.number for played in before.played if played.act.move == Take("blue"))
    assert number in [one.number for one in before.correctable]
    assert proposed(evening, number, "take", token="red") == 409
    assert evening.table == before, "the sale is not lost"


def test_nobody_is_told_that_it_was_entered_for_somebody_without_a_phone(tmp_path: Path) -> None:
    evening = an_evening(tmp_path / "guests", 2, guests=1, game="banque_fatale")
    bids_open(evening, {"red": 2}, {"red": 1}, {}).paged()
    assert taken(evening) == [(1, "red", True), (2, "red", True), (0, "red", True)]
    latest = evening.table.number
    assert not [one for one in evening.table.party.notices if one.word == "served" and one.number > latest - 3]


def test_numbers_that_turn_up_by_themselves_are_paid_out_and_whoever_was_last_is_told_what_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forced(state: toy.State) -> tuple[None, toy.Move] | None:
        return (None, toy.Turn("lowest")) if state.phase == "turn" else None

    monkeypatch.setitem(GAMES, "toy", replace(toy.GAME, forced=forced))
    evening = an_evening(tmp_path, game="toy", rounds="1")
    for number in (3, 5, 8):
        done(evening.act(evening.ask, toy.Bid(number)))
    *_, last, turned = evening.table.played
    assert (turned.act.move, turned.forced, turned.pages) == (toy.Turn("lowest"), True, 1)
    assert evening.table.party.page is not None
    assert evening.table.party.page.act == turned.number
    for seat, entry, told in (
        (1, last.number - 1, "Someone else has made a move"),
        (1, last.number, "Someone else has made a move"),
        (2, last.number, "Its result has been shown"),
    ):
        assert told in evening.players[seat].tap(evening.key, kind="back", entry=entry).text
