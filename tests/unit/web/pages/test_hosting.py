"""The host's role on the pages: a table whose host is gone goes on, and everybody is told who it is now."""

from pathlib import Path

import pytest

from tests.unit.web.support.corrections import a_paid_round, answered, entry, proposed
from tests.unit.web.support.devices import Device, Session, new_session, saved
from tests.unit.web.support.phases import name_start_player

BE_HOST = "Become the host of this table"
HAND_ON = "Make someone else the host"


def the_operator(session: Session) -> Device:
    """A device that comes by the link in the terminal."""
    link = session.service.invitations.new()
    operator = session.device("operator")
    assert operator.get(f"/house/{link}").status_code == 303
    return operator


def page(session: Session, device: Device) -> str:
    return device.sees(f"/t/{session.key}")


def test_a_table_whose_host_is_gone_goes_on_by_the_link_in_the_terminal(session: Session) -> None:
    name_start_player(session)
    newcomer, operator = session.device("newcomer"), the_operator(session)
    claim = saved(newcomer.tap(session.key, "claim", person=1))
    assert BE_HOST in page(session, operator)
    saved(operator.tap(session.key, "host"))
    for device in (*session.players, operator):
        assert "The host is now on another device." in page(session, device)
    assert session.host.tap(session.key, "admit", claim=claim).status_code == 403
    assert "Ask for a seat" in page(session, session.host)
    assert "This game has begun" in session.host.get(f"/t/{session.key}/door").text
    assert BE_HOST not in page(session, session.host)
    saved(operator.tap(session.key, "admit", claim=claim))
    assert session.service.rights(session.key, device_of(session, 1)).person == 1
    assert 'id="live"' in page(session, newcomer)


def device_of(session: Session, person: int) -> str:
    holders = session.service.store.holders(session.table.id)
    return next(grant.device for grant in holders if (grant.role, grant.number) == ("seat", person))


def test_a_start_is_the_hosts_alone_also_where_it_names_the_senders_own_seat(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    start = {"slot": "start", "do": "start", "table": 1}
    assert session.players[1].tap(session.key, "act", seat=1, **start).status_code == 409
    saved(session.host.tap(session.key, "act", seat=1, **start))


def test_nobody_but_the_operator_is_offered_the_role_or_may_take_it(session: Session) -> None:
    the_operator(session)
    for device in (*session.players, session.device("stranger")):
        assert BE_HOST not in page(session, device)
        assert device.get(f"/t/{session.key}/host").status_code == 403
        assert device.tap(session.key, "host").status_code == 403
    assert session.host.get(f"/t/{session.key}/host").status_code == 200


def test_the_host_hands_the_role_on_to_somebody_with_a_phone(tmp_path: Path) -> None:
    session = new_session(tmp_path, 2, host_plays=True, guests=1)
    anna, ben = session.host, session.players[1]
    assert HAND_ON in page(session, anna)
    assert HAND_ON not in page(session, ben)
    offered = anna.get(f"/t/{session.key}/host").text
    assert [name in offered for name in ("Anna", "Ben", "Carla")] == [False, True, False]
    saved(anna.tap(session.key, "hand-on", person=1))
    for device in (anna, ben):
        assert "Ben is the host now." in page(session, device)
    assert HAND_ON in page(session, ben)
    assert HAND_ON not in page(session, anna)
    assert 'id="live"' in page(session, anna)
    assert anna.tap(session.key, "act", slot="start", do="start", table=1, seat=1).status_code == 409
    saved(ben.tap(session.key, "act", slot="start", do="start", table=1, seat=2))


def test_in_the_lobby_it_is_handed_on_as_well_and_who_leaves_is_forgotten(tmp_path: Path) -> None:
    first = new_session(tmp_path)
    lobby = Session(first.app, first.host).open()
    assert HAND_ON not in page(lobby, lobby.host)
    lobby.sit(3)
    saved(lobby.host.tap(lobby.key, "hand-on", person=1))
    assert "Ben is the host now." in page(lobby, lobby.players[0])
    assert lobby.host.tap(lobby.key, "begin", order="0 1 2").status_code == 403
    saved(lobby.players[1].tap(lobby.key, "leave", person=1))
    assert "Ben is the host now." not in page(lobby, lobby.players[0])
    lobby.host = lobby.players[1]
    lobby.sit(0)
    saved(lobby.host.tap(lobby.key, "sit", name="Ben", colour="sky"))
    lobby.begin()


def test_the_record_does_not_know_who_the_host_is(session: Session) -> None:
    name_start_player(session)
    before = session.players[0].get(f"/t/{session.key}/record.jsonl").data
    saved(session.host.tap(session.key, "hand-on", person=0))
    assert session.players[0].get(f"/t/{session.key}/record.jsonl").data == before


@pytest.mark.parametrize("who", ["operator", "player"])
def test_what_the_old_host_would_correct_is_withdrawn(tmp_path: Path, who: str) -> None:
    session = a_paid_round(new_session(tmp_path))
    operator = the_operator(session)
    assert proposed(session, entry(session, "move", 0), steps=1) == 200
    if who == "operator":
        saved(operator.tap(session.key, "host"))
    else:
        saved(session.host.tap(session.key, "hand-on", person=0))
    assert session.table.party.proposal is None
    assert answered(session, "approve", session.players[1]) == 409


def test_a_device_that_was_lent_as_the_hosts_is_its_own_in_its_next_seat(tmp_path: Path) -> None:
    session = new_session(tmp_path, 2, guests=1)
    saved(session.host.tap(session.key, "lend", person=2))
    operator = the_operator(session)
    saved(operator.tap(session.key, "host"))
    claim = saved(session.host.tap(session.key, "claim", person=1))
    saved(operator.tap(session.key, "admit", claim=claim))
    assert "Lent to" not in page(session, session.host)
    rights = session.service.rights(session.key, device_of(session, 1))
    assert (rights.person, rights.lent) == (1, None)


def test_a_phone_on_its_way_back_from_a_guest_makes_nobody_the_host_before_its_owner_says_who_holds_it(
    tmp_path: Path,
) -> None:
    session = new_session(tmp_path, 2, guests=1)
    anna = session.players[0]
    anna.get(f"/house/{session.service.invitations.new()}")
    saved(session.taken(anna).tap(session.key, "lend", person=2))
    session.taken(anna)
    saved(anna.tap(session.key, "return"))
    assert anna.tap(session.key, "host").status_code == 403
    assert anna.get(f"/t/{session.key}/host").status_code == 403
    saved(session.taken(anna).tap(session.key, "host"))
