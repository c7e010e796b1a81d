"""Corrections of what everybody saw: until the next round's first entry, with the yes of the host and one more seat."""

import re
from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from companion.games.vabanque.moves import Chips, Lay, Start, Step
from companion.table.house import paging
from tests.web.devices import Device, Evening, an_evening, done

CHIPS = Chips(((1, 12),))
FORMS = 60
OTHER_CHIPS = {"table-1": 6, "table-2": 6}


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """Round 1 is paid out: pawns at 1, 3 and 5 of 7, all chips and raises at 1, bluffs at 2, traps at 6."""
    evening = an_evening(tmp_path)
    done(evening.act(evening.table.asks[0], Start(1)))
    done(evening.act(evening.table.asks[-1], CHIPS))
    for card, casino in (("raise", 1), ("bluff", 2), ("trap", 6)):
        for _ in evening.players:
            done(evening.act(evening.ask, Lay(card, casino)))  # type: ignore[arg-type]  # the three cards
    for _ in evening.players:
        done(evening.act(evening.ask, Step(0)))
    done(evening.page(end=True))
    return evening


def entry(evening: Evening, do: str, seat: int | None = None) -> int:
    write = evening.table.game.write
    plays = evening.table.plays
    return next(p.number for p in plays if write(p.act.move)["do"] == do and p.act.seat == seat)


def proposed(evening: Evening, act: int, do: str = "move", **fields: object) -> int:
    return evening.host.tap(evening.key, "propose", act=act, do=do, **fields).status_code


def answered(evening: Evening, kind: str, device: Device) -> int:
    proposal = evening.table.house.proposal
    return device.tap(evening.key, kind, proposal=proposal.number if proposal else 1).status_code


def test_one_more_yes_corrects_the_entry_and_reckons_the_round_anew(evening: Evening) -> None:
    anna, ben, _ = evening.players
    assert evening.table.game.scores(evening.table.state) == (240_000, 0, 0)  # 12 chips of 5, three raises
    assert proposed(evening, entry(evening, "move", 0), steps=1) == 200
    assert evening.table.game.scores(evening.table.state) == (240_000, 0, 0)
    for device in (*evening.players, evening.host):
        page = device.get(f"/t/{evening.key}").text
        assert "Anna's pawn moves 0 tables" in page
        assert "Anna's pawn moves 1 table" in page
    assert answered(evening, "approve", ben) == 200
    assert evening.table.game.scores(evening.table.state) == (0, 0, 0)
    assert "payout" in anna.get(f"/t/{evening.key}").text
    summary = ben.get(f"/t/{evening.key}/summary").text
    assert "Anna's pawn moves 0 tables → Anna's pawn moves 1 table" in summary
    assert "with the yes of Ben" in summary


def test_all_look_at_the_payout_anew(evening: Evening) -> None:
    proposed(evening, entry(evening, "move", 0), steps=1)
    answered(evening, "approve", evening.players[1])
    page = evening.table.house.page
    assert page is not None
    assert page.step == 1
    assert page.steps == evening.table.plays[-1].pages


def test_a_pawn_at_face_down_cards_turns_them_up_and_the_question_says_so(evening: Evening) -> None:
    before = evening.table.opened
    proposed(evening, entry(evening, "move", 1), steps=4)  # nothing lies at table 7
    assert "lie face down" not in evening.host.get(f"/t/{evening.key}").text
    proposed(evening, entry(evening, "move", 0), steps=1)  # three bluffs lie at table 2
    for name in ("Anna", "Ben", "Carla"):
        assert f"1 card of {name} that lies face down would be turned up" in evening.host.get(f"/t/{evening.key}").text
    assert evening.table.opened == before
    answered(evening, "approve", evening.players[2])
    assert len(evening.table.opened) == len(before) + 3
    assert before <= evening.table.opened  # what was opened stays known


def test_neither_the_host_alone_nor_a_stranger_can_agree(evening: Evening) -> None:
    proposed(evening, entry(evening, "move", 0), steps=1)
    for device in (evening.host, evening.device("stranger")):
        assert answered(evening, "approve", device) == 403
    assert evening.table.house.corrections == ()
    assert answered(evening, "decline", evening.device("stranger")) == 403


def test_nobody_but_the_host_proposes_or_sees_the_page(evening: Evening) -> None:
    act = entry(evening, "move", 0)
    for device in (*evening.players, evening.device("stranger")):
        assert device.tap(evening.key, "propose", act=act, do="move", steps=1).status_code == 403
        assert device.get(f"/t/{evening.key}/correct").status_code == 403
    assert "pawn moves 0 tables" in evening.host.get(f"/t/{evening.key}/correct").text


def test_a_host_with_a_seat_needs_another_seat(tmp_path: Path) -> None:
    evening = an_evening(tmp_path / "seated", host_plays=True)
    done(evening.act(evening.table.asks[0], Start(1)))
    done(evening.act(evening.table.asks[-1], CHIPS))
    for card in ("raise", "bluff", "trap"):
        for _ in evening.players:
            done(evening.act(evening.ask, Lay(card, 1)))
    for _ in evening.players:
        done(evening.act(evening.ask, Step(0)))
    assert proposed(evening, entry(evening, "chips"), "chips", **OTHER_CHIPS) == 200
    assert answered(evening, "approve", evening.host) == 403
    assert answered(evening, "approve", evening.players[1]) == 200


def test_a_no_leaves_all_as_it_was(evening: Evening) -> None:
    before = evening.table.plays
    proposed(evening, entry(evening, "move", 0), steps=1)
    assert answered(evening, "decline", evening.players[2]) == 200
    assert evening.table.plays == before
    assert evening.table.house.proposal is None
    assert answered(evening, "approve", evening.players[1]) == 409


def test_cards_can_never_be_corrected(evening: Evening) -> None:
    for seat in range(3):
        act = entry(evening, "card", seat)
        assert proposed(evening, act, "card", place=1, table=1) == 409
        assert proposed(evening, act, "move", steps=1) == 409
    assert proposed(evening, entry(evening, "move", 0), "card", place=1, table=1) in (409, 400)


@pytest.mark.parametrize("steps", [0, 5, -1, "", "two"])
def test_what_is_no_other_move_is_refused(evening: Evening, steps: object) -> None:
    before = evening.table.number
    assert proposed(evening, entry(evening, "move", 0), steps=steps) in (400, 409)
    assert evening.table.number == before


def test_the_next_rounds_first_entry_closes_the_round(evening: Evening) -> None:
    act = entry(evening, "move", 0)
    proposed(evening, act, steps=1)
    done(evening.act(evening.table.asks[-1], Chips(((1, 9),))))
    assert evening.table.house.proposal is None
    assert proposed(evening, act, steps=1) == 409
    assert "Nothing of this round can be corrected" in evening.host.get(f"/t/{evening.key}/correct").text


def test_before_anything_is_turned_up_nothing_can_be_corrected(tmp_path: Path) -> None:
    evening = an_evening(tmp_path / "early")
    done(evening.act(evening.table.asks[0], Start(1)))
    done(evening.act(evening.table.asks[-1], CHIPS))
    assert proposed(evening, entry(evening, "chips"), "chips", **OTHER_CHIPS) == 409


def test_a_corrected_table_comes_back_from_its_log(evening: Evening) -> None:
    proposed(evening, entry(evening, "move", 0), steps=1)
    answered(evening, "approve", evening.players[1])
    kept = evening.table
    evening.desk._tables.clear()
    assert evening.table == kept


@pytest.mark.parametrize("slug", GAMES)
def test_every_form_of_the_page_is_a_correction_or_says_why_it_is_none(tmp_path: Path, slug: str) -> None:
    assert set(tried_in(an_evening(tmp_path, game=slug))) <= {200, 409}


def test_some_form_of_the_page_is_a_correction(tmp_path: Path) -> None:
    assert any(200 in tried_in(an_evening(tmp_path / slug, game=slug)) for slug in GAMES)


def tried_in(evening: Evening) -> list[int]:
    """What the house says to every form of the page, all through a game."""
    luck = Random(evening.table.slug)
    tried: list[int] = []
    while evening.table.asks and len(tried) < FORMS:
        if evening.table.correctable:
            page = evening.host.get(f"/t/{evening.key}/correct").text
            tried += [evening.host.tap(evening.key, "propose", **form).status_code for form in forms(page)]
        ask = luck.choice([ask for ask in evening.table.asks if ask.waits or ask.do == "action-card"])
        done(evening.act(ask, evening.table.game.suggest(evening.table.state, ask, luck)))
        if paging(evening.table.house):
            done(evening.page(end=True))
    return tried


def forms(page: str) -> list[dict[str, str]]:
    """What each form of the page would send with its first button, or with two of its numbers exchanged."""
    found = []
    for form in re.findall(r"<form.*?</form>", page, re.DOTALL):
        fields = dict(reversed(re.findall(r'<(?:input|button)[^>]*? name="([^"]+)" value="([^"]*)"', form)))
        del fields["kind"]
        counts = [(key, value) for key, value in fields.items() if key[-1].isdigit()]
        if counts:
            other = next((pair for pair in counts if pair[1] != counts[0][1]), counts[0])
            fields |= {counts[0][0]: other[1], other[0]: counts[0][1]}
        found.append(fields)
    return found
