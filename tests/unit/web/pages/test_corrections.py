"""The host proposes a correction of a public move, and one more seat agrees, until the next round's first move."""

import re
from pathlib import Path

import pytest
from jinja2 import ChoiceLoader, DictLoader

from companion.games.vabanque.moves import Chip, Chips, Start
from companion.records import record, scoring
from tests.unit.games.toy import Bid, Turn
from tests.unit.web.support.corrections import CHIPS, OTHER_CHIPS, a_paid_round, answered, entry, proposed
from tests.unit.web.support.devices import Session, new_session, saved

NOTHING = "Nothing can be corrected now."


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Round 1 is paid out; the host has no seat."""
    return a_paid_round(new_session(tmp_path))


@pytest.fixture
def lending(tmp_path: Path) -> Session:
    """Round 1 is paid out. Anna is the host; she and Ben have phones, Carla has none."""
    return a_paid_round(new_session(tmp_path, 2, host_plays=True, guests=1))


@pytest.fixture
def toy(tmp_path: Path) -> Session:
    """A game of rules alone, played to its last payout."""
    session = new_session(tmp_path, game="toy", rounds="1")
    for number in (1, 2, 3):
        saved(session.act(session.ask, Bid(number)))
    saved(session.act(session.ask, Turn("lowest")))
    return session


def propose_move(session: Session, seat: int = 0, steps: object = 1) -> int:
    """The host proposes that a pawn moved so many tables; the status of the answer."""
    return proposed(session, entry(session, "move", seat), steps=steps)


def page(session: Session, path: str = "") -> str:
    return session.host.sees(f"/t/{session.key}{path}")


def test_agreed_correction_recalculates_the_round(session: Session) -> None:
    everyone = (*session.players, session.host)
    assert session.table.game.scores(session.table.state) == (240_000, 0, 0)  # 12 chips of 5, three raises
    assert propose_move(session) == 200
    for device in everyone:
        shown = device.sees(f"/t/{session.key}")
        assert "Anna's pawn stays where it is" in shown
        assert "Anna's pawn moves 1\xa0table" in shown
    assert session.table.game.scores(session.table.state) == (240_000, 0, 0)
    assert answered(session, "approve", session.players[1]) == 200
    assert session.table.game.scores(session.table.state) == (0, 0, 0)
    looked_at = session.table.roster.page
    assert looked_at is not None
    assert (looked_at.step, looked_at.steps) == (1, session.table.played[-1].pages), "all see the payout again"
    for device in everyone:
        told = device.sees(f"/t/{session.key}").partition("A move was corrected, with Ben's agreement:")[2]
        assert re.search(r"<s>.*Anna's pawn stays where it is.*</s>.*Anna's pawn moves 1\xa0table\b", told, re.DOTALL)
    summary = page(session, "/summary")
    assert "Anna's pawn stays where it is → Anna's pawn moves 1\xa0table" in summary
    assert "with Ben's agreement" in summary
    before = session.table
    session.service._tables.clear()
    assert session.table == before, "a restart reads the same table"


@pytest.mark.parametrize(("seat", "steps"), [(0, 1), (2, 4)], ids=["first pawn", "last pawn"])
def test_pawn_moved_to_face_down_cards_turns_them_up(session: Session, seat: int, steps: int) -> None:
    before = session.table.revealed
    propose_move(session, 1, 4)  # no card at table 7
    assert "lie face down" not in page(session)
    assert propose_move(session, seat, steps) == 200  # three bluffs at table 2
    for name in ("Anna", "Ben", "Carla"):
        assert f"That would reveal 1\xa0face-down card played by {name}." in page(session)
    assert session.table.revealed == before
    answered(session, "approve", session.players[0 if seat else 2])
    assert before < session.table.revealed, "revealed cards stay known"
    assert len(session.table.revealed) == len(before) + 3


def test_only_the_host_proposes_and_another_seat_agrees(session: Session) -> None:
    stranger, act = session.device("stranger"), entry(session, "move", 0)
    for device in (*session.players, stranger):
        assert device.tap(session.key, "propose", act=act, do="move", steps=1).status_code == 403
        assert device.get(f"/t/{session.key}/correct").status_code == 403
    assert "pawn stays where it is" in page(session, "/correct")
    propose_move(session)
    for kind, device in (("approve", session.host), ("approve", stranger), ("decline", stranger)):
        assert answered(session, kind, device) == 403
    assert session.table.roster.corrections == ()


def test_declined_correction_changes_nothing(session: Session) -> None:
    before = session.table.played
    propose_move(session)
    assert answered(session, "decline", session.players[2]) == 200
    assert (session.table.played, session.table.roster.proposal) == (before, None)
    assert answered(session, "approve", session.players[1]) == 409


def test_second_answer_to_a_proposal_is_refused(session: Session) -> None:
    propose_move(session)
    assert answered(session, "approve", session.players[1]) == 200
    for kind in ("approve", "decline"):
        assert session.players[1].tap(session.key, kind, proposal=session.table.number - 1).status_code == 409
    assert len(session.table.roster.corrections) == 1


def test_impossible_corrections_are_refused(session: Session) -> None:
    before = session.table.number
    pawn, cards = entry(session, "move", 0), [entry(session, "card", seat) for seat in range(3)]
    for steps in (0, 5, -1, "", "two"):
        assert propose_move(session, steps=steps) in (400, 409), steps
    for act in (*cards, pawn):  # a hidden choice never becomes correctable
        assert proposed(session, act, "card", place=1, table=1) in (400, 409)
    assert [proposed(session, act, "move", steps=1) for act in cards] == [409] * 3
    assert session.table.number == before


def test_correction_keeps_to_what_its_player_could_do(tmp_path: Path) -> None:
    session = a_paid_round(new_session(tmp_path), one_by_one=True)
    last = [played.number for played in session.table.played if played.act.move == Chip(1)][-1]
    assert proposed(session, last, "chips", **{"table-2": 1}) == 400  # what the keeper alone enters
    assert proposed(session, last, "move", steps=1) == 400
    assert proposed(session, last, "chip", table=2) == 200


def test_corrections_in_a_row_leave_a_true_record(session: Session) -> None:
    for steps in (1, 2, 0):  # past the bluffs at table 2 and back: they stay face up
        assert propose_move(session, steps=steps) == 200
        assert answered(session, "approve", session.players[1]) == 200
    assert [one.proposal.line["steps"] for one in session.table.roster.corrections] == [1, 2, 0]
    exported = session.host.get(f"/t/{session.key}/record.jsonl").data
    assert exported.count(b'"bluff"') == 3
    scored = scoring.build_result(record.read(exported.splitlines(keepends=True)))
    assert scored["money"] == {"Anna": 240_000, "Ben": 0, "Carla": 0}


def test_first_move_of_the_next_round_closes_the_round(session: Session) -> None:
    act = entry(session, "move", 0)
    propose_move(session)
    saved(session.act(session.table.asks[-1], Chips(((1, 9),))))
    assert session.table.roster.proposal is None
    assert proposed(session, act, steps=1) == 409
    shown = page(session, "/correct")
    assert NOTHING in shown
    assert "The player who moved last can still undo that move" in shown


def test_nothing_is_correctable_before_a_reveal(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    shown = page(session, "/correct")
    assert NOTHING in shown
    assert "The player who moved last" not in shown
    saved(session.act(session.table.asks[0], Start(1)))
    saved(session.act(session.table.asks[-1], CHIPS))
    assert proposed(session, entry(session, "chips"), "chips", **OTHER_CHIPS) == 409


def test_page_without_any_form_says_so(toy: Session) -> None:
    assert toy.table.can_correct
    env = toy.app.jinja_env
    assert env.loader is not None
    env.loader = ChoiceLoader([DictLoader({"toy/_correct.html": ""}), env.loader])
    assert NOTHING in page(toy, "/correct")


def test_rematch_closes_the_game_to_corrections(toy: Session) -> None:
    assert proposed(toy, entry(toy, "turn"), "turn", which="highest") == 200
    proposal = toy.table.roster.proposal
    assert proposal is not None
    assert toy.players[0].post(f"/t/{toy.key}/again", {"op": "once-more"}).status_code == 303
    assert toy.players[1].tap(toy.key, "approve", proposal=proposal.number).status_code == 409
    assert proposed(toy, entry(toy, "turn"), "turn", which="highest") == 409
    assert toy.table.roster.corrections == ()


def test_host_who_takes_a_seat_cannot_agree(session: Session) -> None:
    propose_move(session)
    claim = saved(session.host.tap(session.key, "claim", person=1))
    saved(session.host.tap(session.key, "admit", claim=claim))
    assert answered(session, "approve", session.host) == 403
    assert "Yes, I agree" not in page(session)
    assert answered(session, "approve", session.players[2]) == 200


def test_seated_host_needs_another_seat(lending: Session) -> None:
    assert proposed(lending, entry(lending, "chips"), "chips", **OTHER_CHIPS) == 200
    assert answered(lending, "approve", lending.host) == 403
    assert answered(lending, "approve", lending.players[1]) == 200


def test_only_phone_is_handed_over_for_the_agreement(tmp_path: Path) -> None:
    session = a_paid_round(new_session(tmp_path, 1, host_plays=True, guests=2))
    propose_move(session)
    assert answered(session, "approve", session.host) == 403
    (menu,) = re.findall(r'<section id="foot">(.*?)</section>', page(session), re.DOTALL)
    offered = re.findall(r'name="person" value="(\d+)">\s*<button>([^<]*)</button>', menu)
    guests = [person for person in session.table.roster.people if not person.phone]
    assert offered == [(str(person.id), f"Hand this device to {person.name}") for person in guests]
    assert 'value="lend"' not in session.host.get(f"/t/{session.key}/screen").text
    session.in_hand(2)
    assert "Anna's device was handed to Carla." in page(session, "/screen")
    assert answered(session, "approve", session.host) == 200
    assert "with Carla's agreement" in page(session, "/summary")
    assert answered(session, "approve", session.host) == 409


@pytest.mark.parametrize("kind", ["approve", "decline"])
@pytest.mark.parametrize("owner", [0, 1])
def test_lent_device_answers_once_and_goes_back(lending: Session, owner: int, kind: str) -> None:
    propose_move(lending)
    device = lending.players[owner]
    saved(device.tap(lending.key, "lend", person=2))
    assert answered(lending, kind, device) == 200
    assert "Lent to" not in device.sees(f"/t/{lending.key}")
    assert ("with Carla's agreement" in page(lending, "/summary")) == (kind == "approve")


def test_lent_host_device_does_not_propose(lending: Session) -> None:
    lending.in_hand(2)
    assert propose_move(lending) == 403
    assert lending.host.get(f"/t/{lending.key}/correct").status_code == 403
    assert ">Correct a move<" not in page(lending)
