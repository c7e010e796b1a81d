"""Whose yes corrects an entry: the host's and one more seat's, also where one device serves several people."""

from pathlib import Path

import pytest

from tests.unit.web.corrections import a_paid_round, answered, entry, proposed
from tests.unit.web.devices import Evening, an_evening, done


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """Round 1 is paid out. Anna is the host; she and Ben have phones, Carla has none."""
    return a_paid_round(an_evening(tmp_path, 2, host_plays=True, guests=1))


def a_proposal(evening: Evening) -> None:
    assert proposed(evening, entry(evening, "move", 0), steps=1) == 200


def test_at_a_table_with_one_phone_it_is_handed_over_for_the_yes_and_all_see_it(tmp_path: Path) -> None:
    evening = a_paid_round(an_evening(tmp_path / "one", 1, host_plays=True, guests=2))
    a_proposal(evening)
    assert answered(evening, "approve", evening.host) == 403
    assert "Hand this device to Carla" in evening.host.sees(f"/t/{evening.key}")
    evening.in_hand(2)
    assert "Anna's device was handed to Carla." in evening.host.sees(f"/t/{evening.key}/screen")
    assert answered(evening, "approve", evening.host) == 200
    assert "with Carla's agreement" in evening.host.get(f"/t/{evening.key}/summary").text
    assert answered(evening, "approve", evening.host) == 409


def test_another_players_phone_is_handed_over_as_well(evening: Evening) -> None:
    a_proposal(evening)
    done(evening.players[1].tap(evening.key, "lend", person=2))
    assert answered(evening, "approve", evening.players[1]) == 200
    assert "with Carla's agreement" in evening.host.get(f"/t/{evening.key}/summary").text


@pytest.mark.parametrize("kind", ["approve", "decline"])
def test_a_lent_device_goes_back_with_the_answer(evening: Evening, kind: str) -> None:
    a_proposal(evening)
    assert answered(evening, kind, evening.in_hand(2)) == 200
    assert "Lent to" not in evening.host.sees(f"/t/{evening.key}")


def test_whoever_holds_the_hosts_device_does_not_propose_as_the_host(evening: Evening) -> None:
    evening.in_hand(2)
    assert proposed(evening, entry(evening, "move", 0), steps=1) == 403
    assert evening.host.get(f"/t/{evening.key}/correct").status_code == 403
    assert ">Correct<" not in evening.host.sees(f"/t/{evening.key}")


def test_a_host_who_takes_a_seat_meanwhile_cannot_agree_to_the_own_proposal(tmp_path: Path) -> None:
    evening = a_paid_round(an_evening(tmp_path / "screen"))
    a_proposal(evening)
    claim = done(evening.host.tap(evening.key, "claim", person=1))
    done(evening.host.tap(evening.key, "admit", claim=claim))
    assert answered(evening, "approve", evening.host) == 403
    assert "Yes, that is right" not in evening.host.sees(f"/t/{evening.key}")
    assert answered(evening, "approve", evening.players[2]) == 200


def test_two_who_answer_at_once_are_one_answer(evening: Evening) -> None:
    a_proposal(evening)
    assert answered(evening, "approve", evening.players[1]) == 200
    for kind in ("approve", "decline"):
        assert evening.players[1].tap(evening.key, kind, proposal=evening.table.number - 1).status_code == 409
    assert len(evening.table.party.corrections) == 1
