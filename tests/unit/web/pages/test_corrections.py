"""Corrections of what everybody saw: until the next round's first entry, with the yes of the host and one more seat."""

import re
from pathlib import Path

import pytest
from jinja2 import ChoiceLoader, DictLoader

from companion.games.vabanque.moves import Chip, Chips, Start
from companion.records import record, scoring
from tests.unit.games.toy import Bid, Turn
from tests.unit.web.support.corrections import CHIPS, OTHER_CHIPS, a_paid_round, answered, entry, proposed
from tests.unit.web.support.devices import Session, new_session, saved


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return a_paid_round(new_session(tmp_path))


def test_one_more_yes_corrects_the_entry_and_reckons_the_round_anew(session: Session) -> None:
    anna, ben, _ = session.players
    assert session.table.game.scores(session.table.state) == (240_000, 0, 0)  # 12 chips of 5, three raises
    assert proposed(session, entry(session, "move", 0), steps=1) == 200
    assert session.table.game.scores(session.table.state) == (240_000, 0, 0)
    for device in (*session.players, session.host):
        page = device.sees(f"/t/{session.key}")
        assert "Anna's pawn moves 0\xa0tables" in page
        assert "Anna's pawn moves 1\xa0table" in page
    assert answered(session, "approve", ben) == 200
    assert session.table.game.scores(session.table.state) == (0, 0, 0)
    assert "payout" in anna.sees(f"/t/{session.key}")
    for device in (*session.players, session.host):
        told = device.sees(f"/t/{session.key}").partition("A move was corrected, with Ben's agreement:")[2]
        assert re.search(r"<s>.*Anna's pawn moves 0\xa0tables.*</s>.*Anna's pawn moves 1\xa0table\b", told, re.DOTALL)
    summary = ben.get(f"/t/{session.key}/summary").text
    assert "Anna's pawn moves 0\xa0tables → Anna's pawn moves 1\xa0table" in summary
    assert "with Ben's agreement" in summary


def test_all_look_at_the_payout_anew(session: Session) -> None:
    proposed(session, entry(session, "move", 0), steps=1)
    answered(session, "approve", session.players[1])
    page = session.table.party.page
    assert page is not None
    assert page.step == 1
    assert page.steps == session.table.played[-1].pages


def test_a_pawn_at_face_down_cards_turns_them_up_and_the_question_says_so(session: Session) -> None:
    before = session.table.revealed
    proposed(session, entry(session, "move", 1), steps=4)  # nothing lies at table 7
    assert "lie face down" not in session.host.sees(f"/t/{session.key}")
    proposed(session, entry(session, "move", 0), steps=1)  # three bluffs lie at table 2
    for name in ("Anna", "Ben", "Carla"):
        assert f"That would turn up 1\xa0face-down card of {name}." in session.host.sees(f"/t/{session.key}")
    assert session.table.revealed == before
    answered(session, "approve", session.players[2])
    assert len(session.table.revealed) == len(before) + 3
    assert before <= session.table.revealed  # what was opened stays known


def test_the_pawn_that_turned_the_cards_up_can_be_moved_to_cards_that_lie_face_down(session: Session) -> None:
    before = session.table.revealed
    assert proposed(session, entry(session, "move", 2), steps=4) == 200  # the last pawn, to the bluffs at table 2
    assert answered(session, "approve", session.players[0]) == 200
    assert len(session.table.revealed) == len(before) + 3


def test_neither_the_host_alone_nor_a_stranger_can_agree(session: Session) -> None:
    proposed(session, entry(session, "move", 0), steps=1)
    stranger = session.device("stranger")
    for device in (session.host, stranger):
        assert answered(session, "approve", device) == 403
    assert session.table.party.corrections == ()
    assert answered(session, "decline", stranger) == 403


def test_nobody_but_the_host_proposes_or_sees_the_page(session: Session) -> None:
    act = entry(session, "move", 0)
    for device in (*session.players, session.device("stranger")):
        assert device.tap(session.key, "propose", act=act, do="move", steps=1).status_code == 403
        assert device.get(f"/t/{session.key}/correct").status_code == 403
    assert "pawn moves 0\xa0tables" in session.host.get(f"/t/{session.key}/correct").text


def test_a_host_with_a_seat_needs_another_seat(tmp_path: Path) -> None:
    session = a_paid_round(new_session(tmp_path / "seated", host_plays=True))
    assert proposed(session, entry(session, "chips"), "chips", **OTHER_CHIPS) == 200
    assert answered(session, "approve", session.host) == 403
    assert answered(session, "approve", session.players[1]) == 200


def test_a_no_leaves_all_as_it_was(session: Session) -> None:
    before = session.table.played
    proposed(session, entry(session, "move", 0), steps=1)
    assert answered(session, "decline", session.players[2]) == 200
    assert session.table.played == before
    assert session.table.party.proposal is None
    assert answered(session, "approve", session.players[1]) == 409


def test_cards_can_never_be_corrected(session: Session) -> None:
    for seat in range(3):
        act = entry(session, "card", seat)
        assert proposed(session, act, "card", place=1, table=1) == 409
        assert proposed(session, act, "move", steps=1) == 409
    assert proposed(session, entry(session, "move", 0), "card", place=1, table=1) in (409, 400)


def test_an_entry_can_only_be_what_its_owner_could_have_done_then(tmp_path: Path) -> None:
    session = a_paid_round(new_session(tmp_path / "chips"), one_by_one=True)
    last = [played.number for played in session.table.played if played.act.move == Chip(1)][-1]
    assert proposed(session, last, "chips", **{"table-2": 1}) == 400  # the keeper's part
    assert proposed(session, last, "move", steps=1) == 400
    assert proposed(session, last, "chip", table=2) == 200


def test_two_corrections_in_a_row_leave_a_record_that_agrees(session: Session) -> None:
    act = entry(session, "move", 0)
    for steps in (1, 2, 0):  # past the bluffs at table 2, and back: what was opened stays known
        assert proposed(session, act, steps=steps) == 200
        assert answered(session, "approve", session.players[1]) == 200
    assert [c.proposal.line["steps"] for c in session.table.party.corrections] == [1, 2, 0]
    exported = session.host.get(f"/t/{session.key}/record.jsonl").data
    assert exported.count(b'"bluff"') == 3
    scored = record.read(exported.splitlines(keepends=True))
    assert scoring.build_result(scored)["money"] == {"Anna": 240_000, "Ben": 0, "Carla": 0}


@pytest.mark.parametrize("steps", [0, 5, -1, "", "two"])
def test_what_is_no_other_move_is_refused(session: Session, steps: object) -> None:
    before = session.table.number
    assert proposed(session, entry(session, "move", 0), steps=steps) in (400, 409)
    assert session.table.number == before


def test_the_next_rounds_first_entry_closes_the_round(session: Session) -> None:
    act = entry(session, "move", 0)
    proposed(session, act, steps=1)
    saved(session.act(session.table.asks[-1], Chips(((1, 9),))))
    assert session.table.party.proposal is None
    assert proposed(session, act, steps=1) == 409
    page = session.host.get(f"/t/{session.key}/correct").text
    assert "Nothing can be corrected now." in page
    assert "The player who moved last can still undo it" in page


def test_where_nothing_can_be_taken_back_either_nobody_is_told_to(tmp_path: Path) -> None:
    session = new_session(tmp_path / "fresh", game="toy")
    page = session.host.get(f"/t/{session.key}/correct").text
    assert "Nothing can be corrected now." in page
    assert "The player who moved last" not in page


def test_where_what_all_saw_could_have_been_nothing_else_the_page_says_so(tmp_path: Path) -> None:
    session = new_session(tmp_path / "turned", game="toy", rounds="1")
    for number in (1, 2, 3):
        saved(session.act(session.ask, Bid(number)))
    saved(session.act(session.ask, Turn("lowest")))
    assert session.table.can_correct
    env = session.app.jinja_env
    assert env.loader is not None
    env.loader = ChoiceLoader([DictLoader({"toy/_correct.html": ""}), env.loader])
    assert "Nothing can be corrected now." in session.host.get(f"/t/{session.key}/correct").text


def test_a_game_that_was_played_again_is_closed(tmp_path: Path) -> None:
    session = new_session(tmp_path / "again", game="toy", rounds="1")
    for number in (1, 2, 3):
        saved(session.act(session.ask, Bid(number)))
    saved(session.act(session.ask, Turn("lowest")))
    assert proposed(session, entry(session, "turn"), "turn", which="highest") == 200
    asked = session.table.party.proposal
    assert asked is not None
    assert session.players[0].post(f"/t/{session.key}/again", {"op": "once-more"}).status_code == 303
    assert session.players[1].tap(session.key, "approve", proposal=asked.number).status_code == 409
    assert proposed(session, entry(session, "turn"), "turn", which="highest") == 409
    assert session.table.party.corrections == ()


def test_before_anything_is_turned_up_nothing_can_be_corrected(tmp_path: Path) -> None:
    session = new_session(tmp_path / "early")
    saved(session.act(session.table.asks[0], Start(1)))
    saved(session.act(session.table.asks[-1], CHIPS))
    assert proposed(session, entry(session, "chips"), "chips", **OTHER_CHIPS) == 409


def test_a_corrected_table_comes_back_from_its_log(session: Session) -> None:
    proposed(session, entry(session, "move", 0), steps=1)
    answered(session, "approve", session.players[1])
    kept = session.table
    session.service._tables.clear()
    assert session.table == kept
