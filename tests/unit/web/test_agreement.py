"""The end of Wetten! by agreement: everybody but the richest is asked, and all of them must agree."""

from pathlib import Path
from random import Random

import pytest

from companion.games.wetten.moves import Bet, slip
from tests.unit.web.devices import Evening, an_evening, done


def after_a_race(evening: Evening) -> Evening:
    """The first race is paid out, and no slip of the second is down."""
    luck = Random(7)
    while not any(ask.do == "stop" for ask in evening.table.asks):
        done(evening.by_chance(luck))
        evening.paged()
    return evening


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """Anna, Ben and Carla after a race; their host has no seat."""
    return after_a_race(an_evening(tmp_path, game="wetten"))


def poorer(evening: Evening) -> list[int]:
    money = evening.table.state.money
    found = [seat for seat, sum_ in enumerate(money) if sum_ < max(money)]
    assert len(found) == 2
    return found


def would_end(evening: Evening, seat: int | None) -> int:
    device = evening.host if seat is None else evening.players[seat]
    base = f"{evening.table.state.race}.stop"
    return device.tap(evening.key, "act", slot=base, do="stop", sure="yes").status_code


def test_the_game_ends_when_everybody_but_the_richest_agrees(evening: Evening) -> None:
    one, other = poorer(evening)
    assert would_end(evening, one) == 200
    assert evening.table.asks
    assert would_end(evening, other) == 200
    assert evening.table.state.ended_by == "stop"


def test_everybody_sees_who_would_end_it_and_who_is_still_asked(evening: Evening) -> None:
    one, other = poorer(evening)
    names = evening.table.names
    would_end(evening, one)
    told = f"{names[one]} would like to stop now, after race 1. Still asked: {names[other]}."
    for device in (evening.host, *(player for seat, player in enumerate(evening.players) if seat != one)):
        assert told in device.sees(f"/t/{evening.key}")
    assert "You would like to stop now, after race 1." in evening.players[one].sees(f"/t/{evening.key}")


def test_only_who_is_asked_can_agree(evening: Evening) -> None:
    one, other = poorer(evening)
    would_end(evening, one)
    pages = [player.sees(f"/t/{evening.key}") for player in evening.players]
    assert ["I agree: end the game" in page for page in pages] == [seat == other for seat in range(3)]


def test_neither_the_richest_alone_nor_one_twice_nor_the_host_ends_it(evening: Evening) -> None:
    one, other = poorer(evening)
    (richest,) = {0, 1, 2} - {one, other}
    assert would_end(evening, richest) == 200
    assert would_end(evening, None) == 403
    assert would_end(evening, one) == 200
    assert would_end(evening, one) == 200
    assert evening.table.asks


def test_a_slip_that_is_laid_says_no(evening: Evening) -> None:
    one, other = poorer(evening)
    would_end(evening, one)
    ask = next(ask for ask in evening.table.asks if (ask.do, ask.seat) == ("bet", other))
    done(evening.act(ask, Bet(slip([]))))
    assert would_end(evening, other) == 409
    assert evening.table.asks


def test_who_has_no_phone_is_asked_aloud(tmp_path: Path) -> None:
    evening = after_a_race(an_evening(tmp_path, players=3, guests=2, game="wetten"))
    asked = next(ask for ask in evening.table.asks if ask.do == "stop").consent
    for seat in asked:
        if evening.table.party.people[seat].phone:
            assert would_end(evening, seat) == 200
    assert evening.table.state.ended_by == "stop"
