"""Corrections of what everybody saw: until the next round's first entry, with the yes of the host and one more seat."""

import re
from pathlib import Path

import pytest
from jinja2 import ChoiceLoader, DictLoader

from companion.games.vabanque.moves import Chip, Chips, Start
from companion.records import record, scoring
from tests.unit.games.toy import Bid, Turn
from tests.unit.web.corrections import CHIPS, OTHER_CHIPS, a_paid_round, answered, entry, proposed
from tests.unit.web.devices import Evening, an_evening, done


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return a_paid_round(an_evening(tmp_path))


def test_one_more_yes_corrects_the_entry_and_reckons_the_round_anew(evening: Evening) -> None:
    anna, ben, _ = evening.players
    assert evening.table.game.scores(evening.table.state) == (240_000, 0, 0)  # 12 chips of 5, three raises
    assert proposed(evening, entry(evening, "move", 0), steps=1) == 200
    assert evening.table.game.scores(evening.table.state) == (240_000, 0, 0)
    for device in (*evening.players, evening.host):
        page = device.sees(f"/t/{evening.key}")
        assert "Anna's pawn moves 0\xa0tables" in page
        assert "Anna's pawn moves 1\xa0table" in page
    assert answered(evening, "approve", ben) == 200
    assert evening.table.game.scores(evening.table.state) == (0, 0, 0)
    assert "payout" in anna.sees(f"/t/{evening.key}")
    for device in (*evening.players, evening.host):
        told = device.sees(f"/t/{evening.key}").partition("A move was corrected, with Ben's agreement:")[2]
        assert re.search(r"<s>.*Anna's pawn moves 0\xa0tables.*</s>.*Anna's pawn moves 1\xa0table\b", told, re.DOTALL)
    summary = ben.get(f"/t/{evening.key}/summary").text
    assert "Anna's pawn moves 0\xa0tables → Anna's pawn moves 1\xa0table" in summary
    assert "with Ben's agreement" in summary


def test_all_look_at_the_payout_anew(evening: Evening) -> None:
    proposed(evening, entry(evening, "move", 0), steps=1)
    answered(evening, "approve", evening.players[1])
    page = evening.table.party.page
    assert page is not None
    assert page.step == 1
    assert page.steps == evening.table.played[-1].pages


def test_a_pawn_at_face_down_cards_turns_them_up_and_the_question_says_so(evening: Evening) -> None:
    before = evening.table.revealed
    proposed(evening, entry(evening, "move", 1), steps=4)  # nothing lies at table 7
    assert "lie face down" not in evening.host.sees(f"/t/{evening.key}")
    proposed(evening, entry(evening, "move", 0), steps=1)  # three bluffs lie at table 2
    for name in ("Anna", "Ben", "Carla"):
        assert f"That would turn up 1\xa0face-down card of {name}." in evening.host.sees(f"/t/{evening.key}")
    assert evening.table.revealed == before
    answered(evening, "approve", evening.players[2])
    assert len(evening.table.revealed) == len(before) + 3
    assert before <= evening.table.revealed  # what was opened stays known


def test_the_pawn_that_turned_the_cards_up_can_be_moved_to_cards_that_lie_face_down(evening: Evening) -> None:
    before = evening.table.revealed
    assert proposed(evening, entry(evening, "move", 2), steps=4) == 200  # the last pawn, to the bluffs at table 2
    assert answered(evening, "approve", evening.players[0]) == 200
    assert len(evening.table.revealed) == len(before) + 3


def test_neither_the_host_alone_nor_a_stranger_can_agree(evening: Evening) -> None:
    proposed(evening, entry(evening, "move", 0), steps=1)
    stranger = evening.device("stranger")
    for device in (evening.host, stranger):
        assert answered(evening, "approve", device) == 403
    assert evening.table.party.corrections == ()
    assert answered(evening, "decline", stranger) == 403


def test_nobody_but_the_host_proposes_or_sees_the_page(evening: Evening) -> None:
    act = entry(evening, "move", 0)
    for device in (*evening.players, evening.device("stranger")):
        assert device.tap(evening.key, "propose", act=act, do="move", steps=1).status_code == 403
        assert device.get(f"/t/{evening.key}/correct").status_code == 403
    assert "pawn moves 0\xa0tables" in evening.host.get(f"/t/{evening.key}/correct").text


def test_a_host_with_a_seat_needs_another_seat(tmp_path: Path) -> None:
    evening = a_paid_round(an_evening(tmp_path / "seated", host_plays=True))
    assert proposed(evening, entry(evening, "chips"), "chips", **OTHER_CHIPS) == 200
    assert answered(evening, "approve", evening.host) == 403
    assert answered(evening, "approve", evening.players[1]) == 200


def test_a_no_leaves_all_as_it_was(evening: Evening) -> None:
    before = evening.table.played
    proposed(evening, entry(evening, "move", 0), steps=1)
    assert answered(evening, "decline", evening.players[2]) == 200
    assert evening.table.played == before
    assert evening.table.party.proposal is None
    assert answered(evening, "approve", evening.players[1]) == 409


def test_cards_can_never_be_corrected(evening: Evening) -> None:
    for seat in range(3):
        act = entry(evening, "card", seat)
        assert proposed(evening, act, "card", place=1, table=1) == 409
        assert proposed(evening, act, "move", steps=1) == 409
    assert proposed(evening, entry(evening, "move", 0), "card", place=1, table=1) in (409, 400)


def test_an_entry_can_only_be_what_its_owner_could_have_done_then(tmp_path: Path) -> None:
    evening = a_paid_round(an_evening(tmp_path / "chips"), one_by_one=True)
    last = [played.number for played in evening.table.played if played.act.move == Chip(1)][-1]
    assert proposed(evening, last, "chips", **{"table-2": 1}) == 400  # the keeper's part
    assert proposed(evening, last, "move", steps=1) == 400
    assert proposed(evening, last, "chip", table=2) == 200


def test_two_corrections_in_a_row_leave_a_record_that_agrees(evening: Evening) -> None:
    act = entry(evening, "move", 0)
    for steps in (1, 2, 0):  # past the bluffs at table 2, and back: what was opened stays known
        assert proposed(evening, act, steps=steps) == 200
        assert answered(evening, "approve", evening.players[1]) == 200
    assert [c.proposal.line["steps"] for c in evening.table.party.corrections] == [1, 2, 0]
    exported = evening.host.get(f"/t/{evening.key}/record.jsonl").data
    assert exported.count(b'"bluff"') == 3
    scored = record.read(exported.splitlines(keepends=True))
    assert scoring.result(scored)["money"] == {"Anna": 240_000, "Ben": 0, "Carla": 0}


@pytest.mark.parametrize("steps", [0, 5, -1, "", "two"])
def test_what_is_no_other_move_is_refused(evening: Evening, steps: object) -> None:
    before = evening.table.number
    assert proposed(evening, entry(evening, "move", 0), steps=steps) in (400, 409)
    assert evening.table.number == before


def test_the_next_rounds_first_entry_closes_the_round(evening: Evening) -> None:
    act = entry(evening, "move", 0)
    proposed(evening, act, steps=1)
    done(evening.act(evening.table.asks[-1], Chips(((1, 9),))))
    assert evening.table.party.proposal is None
    assert proposed(evening, act, steps=1) == 409
    page = evening.host.get(f"/t/{evening.key}/correct").text
    assert "Nothing can be corrected now." in page
    assert "The player who moved last can still undo it" in page


def test_where_nothing_can_be_taken_back_either_nobody_is_told_to(tmp_path: Path) -> None:
    evening = an_evening(tmp_path / "fresh", game="toy")
    page = evening.host.get(f"/t/{evening.key}/correct").text
    assert "Nothing can be corrected now." in page
    assert "The player who moved last" not in page


def test_where_what_all_saw_could_have_been_nothing_else_the_page_says_so(tmp_path: Path) -> None:
    evening = an_evening(tmp_path / "turned", game="toy", rounds="1")
    for number in (1, 2, 3):
        done(evening.act(evening.ask, Bid(number)))
    done(evening.act(evening.ask, Turn("lowest")))
    assert evening.table.can_correct
    env = evening.app.jinja_env
    assert env.loader is not None
    env.loader = ChoiceLoader([DictLoader({"toy/_correct.html": ""}), env.loader])
    assert "Nothing can be corrected now." in evening.host.get(f"/t/{evening.key}/correct").text


def test_a_game_that_was_played_again_is_closed(tmp_path: Path) -> None:
    evening = an_evening(tmp_path / "again", game="toy", rounds="1")
    for number in (1, 2, 3):
        done(evening.act(evening.ask, Bid(number)))
    done(evening.act(evening.ask, Turn("lowest")))
    assert proposed(evening, entry(evening, "turn"), "turn", which="highest") == 200
    asked = evening.table.party.proposal
    assert asked is not None
    assert evening.players[0].post(f"/t/{evening.key}/again", {"op": "once-more"}).status_code == 303
    assert evening.players[1].tap(evening.key, "approve", proposal=asked.number).status_code == 409
    assert proposed(evening, entry(evening, "turn"), "turn", which="highest") == 409
    assert evening.table.party.corrections == ()


def test_before_anything_is_turned_up_nothing_can_be_corrected(tmp_path: Path) -> None:
    evening = an_evening(tmp_path / "early")
    done(evening.act(evening.table.asks[0], Start(1)))
    done(evening.act(evening.table.asks[-1], CHIPS))
    assert proposed(evening, entry(evening, "chips"), "chips", **OTHER_CHIPS) == 409


def test_a_corrected_table_comes_back_from_its_log(evening: Evening) -> None:
    proposed(evening, entry(evening, "move", 0), steps=1)
    answered(evening, "approve", evening.players[1])
    kept = evening.table
    evening.service._tables.clear()
    assert evening.table == kept
