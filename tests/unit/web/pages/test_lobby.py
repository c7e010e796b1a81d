"""The lobby: which game it is, and how the host puts the seats in order."""

import re
from pathlib import Path

import pytest

from companion.table.model.colours import COLOURS
from tests.unit.web.support.devices import Device, Session, new_session, saved

CLOCKWISE = "Tap each name once, clockwise. The first one gets seat 1."


@pytest.fixture
def lobby(tmp_path: Path) -> Session:
    """Nobody has come yet."""
    first = new_session(tmp_path)
    return Session(first.app, first.host).open()


def turn(page: str) -> str:
    """The line in large type."""
    return page.partition('id="turn"')[2].partition(">")[2].partition("</header>")[0]


@pytest.mark.parametrize("game", ["vabanque", "banque_fatale", "wetten", "toy"])
def test_everybody_sees_which_game_it_is(lobby: Session, game: str) -> None:
    lobby.open(game=game).sit(1)
    for device in (lobby.host, lobby.players[0]):
        assert lobby.table.game.title in turn(device.sees(f"/t/{lobby.key}"))


def test_the_host_is_told_how_to_put_two_people_in_order_and_nobody_else_is(lobby: Session) -> None:
    lobby.sit(1)
    assert CLOCKWISE not in lobby.host.sees(f"/t/{lobby.key}")
    lobby.players.clear()
    lobby.open().sit(3)
    assert CLOCKWISE in lobby.host.sees(f"/t/{lobby.key}")
    assert CLOCKWISE not in lobby.players[0].sees(f"/t/{lobby.key}")
    lobby.begin()
    assert CLOCKWISE not in lobby.host.sees(f"/t/{lobby.key}")


def offer(lobby: Session, device: Device) -> list[str]:
    """The colours that stand chosen at the door."""
    return re.findall(r'value="(\w+)" checked', device.sees(f"/t/{lobby.key}"))


def test_a_phone_is_offered_the_same_colour_again_until_somebody_takes_it(lobby: Session) -> None:
    phone, other = lobby.device("phone"), lobby.device("other")
    (first,) = offer(lobby, phone)
    saved(other.tap(lobby.key, "sit", name="Anna", colour=next(colour for colour in COLOURS if colour != first)))
    assert offer(lobby, phone) == [first]
    saved(lobby.device("third").tap(lobby.key, "sit", name="Ben", colour=first))
    (second,) = offer(lobby, phone)
    saved(phone.tap(lobby.key, "sit", name="Carla", colour=second))


ADDRESS = ("192.0.2.7", "192.0.2.8")
"""What the machine may be reached at, besides by the name that it was started with."""


def test_an_address_that_the_operator_chooses_stands_in_every_code_at_once(
    lobby: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.network.addresses.candidates", lambda: ADDRESS)
    lobby.host.get(f"/house/{lobby.service.invitations.new()}")
    elsewhere = Session(lobby.app, lobby.device("another host")).open()
    screens = [lobby.service.bus.join(key) for key in (lobby.key, elsewhere.key)]
    assert lobby.host.post(f"/t/{lobby.key}/address", {"address": "192.0.2.8"}).status_code == 303
    assert [screen.qsize() for screen in screens] == [1, 1], "nobody tells the streams to look"
    assert lobby.device("newcomer").get("/").status_code == 200, "the name it was started with leads there no more"


def test_an_address_is_not_for_the_host_of_one_table_to_choose(lobby: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.network.addresses.candidates", lambda: ADDRESS)
    hint = "Phones cannot reach it?"
    assert hint not in lobby.host.sees(f"/t/{lobby.key}")
    assert lobby.host.post(f"/t/{lobby.key}/address", {"address": "192.0.2.8"}).status_code == 403
    assert lobby.app.config["SETTINGS"].host == "companion.test"
    lobby.host.get(f"/house/{lobby.service.invitations.new()}")
    assert hint in lobby.host.sees(f"/t/{lobby.key}")


def seats(lobby: Session) -> list[int]:
    """Who sits where, as `begin` is sent it."""
    return [person.id for person in lobby.table.party.people]


def rows(lobby: Session) -> list[tuple[str, str]]:
    """The seat and the name of each row that the host taps."""
    page = lobby.host.sees(f"/t/{lobby.key}")
    return re.findall(r'<li value="(\d)".*?<span class="name">(\w+)', page, re.DOTALL)


def test_each_tapped_name_gets_the_next_seat_and_no_row_moves(lobby: Session) -> None:
    lobby.sit(4)
    names = [name for _, name in rows(lobby)]
    for taps, order in ((1, [2, 0, 1, 3]), (2, [2, 0, 1, 3]), (3, [2, 0, 3, 1]), (4, [2, 0, 3, 1])):
        saved(lobby.host.tap(lobby.key, "arrange", person=order[taps - 1]))
        assert seats(lobby) == order
        assert rows(lobby) == [(str(order.index(id_) + 1), name) for id_, name in enumerate(names)]


def test_a_repeated_tap_puts_the_seats_in_order_anew(lobby: Session) -> None:
    lobby.sit(3)
    for person in (2, 1, 0, 1, 0):
        saved(lobby.host.tap(lobby.key, "arrange", person=person))
    assert seats(lobby) == [1, 0, 2]


def test_who_comes_or_goes_meanwhile_disturbs_no_order(lobby: Session) -> None:
    lobby.sit(3)
    saved(lobby.host.tap(lobby.key, "arrange", person=2))
    saved(lobby.host.tap(lobby.key, "leave", person=2))
    saved(lobby.host.tap(lobby.key, "arrange", person=1))
    saved(lobby.host.tap(lobby.key, "sit", name="Late", colour="purple", phone="none"))
    saved(lobby.host.tap(lobby.key, "arrange", person=3))
    assert seats(lobby) == [1, 3, 0]
