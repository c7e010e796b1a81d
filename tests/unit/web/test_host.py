"""The host's role on the pages: a table whose host is gone goes on, and everybody is told who it is now."""

from pathlib import Path

import pytest

from tests.unit.web.corrections import a_paid_round, answered, entry, proposed
from tests.unit.web.devices import Device, Evening, an_evening, done
from tests.unit.web.phases import an_act

BE_HOST = "Become the host of this table"
HAND_ON = "Make someone else the host"


def the_operator(evening: Evening) -> Device:
    """A device that comes by the link in the terminal."""
    link = evening.service.invitations.new()
    operator = evening.device("operator")
    assert operator.get(f"/house/{link}").status_code == 303
    return operator


def page(evening: Evening, device: Device) -> str:
    return device.sees(f"/t/{evening.key}")


def test_a_table_whose_host_is_gone_goes_on_by_the_link_in_the_terminal(evening: Evening) -> None:
    an_act(evening)
    newcomer, operator = evening.device("newcomer"), the_operator(evening)
    claim = done(newcomer.tap(evening.key, "claim", person=1))
    assert BE_HOST in page(evening, operator)
    done(operator.tap(evening.key, "host"))
    for device in (*evening.players, operator):
        assert "The host is now on another device." in page(evening, device)
    assert evening.host.tap(evening.key, "admit", claim=claim).status_code == 403
    assert "Ask for a seat" in page(evening, evening.host)
    assert "This game has begun" in evening.host.get(f"/t/{evening.key}/door").text
    assert BE_HOST not in page(evening, evening.host)
    done(operator.tap(evening.key, "admit", claim=claim))
    assert evening.service.rights(evening.key, device_of(evening, 1)).person == 1
    assert 'id="live"' in page(evening, newcomer)


def device_of(evening: Evening, person: int) -> str:
    holders = evening.service.store.holders(evening.table.id)
    return next(grant.device for grant in holders if (grant.role, grant.number) == ("seat", person))


def test_a_start_is_the_hosts_alone_also_where_it_names_the_senders_own_seat(tmp_path: Path) -> None:
    evening = an_evening(tmp_path)
    start = {"slot": "start", "do": "start", "table": 1}
    assert evening.players[1].tap(evening.key, "act", seat=1, **start).status_code == 409
    done(evening.host.tap(evening.key, "act", seat=1, **start))


def test_nobody_but_the_operator_is_offered_the_role_or_may_take_it(evening: Evening) -> None:
    the_operator(evening)
    for device in (*evening.players, evening.device("stranger")):
        assert BE_HOST not in page(evening, device)
        assert device.get(f"/t/{evening.key}/host").status_code == 403
        assert device.tap(evening.key, "host").status_code == 403
    assert evening.host.get(f"/t/{evening.key}/host").status_code == 200


def test_the_host_hands_the_role_on_to_somebody_with_a_phone(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, 2, host_plays=True, guests=1)
    anna, ben = evening.host, evening.players[1]
    assert HAND_ON in page(evening, anna)
    assert HAND_ON not in page(evening, ben)
    offered = anna.get(f"/t/{evening.key}/host").text
    assert [name in offered for name in ("Anna", "Ben", "Carla")] == [False, True, False]
    done(anna.tap(evening.key, "hand-on", person=1))
    for device in (anna, ben):
        assert "Ben is the host now." in page(evening, device)
    assert HAND_ON in page(evening, ben)
    assert HAND_ON not in page(evening, anna)
    assert 'id="live"' in page(evening, anna)
    assert anna.tap(evening.key, "act", slot="start", do="start", table=1, seat=1).status_code == 409
    done(ben.tap(evening.key, "act", slot="start", do="start", table=1, seat=2))


def test_in_the_lobby_it_is_handed_on_as_well_and_who_leaves_is_forgotten(tmp_path: Path) -> None:
    first = an_evening(tmp_path)
    lobby = Evening(first.app, first.host).open()
    assert HAND_ON not in page(lobby, lobby.host)
    lobby.sit(3)
    done(lobby.host.tap(lobby.key, "hand-on", person=1))
    assert "Ben is the host now." in page(lobby, lobby.players[0])
    assert lobby.host.tap(lobby.key, "begin", order="0 1 2").status_code == 403
    done(lobby.players[1].tap(lobby.key, "leave", person=1))
    assert "Ben is the host now." not in page(lobby, lobby.players[0])
    lobby.host = lobby.players[1]
    lobby.sit(0)
    done(lobby.host.tap(lobby.key, "sit", name="Ben", colour="sky"))
    lobby.begin()


def test_the_record_does_not_know_who_the_host_is(evening: Evening) -> None:
    an_act(evening)
    before = evening.players[0].get(f"/t/{evening.key}/record.jsonl").data
    done(evening.host.tap(evening.key, "hand-on", person=0))
    assert evening.players[0].get(f"/t/{evening.key}/record.jsonl").data == before


@pytest.mark.parametrize("who", ["operator", "player"])
def test_what_the_old_host_would_correct_is_withdrawn(tmp_path: Path, who: str) -> None:
    evening = a_paid_round(an_evening(tmp_path))
    operator = the_operator(evening)
    assert proposed(evening, entry(evening, "move", 0), steps=1) == 200
    if who == "operator":
        done(operator.tap(evening.key, "host"))
    else:
        done(evening.host.tap(evening.key, "hand-on", person=0))
    assert evening.table.party.proposal is None
    assert answered(evening, "approve", evening.players[1]) == 409


def test_a_device_that_was_lent_as_the_hosts_is_its_own_in_its_next_seat(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, 2, guests=1)
    done(evening.host.tap(evening.key, "lend", person=2))
    operator = the_operator(evening)
    done(operator.tap(evening.key, "host"))
    claim = done(evening.host.tap(evening.key, "claim", person=1))
    done(operator.tap(evening.key, "admit", claim=claim))
    assert "Lent to" not in page(evening, evening.host)
    rights = evening.service.rights(evening.key, device_of(evening, 1))
    assert (rights.person, rights.lent) == (1, None)


def test_a_phone_on_its_way_back_from_a_guest_makes_nobody_the_host_before_its_owner_says_who_holds_it(
    tmp_path: Path,
) -> None:
    evening = an_evening(tmp_path, 2, guests=1)
    anna = evening.players[0]
    anna.get(f"/house/{evening.service.invitations.new()}")
    done(evening.taken(anna).tap(evening.key, "lend", person=2))
    evening.taken(anna)
    done(anna.tap(evening.key, "return"))
    assert anna.tap(evening.key, "host").status_code == 403
    assert anna.get(f"/t/{evening.key}/host").status_code == 403
    done(evening.taken(anna).tap(evening.key, "host"))
