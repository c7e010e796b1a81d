"""What all do together: it goes on when everybody has nothing more, or when the host will not wait."""

import re
from pathlib import Path
from random import Random

import pytest

from companion.games.wetten.moves import ActionCard
from companion.table.model.player_view import player_view
from tests.unit.web.support.corrections import answered, proposed
from tests.unit.web.support.devices import Session, new_session, saved
from tests.unit.web.support.phases import play_to_run


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Anna (the host), Ben and Carla have turned their race cards up; the horses have still to run."""
    return play_to_run(new_session(tmp_path, game="wetten", host_plays=True))


def nothing_more(session: Session, seat: int, **more: str) -> int:
    ask = next(ask for ask in session.table.asks if ask.consent)
    sure = {"sure": "yes"} if ask.final else {}
    return (
        session.taken(session.players[seat])
        .tap(session.key, "act", slot=ask.slot, do="run", **sure, **more)
        .status_code
    )


def runs(session: Session) -> int:
    return len(session.table.state.runs)


def test_the_horses_run_when_the_last_has_nothing_more(session: Session) -> None:
    for seat in (1, 0):
        assert nothing_more(session, seat) == 200
        assert runs(session) == 0
    assert nothing_more(session, 2) == 200
    assert runs(session) == 1


def test_everybody_sees_who_is_waited_for(session: Session) -> None:
    nothing_more(session, 1)
    for device in (*session.players[:1], session.players[2]):
        assert "no action card" in device.sees(f"/t/{session.key}")
    assert "Waiting for Anna and Carla" in session.players[1].sees(f"/t/{session.key}")
    assert "No action card" not in session.players[1].sees(f"/t/{session.key}")


def test_where_nobody_can_play_an_action_card_any_more_they_can_run(session: Session) -> None:
    while actions := [ask for ask in session.table.asks if ask.do == "action-card"]:
        assert "No more action cards: run the horses" not in session.players[0].sees(f"/t/{session.key}")
        saved(session.act(actions[0], ActionCard(((1, 1),))))
    assert runs(session) == 0, "whoever played last can still take it back"
    for device in session.players:
        assert "No more action cards: run the horses" in device.sees(f"/t/{session.key}")


def test_an_action_card_asks_everybody_again(session: Session) -> None:
    nothing_more(session, 1)
    nothing_more(session, 2)
    ask = next(ask for ask in session.table.asks if ask.do == "action-card" and ask.seat == 0)
    saved(session.act(ask, ActionCard(((1, 3),))))
    assert nothing_more(session, 0) == 200
    assert runs(session) == 0
    nothing_more(session, 1)
    nothing_more(session, 2)
    assert runs(session) == 1


def test_accident_and_doping_are_one_tap_for_whoever_may_play_them(session: Session) -> None:
    page = session.players[1].get(f"/t/{session.key}").text
    slots = re.findall(r'<data data-slot value="([^"]+)">', page)
    assert slots == [ask.slot for ask in session.table.asks if ask.seat is not None and ask.do == "action-card"]
    assert len(slots) == 3
    assert page.count('name="adjust-2" value="2"') == page.count('name="adjust-2" value="-2"') == 1
    saved(session.players[1].tap(session.key, "act", slot=slots[1], do="action-card", **{"adjust-2": "2"}))
    assert [(card.seat, card.adjust) for card in session.table.state.adjusts] == [(1, ((2, 2),))]


def test_the_host_need_not_wait_and_nobody_else_may_go_on(session: Session) -> None:
    assert nothing_more(session, 1, all="yes") == 200
    assert runs(session) == 0
    assert nothing_more(session, 0, all="yes") == 200
    assert runs(session) == 1


def test_who_has_no_phone_is_not_waited_for(tmp_path: Path) -> None:
    session = play_to_run(new_session(tmp_path, 2, game="wetten", host_plays=True, guests=1))
    nothing_more(session, 0)
    nothing_more(session, 1)
    assert runs(session) == 1


def test_an_action_card_that_is_corrected_asks_everybody_again(session: Session) -> None:
    nothing_more(session, 1)
    ask = next(ask for ask in session.table.asks if ask.do == "action-card" and ask.seat == 0)
    act = saved(session.act(ask, ActionCard(((1, 3),))))
    nothing_more(session, 1)
    nothing_more(session, 2)
    assert proposed(session, act, "action-card", **{"adjust-1": 4}) == 200
    assert answered(session, "approve", session.players[1]) == 200
    assert nothing_more(session, 0) == 200
    assert runs(session) == 0


def test_whoever_holds_the_hosts_device_is_not_the_host(tmp_path: Path) -> None:
    session = play_to_run(new_session(tmp_path, 2, game="wetten", host_plays=True, guests=1))
    session.in_hand(2)
    assert nothing_more(session, 0, all="yes") == 200
    assert runs(session) == 0


def test_a_guest_who_has_nothing_more_is_not_asked_to_go_on_for_the_host(tmp_path: Path) -> None:
    session = play_to_run(new_session(tmp_path, 2, game="wetten", host_plays=True, guests=1))
    go_on = "Run the horses without waiting"
    session.in_hand(2)
    assert nothing_more(session, 2) == 200
    session.in_hand(2)
    assert go_on not in session.host.sees(f"/t/{session.key}")
    saved(session.host.tap(session.key, "return"))
    session.taken(session.host)
    assert go_on not in session.host.sees(f"/t/{session.key}")
    assert nothing_more(session, 0) == 200
    assert go_on in session.host.sees(f"/t/{session.key}")


def test_who_has_none_for_the_rest_of_the_race_is_asked_no_more_in_it(session: Session) -> None:
    assert nothing_more(session, 1, standing="yes") == 200
    assert nothing_more(session, 0) == 200
    assert nothing_more(session, 2, standing="yes") == 200  # the last one's word holds as well
    assert runs(session) == 1
    on_to_the_next_run(session)
    assert session.table.state.race == 1
    chair_ = player_view(session.table)
    assert chair_.waiting == (0,)
    assert nothing_more(session, 0, standing="yes") == 200
    assert runs(session) == 2


def test_where_nobody_has_one_more_anybody_lets_them_run(session: Session) -> None:
    for seat in (0, 1, 2):
        nothing_more(session, seat, standing="yes")
    on_to_the_next_run(session)
    assert player_view(session.table).waiting == ()
    assert "The horses run" in session.players[1].sees(f"/t/{session.key}")
    assert nothing_more(session, 1) == 200
    assert runs(session) == 2


def test_in_the_next_race_everybody_is_asked_again(session: Session) -> None:
    for seat in (0, 1, 2):
        nothing_more(session, seat, standing="yes")
    while session.table.state.race == 1:
        on_to_the_next_run(session)
        nothing_more(session, 0)
        session.paged()
    on_to_the_next_run(session)
    assert len(player_view(session.table).waiting) == 3


def on_to_the_next_run(session: Session) -> None:
    """All lay what they are asked for."""
    session.paged()
    luck = Random(3)
    while session.ask.do != "run":
        saved(session.by_chance(luck))
