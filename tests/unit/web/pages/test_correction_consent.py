"""Whose yes corrects an entry: the host's and one more seat's, also where one device serves several people."""

from pathlib import Path

import pytest

from tests.unit.web.support.corrections import a_paid_round, answered, entry, proposed
from tests.unit.web.support.devices import Session, new_session, saved


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Round 1 is paid out. Anna is the host; she and Ben have phones, Carla has none."""
    return a_paid_round(new_session(tmp_path, 2, host_plays=True, guests=1))


def a_proposal(session: Session) -> None:
    assert proposed(session, entry(session, "move", 0), steps=1) == 200


def test_at_a_table_with_one_phone_it_is_handed_over_for_the_yes_and_all_see_it(tmp_path: Path) -> None:
    session = a_paid_round(new_session(tmp_path / "one", 1, host_plays=True, guests=2))
    a_proposal(session)
    assert answered(session, "approve", session.host) == 403
    assert "Hand this device to Carla" in session.host.sees(f"/t/{session.key}")
    session.in_hand(2)
    assert "Anna's device was handed to Carla." in session.host.sees(f"/t/{session.key}/screen")
    assert answered(session, "approve", session.host) == 200
    assert "with Carla's agreement" in session.host.get(f"/t/{session.key}/summary").text
    assert answered(session, "approve", session.host) == 409


def test_another_players_phone_is_handed_over_as_well(session: Session) -> None:
    a_proposal(session)
    saved(session.players[1].tap(session.key, "lend", person=2))
    assert answered(session, "approve", session.players[1]) == 200
    assert "with Carla's agreement" in session.host.get(f"/t/{session.key}/summary").text


@pytest.mark.parametrize("kind", ["approve", "decline"])
def test_a_lent_device_goes_back_with_the_answer(session: Session, kind: str) -> None:
    a_proposal(session)
    assert answered(session, kind, session.in_hand(2)) == 200
    assert "Lent to" not in session.host.sees(f"/t/{session.key}")


def test_whoever_holds_the_hosts_device_does_not_propose_as_the_host(session: Session) -> None:
    session.in_hand(2)
    assert proposed(session, entry(session, "move", 0), steps=1) == 403
    assert session.host.get(f"/t/{session.key}/correct").status_code == 403
    assert ">Correct<" not in session.host.sees(f"/t/{session.key}")


def test_a_host_who_takes_a_seat_meanwhile_cannot_agree_to_the_own_proposal(tmp_path: Path) -> None:
    session = a_paid_round(new_session(tmp_path / "screen"))
    a_proposal(session)
    claim = saved(session.host.tap(session.key, "claim", person=1))
    saved(session.host.tap(session.key, "admit", claim=claim))
    assert answered(session, "approve", session.host) == 403
    assert "Yes, that is right" not in session.host.sees(f"/t/{session.key}")
    assert answered(session, "approve", session.players[2]) == 200


def test_two_who_answer_at_once_are_one_answer(session: Session) -> None:
    a_proposal(session)
    assert answered(session, "approve", session.players[1]) == 200
    for kind in ("approve", "decline"):
        assert session.players[1].tap(session.key, kind, proposal=session.table.number - 1).status_code == 409
    assert len(session.table.party.corrections) == 1
