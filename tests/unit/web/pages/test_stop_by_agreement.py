"""The end of Wetten! by agreement: everybody but the richest is asked, and all of them must agree."""

from pathlib import Path
from random import Random

import pytest

from companion.games.wetten.moves import Bet, slip
from tests.unit.web.support.devices import Session, new_session, saved


def after_a_race(session: Session) -> Session:
    """The first race is paid out, and no slip of the second is down."""
    luck = Random(7)
    while not any(ask.do == "stop" for ask in session.table.asks):
        saved(session.by_chance(luck))
        session.paged()
    return session


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Anna, Ben and Carla after a race; their host has no seat."""
    return after_a_race(new_session(tmp_path, game="wetten"))


def poorer(session: Session) -> list[int]:
    money = session.table.state.money
    found = [seat for seat, sum_ in enumerate(money) if sum_ < max(money)]
    assert len(found) == 2
    return found


def would_end(session: Session, seat: int | None) -> int:
    device = session.host if seat is None else session.players[seat]
    base = f"{session.table.state.race}.stop"
    return device.tap(session.key, "act", slot=base, do="stop", sure="yes").status_code


def test_the_game_ends_when_everybody_but_the_richest_agrees(session: Session) -> None:
    one, other = poorer(session)
    assert would_end(session, one) == 200
    assert session.table.asks
    assert would_end(session, other) == 200
    assert session.table.state.ended_by == "stop"


def test_everybody_sees_who_would_end_it_and_who_is_still_asked(session: Session) -> None:
    one, other = poorer(session)
    names = session.table.names
    would_end(session, one)
    told = f"{names[one]} would like to stop now, after race 1. Still asked: {names[other]}."
    for device in (session.host, *(player for seat, player in enumerate(session.players) if seat != one)):
        assert told in device.sees(f"/t/{session.key}")
    assert "You would like to stop now, after race 1." in session.players[one].sees(f"/t/{session.key}")


def test_only_who_is_asked_can_agree(session: Session) -> None:
    one, other = poorer(session)
    would_end(session, one)
    pages = [player.sees(f"/t/{session.key}") for player in session.players]
    assert ["I agree: end the game" in page for page in pages] == [seat == other for seat in range(3)]


def test_neither_the_richest_alone_nor_one_twice_nor_the_host_ends_it(session: Session) -> None:
    one, other = poorer(session)
    (richest,) = {0, 1, 2} - {one, other}
    assert would_end(session, richest) == 200
    assert would_end(session, None) == 403
    assert would_end(session, one) == 200
    assert would_end(session, one) == 200
    assert session.table.asks


def test_a_slip_that_is_laid_says_no(session: Session) -> None:
    one, other = poorer(session)
    would_end(session, one)
    ask = next(ask for ask in session.table.asks if (ask.do, ask.seat) == ("bet", other))
    saved(session.act(ask, Bet(slip([]))))
    assert would_end(session, other) == 409
    assert session.table.asks


def test_who_has_no_phone_is_asked_aloud(tmp_path: Path) -> None:
    session = after_a_race(new_session(tmp_path, players=3, guests=2, game="wetten"))
    asked = next(ask for ask in session.table.asks if ask.do == "stop").consent
    for seat in asked:
        if session.table.party.people[seat].phone:
            assert would_end(session, seat) == 200
    assert session.table.state.ended_by == "stop"
