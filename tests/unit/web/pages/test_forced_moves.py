"""Moves without a choice are entered beside the one before: tokens of Banque Fatale once one colour is left."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.games.banque_fatale.moves import Auction, Bid, Deal, Keep, Start, Take
from companion.games.banque_fatale.state import Phase
from companion.records import record, scoring
from companion.table.model.player_view import player_view
from companion.table.service.importing import import_record
from companion.table.storage.store import NotSaved
from tests.unit.games import toy
from tests.unit.games.banque_fatale.table import FIRSTS, heap
from tests.unit.web.support.corrections import answered, proposed
from tests.unit.web.support.devices import Session, new_session, saved
from tests.unit.web.support.phases import play_to_end

ONE_COLOUR: tuple[dict[str, int], ...] = ({"red": 2}, {"red": 1}, {})
TWO_COLOURS: tuple[dict[str, int], ...] = ({"red": 2}, {"blue": 1}, {})


def bids_open(session: Session, *bids: dict[str, int]) -> Session:
    """Anna puts a card up, and everybody has bid: the first page is shown."""
    saved(session.act(session.table.asks[0], Start()))
    for card in FIRSTS[: len(session.players)]:
        saved(session.act(session.ask, Deal(card)))
    saved(session.act(session.ask, Auction("red+yellow")))
    for ask in session.table.asks:
        saved(session.act(ask, Bid(heap(**bids[ask.seat or 0]))))
    return session


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Banque Fatale before its first card."""
    return new_session(tmp_path, game="banque_fatale")


@pytest.fixture
def choosing(session: Session) -> Session:
    """Ben chooses between two red tokens and a blue one; what is left after that is forced."""
    return bids_open(session, *TWO_COLOURS).paged()


@pytest.fixture
def chosen(choosing: Session) -> Session:
    """Ben took the blue one."""
    saved(choosing.act(choosing.ask, Take("blue")))
    return choosing


def taken(session: Session) -> list[tuple[int | None, str, bool]]:
    """List each taken token with its player, and whether that was forced."""
    takes = [played for played in session.table.played if isinstance(played.act.move, Take)]
    return [(played.act.seat, played.act.move.token, played.forced) for played in takes]


def the_choice(session: Session) -> int:
    return next(played.number for played in session.table.played if played.act.move == Take("blue"))


@pytest.mark.parametrize("guests", [0, 1])
def test_tokens_of_one_colour_are_taken_with_the_last_page(tmp_path: Path, guests: int) -> None:
    session = new_session(tmp_path, 3 - guests, guests=guests, game="banque_fatale")
    bids_open(session, *ONE_COLOUR)
    assert taken(session) == [], "nothing is taken while the payout is shown"
    session.paged()
    assert taken(session) == [(1, "red", True), (2, "red", True), (0, "red", True)]
    assert session.table.state.phase is Phase.SALE
    for device in (*session.players, session.host):
        assert "Only red tokens were left: Anna takes 1, Ben takes 1, Carla takes 1" in session.taken(device).sees(
            f"/t/{session.key}"
        )
    latest = session.table.number
    assert not [one for one in session.table.roster.notices if one.word == "served" and one.number > latest - 3]


def test_forced_moves_follow_a_choice_once(choosing: Session) -> None:
    before, ben = choosing.table.number, choosing.players[1]
    assert taken(choosing) == []
    tap = {"op": "the-very-same-tap", "slot": choosing.ask.slot, "do": "take", "token": "blue"}
    for _ in range(2):
        assert saved(ben.tap(choosing.key, "act", **tap)) == before + 1
        choosing.service._tables.clear()
    assert taken(choosing) == [(1, "blue", False), (2, "red", True), (0, "red", True)]
    assert choosing.table.number == before + 3


def test_choice_and_forced_moves_are_one_transaction(choosing: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    batches: list[int] = []

    def broken(one: object) -> None:
        batches.append(len(one.rows))  # type: ignore[attr-defined]
        raise NotSaved("the disk is full")

    before = choosing.table.number
    with monkeypatch.context() as patch:
        patch.setattr(choosing.service.store._writer, "write", broken)
        assert choosing.act(choosing.ask, Take("blue")).status_code == 503
    assert batches == [3]
    assert (choosing.table.number, taken(choosing)) == (before, [])


def test_record_has_forced_moves_and_scores_alike(chosen: Session, tmp_path: Path) -> None:
    saved(chosen.act(chosen.ask, Keep()))
    lines = chosen.host.get(f"/t/{chosen.key}/record.jsonl").data.splitlines(keepends=True)
    told = [json.loads(line) for line in lines]
    takes = [line for line in told if line.get("do") == "take"]
    assert [line["token"] for line in takes] == ["blue", "red", "red"]
    assert all(line.keys() <= {"do", "player", "token"} for line in takes)
    again = record.read(lines)
    assert len(again.acts) == len(told) - 1, "reading adds nothing"
    money = dict(zip(("Anna", "Ben", "Carla"), chosen.table.state.cash, strict=True))
    assert scoring.build_result(again)["money"] == money
    lines = play_to_end(chosen).host.get(f"/t/{chosen.key}/record.jsonl").data.splitlines(keepends=True)
    elsewhere = new_session(tmp_path / "elsewhere").service
    kept = elsewhere.table(import_record(elsewhere, record.read(lines), 0.0).key)
    assert [played.forced for played in kept.played] == [played.forced for played in chosen.table.played]


def test_undone_choice_undoes_what_followed(chosen: Session) -> None:
    assert {by: played.act.move for by, played in player_view(chosen.table).undos.items()} == {1: Take("blue")}
    for other in (chosen.players[0], chosen.players[2], chosen.host):
        assert other.tap(chosen.key, "back", entry=the_choice(chosen)).status_code == 409
    saved(chosen.players[1].tap(chosen.key, "back", entry=the_choice(chosen)))
    assert (taken(chosen), chosen.ask.seat) == ([], 1)
    kept = chosen.table
    chosen.service._tables.clear()
    assert chosen.table == kept
    saved(chosen.act(chosen.ask, Take("red")))
    assert taken(chosen) == [(1, "red", False)], "red and blue are left: Carla decides"


def test_corrected_choice_leaves_the_next_choice_open(chosen: Session) -> None:
    number = the_choice(chosen)
    assert [one.number for one in chosen.table.correctable][-1] == number, "a forced move is nobody's mistake"
    assert proposed(chosen, number, "take", token="red") == 200
    assert answered(chosen, "approve", chosen.players[2]) == 200
    assert taken(chosen.paged()) == [(1, "red", False)]
    assert chosen.ask.seat == 2


def test_correction_never_loses_a_later_move(chosen: Session) -> None:
    saved(chosen.act(chosen.ask, Keep()))
    before, number = chosen.table, the_choice(chosen)
    assert number in [one.number for one in before.correctable]
    assert proposed(chosen, number, "take", token="red") == 409
    assert chosen.table == before


def test_forced_reveal_is_paid_and_ends_undoing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forced(state: toy.State) -> tuple[None, toy.Move] | None:
        return (None, toy.Turn("lowest")) if state.phase == "turn" else None

    monkeypatch.setitem(GAMES, "toy", replace(toy.GAME, forced=forced))
    session = new_session(tmp_path, game="toy", rounds="1")
    for number in (3, 5, 8):
        saved(session.act(session.ask, toy.Bid(number)))
    *_, last, turned = session.table.played
    assert (turned.act.move, turned.forced, turned.pages) == (toy.Turn("lowest"), True, 1)
    assert session.table.roster.page is not None
    assert session.table.roster.page.act == turned.number
    for seat, entry, told in (
        (1, last.number - 1, "Someone else has moved since"),
        (1, last.number, "Someone else has moved since"),
        (2, last.number, "Its result has been shown"),
    ):
        assert told in session.players[seat].tap(session.key, kind="back", entry=entry).text
