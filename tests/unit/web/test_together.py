"""What all do together: it goes on when everybody has nothing more, or when the host will not wait."""

import re
from pathlib import Path
from random import Random

import pytest

from companion.games.wetten.moves import ActionCard
from companion.table.model.player_view import player_view
from tests.unit.web.corrections import answered, proposed
from tests.unit.web.devices import Evening, an_evening, done
from tests.unit.web.phases import turned_up


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """Anna (the host), Ben and Carla have turned their race cards up; the horses have still to run."""
    return turned_up(an_evening(tmp_path, game="wetten", host_plays=True))


def nothing_more(evening: Evening, seat: int, **more: str) -> int:
    ask = next(ask for ask in evening.table.asks if ask.consent)
    sure = {"sure": "yes"} if ask.final else {}
    return (
        evening.taken(evening.players[seat])
        .tap(evening.key, "act", slot=ask.slot, do="run", **sure, **more)
        .status_code
    )


def runs(evening: Evening) -> int:
    return len(evening.table.state.runs)


def test_the_horses_run_when_the_last_has_nothing_more(evening: Evening) -> None:
    for seat in (1, 0):
        assert nothing_more(evening, seat) == 200
        assert runs(evening) == 0
    assert nothing_more(evening, 2) == 200
    assert runs(evening) == 1


def test_everybody_sees_who_is_waited_for(evening: Evening) -> None:
    nothing_more(evening, 1)
    for device in (*evening.players[:1], evening.players[2]):
        assert "no action card" in device.sees(f"/t/{evening.key}")
    assert "Waiting for Anna and Carla" in evening.players[1].sees(f"/t/{evening.key}")
    assert "No action card" not in evening.players[1].sees(f"/t/{evening.key}")


def test_where_nobody_can_play_an_action_card_any_more_they_can_run(evening: Evening) -> None:
    while actions := [ask for ask in evening.table.asks if ask.do == "action-card"]:
        assert "No more action cards: the horses run" not in evening.players[0].sees(f"/t/{evening.key}")
        done(evening.act(actions[0], ActionCard(((1, 1),))))
    assert runs(evening) == 0, "whoever played last can still take it back"
    for device in evening.players:
        assert "No more action cards: the horses run" in device.sees(f"/t/{evening.key}")


def test_an_action_card_asks_everybody_again(evening: Evening) -> None:
    nothing_more(evening, 1)
    nothing_more(evening, 2)
    ask = next(ask for ask in evening.table.asks if ask.do == "action-card" and ask.seat == 0)
    done(evening.act(ask, ActionCard(((1, 3),))))
    assert nothing_more(evening, 0) == 200
    assert runs(evening) == 0
    nothing_more(evening, 1)
    nothing_more(evening, 2)
    assert runs(evening) == 1


def test_accident_and_doping_are_one_tap_for_whoever_may_play_them(evening: Evening) -> None:
    page = evening.players[1].get(f"/t/{evening.key}").text
    slots = re.findall(r'<data data-slot value="([^"]+)">', page)
    assert slots == [ask.slot for ask in evening.table.asks if ask.seat is not None and ask.do == "action-card"]
    assert len(slots) == 3
    assert page.count('name="adjust-2" value="2"') == page.count('name="adjust-2" value="-2"') == 1
    done(evening.players[1].tap(evening.key, "act", slot=slots[1], do="action-card", **{"adjust-2": "2"}))
    assert [(card.seat, card.adjust) for card in evening.table.state.adjusts] == [(1, ((2, 2),))]


def test_the_host_need_not_wait_and_nobody_else_may_go_on(evening: Evening) -> None:
    assert nothing_more(evening, 1, all="yes") == 200
    assert runs(evening) == 0
    assert nothing_more(evening, 0, all="yes") == 200
    assert runs(evening) == 1


def test_who_has_no_phone_is_not_waited_for(tmp_path: Path) -> None:
    evening = turned_up(an_evening(tmp_path, 2, game="wetten", host_plays=True, guests=1))
    nothing_more(evening, 0)
    nothing_more(evening, 1)
    assert runs(evening) == 1


def test_an_action_card_that_is_corrected_asks_everybody_again(evening: Evening) -> None:
    nothing_more(evening, 1)
    ask = next(ask for ask in evening.table.asks if ask.do == "action-card" and ask.seat == 0)
    act = done(evening.act(ask, ActionCard(((1, 3),))))
    nothing_more(evening, 1)
    nothing_more(evening, 2)
    assert proposed(evening, act, "action-card", **{"adjust-1": 4}) == 200
    assert answered(evening, "approve", evening.players[1]) == 200
    assert nothing_more(evening, 0) == 200
    assert runs(evening) == 0


def test_whoever_holds_the_hosts_device_is_not_the_host(tmp_path: Path) -> None:
    evening = turned_up(an_evening(tmp_path, 2, game="wetten", host_plays=True, guests=1))
    evening.in_hand(2)
    assert nothing_more(evening, 0, all="yes") == 200
    assert runs(evening) == 0


def test_a_guest_who_has_nothing_more_is_not_asked_to_go_on_for_the_host(tmp_path: Path) -> None:
    evening = turned_up(an_evening(tmp_path, 2, game="wetten", host_plays=True, guests=1))
    go_on = "Run the horses without waiting"
    evening.in_hand(2)
    assert nothing_more(evening, 2) == 200
    evening.in_hand(2)
    assert go_on not in evening.host.sees(f"/t/{evening.key}")
    done(evening.host.tap(evening.key, "return"))
    evening.taken(evening.host)
    assert go_on not in evening.host.sees(f"/t/{evening.key}")
    assert nothing_more(evening, 0) == 200
    assert go_on in evening.host.sees(f"/t/{evening.key}")


def test_who_has_none_for_the_rest_of_the_race_is_asked_no_more_in_it(evening: Evening) -> None:
    assert nothing_more(evening, 1, standing="yes") == 200
    assert nothing_more(evening, 0) == 200
    assert nothing_more(evening, 2, standing="yes") == 200  # the last one's word holds as well
    assert runs(evening) == 1
    on_to_the_next_run(evening)
    assert evening.table.state.race == 1
    chair_ = player_view(evening.table)
    assert chair_.waiting == (0,)
    assert nothing_more(evening, 0, standing="yes") == 200
    assert runs(evening) == 2


def test_where_nobody_has_one_more_anybody_lets_them_run(evening: Evening) -> None:
    for seat in (0, 1, 2):
        nothing_more(evening, seat, standing="yes")
    on_to_the_next_run(evening)
    assert player_view(evening.table).waiting == ()
    assert "The horses run" in evening.players[1].sees(f"/t/{evening.key}")
    assert nothing_more(evening, 1) == 200
    assert runs(evening) == 2


def test_in_the_next_race_everybody_is_asked_again(evening: Evening) -> None:
    for seat in (0, 1, 2):
        nothing_more(evening, seat, standing="yes")
    while evening.table.state.race == 1:
        on_to_the_next_run(evening)
        nothing_more(evening, 0)
        evening.paged()
    on_to_the_next_run(evening)
    assert len(player_view(evening.table).waiting) == 3


def on_to_the_next_run(evening: Evening) -> None:
    """All lay what they are asked for."""
    evening.paged()
    luck = Random(3)
    while evening.ask.do != "run":
        done(evening.by_chance(luck))
