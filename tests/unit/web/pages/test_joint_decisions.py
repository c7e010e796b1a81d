"""Decisions of several players in Wetten!: the run without more action cards, and the end of the game by agreement."""

import re
from pathlib import Path
from random import Random

import pytest

from companion.games.wetten.moves import ActionCard, Bet, slip
from companion.table.model.player_view import player_view
from tests.unit.web.support.corrections import answered, proposed
from tests.unit.web.support.devices import Session, new_session, saved
from tests.unit.web.support.phases import play_to_run


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Anna (the host), Ben and Carla have revealed their race cards; the horses have still to run."""
    return play_to_run(new_session(tmp_path, game="wetten", host_plays=True))


@pytest.fixture
def with_guest(tmp_path: Path) -> Session:
    """The same, but Carla has no phone."""
    return play_to_run(new_session(tmp_path, 2, game="wetten", host_plays=True, guests=1))


def run(session: Session, *seats: int, **more: str) -> int:
    """These seats have no more action cards; the number of runs since."""
    for seat in seats:
        ask = next(ask for ask in session.table.asks if ask.consent)
        sure = {"sure": "yes"} if ask.final else {}
        device = session.taken(session.players[seat])
        saved(device.tap(session.key, "act", slot=ask.slot, do="run", **sure, **more))
    return len(session.table.state.runs)


def play_action_card(session: Session) -> int:
    """Anna plays one; its number."""
    ask = next(ask for ask in session.table.asks if ask.do == "action-card" and ask.seat == 0)
    return saved(session.act(ask, ActionCard(((1, 3),))))


def play_to_next_run(session: Session) -> None:
    session.paged()
    luck = Random(3)
    while session.ask.do != "run":
        saved(session.by_chance(luck))


def test_horses_run_once_everybody_agrees(session: Session) -> None:
    assert run(session, 1) == 0
    for device in (session.players[0], session.players[2]):
        assert "no action card" in device.sees(f"/t/{session.key}")
    ben = session.players[1].sees(f"/t/{session.key}")
    assert "Waiting for Anna and Carla" in ben
    assert "Play no action card" not in ben
    assert run(session, 0) == 0
    assert run(session, 2) == 1


def test_action_card_and_its_correction_ask_everybody_again(session: Session) -> None:
    run(session, 1, 2)
    act = play_action_card(session)
    assert run(session, 0, 1) == 0
    assert proposed(session, act, "action-card", **{"adjust-1": 4}) == 200
    assert answered(session, "approve", session.players[1]) == 200
    assert run(session, 2, 0) == 0
    assert run(session, 1) == 1


def test_horses_wait_for_a_tap_after_the_last_action_card(session: Session) -> None:
    while actions := [ask for ask in session.table.asks if ask.do == "action-card"]:
        assert "No more action cards: run the horses" not in session.players[0].sees(f"/t/{session.key}")
        saved(session.act(actions[0], ActionCard(((1, 1),))))
    assert run(session) == 0, "the last one can still be undone"
    for device in session.players:
        assert "No more action cards: run the horses" in device.sees(f"/t/{session.key}")


def test_action_card_is_one_tap_for_who_may_play_it(session: Session) -> None:
    page = session.players[1].get(f"/t/{session.key}").text
    slots = re.findall(r'<data data-slot value="([^"]+)">', page)
    assert slots == [ask.slot for ask in session.table.asks if ask.seat is not None and ask.do == "action-card"]
    assert len(slots) == 3
    assert page.count('name="adjust-2" value="2"') == page.count('name="adjust-2" value="-2"') == 1
    saved(session.players[1].tap(session.key, "act", slot=slots[1], do="action-card", **{"adjust-2": "2"}))
    assert [(card.seat, card.adjust) for card in session.table.state.adjusts] == [(1, ((2, 2),))]


def test_only_the_host_goes_on_without_the_others(session: Session) -> None:
    assert run(session, 1, all="yes") == 0
    assert run(session, 0, all="yes") == 1


def test_player_without_a_phone_is_not_waited_for(with_guest: Session) -> None:
    assert run(with_guest, 0, 1) == 1


def test_borrower_of_the_host_device_is_not_the_host(with_guest: Session) -> None:
    go_on = "Run the horses without waiting"
    with_guest.in_hand(2)
    assert run(with_guest, 2, all="yes") == 0
    with_guest.in_hand(2)
    assert go_on not in with_guest.host.sees(f"/t/{with_guest.key}")
    saved(with_guest.host.tap(with_guest.key, "return"))
    with_guest.taken(with_guest.host)
    assert go_on not in with_guest.host.sees(f"/t/{with_guest.key}")
    run(with_guest, 0)
    assert go_on in with_guest.host.sees(f"/t/{with_guest.key}")


def test_standing_answer_holds_for_the_race(session: Session) -> None:
    run(session, 1, standing="yes")
    run(session, 0)
    assert run(session, 2, standing="yes") == 1
    play_to_next_run(session)
    assert (session.table.state.race, player_view(session.table).waiting) == (1, (0,))
    assert run(session, 0, standing="yes") == 2
    play_to_next_run(session)
    if session.table.state.race == 1:
        assert player_view(session.table).waiting == ()
        assert "Run the horses" in session.players[1].sees(f"/t/{session.key}")
        assert run(session, 1) == 3, "anybody may let them run"
    while session.table.state.race == 1:
        play_to_next_run(session)
        run(session, 0)
        session.paged()
    play_to_next_run(session)
    assert len(player_view(session.table).waiting) == 3, "in the next race everybody is asked again"


def after_a_race(session: Session) -> Session:
    """The first race is paid out; no slip of the second is laid."""
    luck = Random(7)
    while not any(ask.do == "stop" for ask in session.table.asks):
        saved(session.by_chance(luck))
        session.paged()
    return session


@pytest.fixture
def raced(tmp_path: Path) -> Session:
    """Anna, Ben and Carla after a race; their host has no seat."""
    return after_a_race(new_session(tmp_path, game="wetten"))


def poorer(session: Session) -> list[int]:
    """The seats asked to stop: all but the richest."""
    money = session.table.state.money
    one, other = (seat for seat, sum_ in enumerate(money) if sum_ < max(money))
    return [one, other]


def stop(session: Session, seat: int | None) -> int:
    device = session.host if seat is None else session.players[seat]
    return device.tap(session.key, "act", slot=f"{session.table.state.race}.stop", do="stop", sure="yes").status_code


def test_game_stops_when_all_but_the_richest_agree(raced: Session) -> None:
    one, other = poorer(raced)
    (richest,) = {0, 1, 2} - {one, other}
    names, at = raced.table.names, f"/t/{raced.key}"
    assert stop(raced, one) == 200
    told = f"{names[one]} would like to stop now, after race 1. Still to answer: {names[other]}."
    for device in (raced.host, raced.players[richest], raced.players[other]):
        assert told in device.sees(at)
    assert "You would like to stop now, after race 1." in raced.players[one].sees(at)
    agree = ["I agree: end the game" in player.sees(at) for player in raced.players]
    assert agree == [seat == other for seat in range(3)]
    assert [stop(raced, seat) for seat in (one, richest, None)] == [200, 200, 403]
    assert raced.table.asks, "neither one twice, nor the richest, nor the host"
    assert stop(raced, other) == 200
    assert raced.table.state.ended_by == "stop"
    for path in (at, f"{at}/screen"):
        page = raced.host.sees(path)
        assert "The players have agreed to end the game." in page
        assert f"{names[richest]} wins" not in page, "the podium says so first"


def test_laid_slip_declines_to_stop(raced: Session) -> None:
    one, other = poorer(raced)
    stop(raced, one)
    ask = next(ask for ask in raced.table.asks if (ask.do, ask.seat) == ("bet", other))
    saved(raced.act(ask, Bet(slip([]))))
    assert stop(raced, other) == 409
    assert raced.table.asks


def test_players_without_a_phone_are_not_asked_to_stop(tmp_path: Path) -> None:
    session = after_a_race(new_session(tmp_path, players=3, guests=2, game="wetten"))
    for seat in next(ask for ask in session.table.asks if ask.do == "stop").consent:
        if session.table.roster.people[seat].phone:
            assert stop(session, seat) == 200
    assert session.table.state.ended_by == "stop"
