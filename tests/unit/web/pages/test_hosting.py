"""The role of host moves to another device, and everybody is told."""

from pathlib import Path

import pytest

from tests.unit.web.support.corrections import a_paid_round, answered, entry, proposed
from tests.unit.web.support.devices import Device, Session, new_session, saved
from tests.unit.web.support.phases import name_start_player

BE_HOST = "Become the host of this table"
HAND_ON = "Make someone else the host"


def page(session: Session, device: Device) -> str:
    return device.sees(f"/t/{session.key}")


def test_operator_becomes_host_of_a_table_without_one(session: Session) -> None:
    name_start_player(session)
    newcomer, operator = session.device("newcomer"), session.operator()
    claim = saved(newcomer.tap(session.key, "claim", person=1))
    for device in (*session.players, session.device("stranger")):
        assert BE_HOST not in page(session, device)
        assert device.get(f"/t/{session.key}/host").status_code == 403
        assert device.tap(session.key, "host").status_code == 403
    assert BE_HOST in page(session, operator)
    saved(operator.tap(session.key, "host"))
    for device in (*session.players, operator):
        assert "The host is now on another device." in page(session, device)
    assert session.host.tap(session.key, "admit", claim=claim).status_code == 403
    assert "Ask for a seat" in page(session, session.host)
    assert "This game has begun" in session.host.get(f"/t/{session.key}/door").text
    assert BE_HOST not in page(session, session.host)
    saved(operator.tap(session.key, "admit", claim=claim))
    assert session.service.rights(session.key, newcomer.known).person == 1
    assert 'id="live"' in page(session, newcomer)


def test_host_hands_the_role_to_somebody_with_a_phone(tmp_path: Path) -> None:
    session = new_session(tmp_path, 2, host_plays=True, guests=1)
    anna, ben = session.host, session.players[1]
    start = {"slot": "start", "do": "start", "table": 1, "seat": 1}
    assert [HAND_ON in page(session, device) for device in (anna, ben)] == [True, False]
    offered = anna.get(f"/t/{session.key}/host").text
    assert [name in offered for name in ("Anna", "Ben", "Carla")] == [False, True, False]
    assert ben.tap(session.key, "act", **start).status_code == 409, "not even the own seat"
    before = anna.get(f"/t/{session.key}/record.jsonl").data
    saved(anna.tap(session.key, "hand-on", person=1))
    for device in (anna, ben):
        assert "Ben is the host now." in page(session, device)
        assert device.get(f"/t/{session.key}/record.jsonl").data == before, "a record does not name the host"
    assert [HAND_ON in page(session, device) for device in (anna, ben)] == [False, True]
    assert 'id="live"' in page(session, anna)
    assert anna.tap(session.key, "act", **start).status_code == 409
    saved(ben.tap(session.key, "act", **start))


def test_host_of_a_lobby_hands_the_role_on(session: Session) -> None:
    lobby = Session(session.app, session.host).open()
    assert HAND_ON not in page(lobby, lobby.host)
    lobby.sit(3)
    ben = lobby.players[1]
    saved(lobby.host.tap(lobby.key, "hand-on", person=1))
    assert "Ben is the host now." in page(lobby, lobby.players[0])
    assert lobby.host.tap(lobby.key, "begin", order="0 1 2").status_code == 403
    saved(ben.tap(lobby.key, "leave", person=1))
    assert "Ben is the host now." not in page(lobby, lobby.players[0])
    saved(ben.tap(lobby.key, "sit", name="Ben", colour="sky"))
    lobby.host = ben
    lobby.begin()


@pytest.mark.parametrize("who", ["operator", "player"])
def test_new_host_withdraws_the_old_ones_proposal(tmp_path: Path, who: str) -> None:
    session = a_paid_round(new_session(tmp_path))
    operator = session.operator()
    assert proposed(session, entry(session, "move", 0), steps=1) == 200
    if who == "operator":
        saved(operator.tap(session.key, "host"))
    else:
        saved(session.host.tap(session.key, "hand-on", person=0))
    assert session.table.roster.proposal is None
    assert answered(session, "approve", session.players[1]) == 409


def test_lent_host_device_is_its_own_in_its_next_seat(tmp_path: Path) -> None:
    session = new_session(tmp_path, 2, guests=1)
    saved(session.host.tap(session.key, "lend", person=2))
    operator = session.operator()
    saved(operator.tap(session.key, "host"))
    claim = saved(session.host.tap(session.key, "claim", person=1))
    saved(operator.tap(session.key, "admit", claim=claim))
    assert "Lent to" not in page(session, session.host)
    rights = session.service.rights(session.key, session.host.known)
    assert (rights.person, rights.lent) == (1, None)


def test_phone_on_its_way_back_makes_nobody_host(tmp_path: Path) -> None:
    session = new_session(tmp_path, 2, guests=1)
    anna = session.players[0]
    anna.get(f"/house/{session.service.invitations.create()}")
    saved(anna.tap(session.key, "lend", person=2))
    session.taken(anna)
    saved(anna.tap(session.key, "return"))
    assert anna.tap(session.key, "host").status_code == 403
    assert anna.get(f"/t/{session.key}/host").status_code == 403
    saved(session.taken(anna).tap(session.key, "host"))
