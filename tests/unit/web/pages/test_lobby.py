"""The lobby: house rules, the game, colours, the order of seats and the address in the codes."""

import re
from itertools import zip_longest

import pytest

from companion.games import GAMES
from companion.games.choices import IntRange, parse_choices
from companion.games.types import format_for_record
from companion.table.model.names import COLOURS
from tests.unit.web.support.devices import Device, Session, saved
from tests.unit.web.support.forms import Page

CLOCKWISE = "Tap each name once, clockwise. The first one gets seat 1."
ADDRESSES = ("192.0.2.7", "192.0.2.8")


@pytest.fixture
def lobby(session: Session) -> Session:
    """Nobody has come yet."""
    return Session(session.app, session.host).open()


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if game.options_from_form is None])
def test_new_table_offers_and_keeps_every_house_rule(session: Session, slug: str) -> None:
    choices = {**GAMES[slug].choices, **GAMES[slug].preferences}
    spans = {key: (of[0], of.low, of.high) if isinstance(of, IntRange) else of for key, of in choices.items()}
    rules = {key: [format_for_record(value) for value in of] for key, of in spans.items()}
    page = session.host.sees("/new")
    assert "data-add" not in page or "forms.js" in page, "− and + do nothing without the script"
    offers = [form.offered(set()) for form in Page(page).forms]
    (offered,) = (offer for offer in offers if "game" in offer and slug in offer["game"])
    assert {*offered} == {"game", "op", *rules}
    for key, values in rules.items():
        numbers = {str(end) for end in offered[key].ends} if offered[key].numbers else set()
        assert {values[0], *offered[key].values, *numbers} == {*values}
    usual = {key: values[0] for key, values in rules.items()}
    for row in zip_longest(*rules.values()):
        chosen = {key: value for key, value in zip(rules, row, strict=True) if value is not None}
        table = session.open(game=slug, **chosen).table
        assert table.options == parse_choices({**usual, **chosen}, GAMES[slug].choices)
        assert table.preferences == parse_choices({**usual, **chosen}, GAMES[slug].preferences)


@pytest.mark.parametrize("game", GAMES)
def test_lobby_names_the_game_in_large_type(lobby: Session, game: str) -> None:
    lobby.open(game=game).sit(1)
    for device in (lobby.host, lobby.players[0]):
        title = device.sees(f"/t/{lobby.key}").partition('id="turn"')[2].partition("</header>")[0]
        assert lobby.table.game.title_of(lobby.table.options) in title


def test_host_of_several_people_is_told_how_to_seat_them(lobby: Session) -> None:
    lobby.sit(1)
    assert CLOCKWISE not in lobby.host.sees(f"/t/{lobby.key}")
    lobby.players.clear()
    lobby.open().sit(3)
    assert CLOCKWISE in lobby.host.sees(f"/t/{lobby.key}")
    assert CLOCKWISE not in lobby.players[0].sees(f"/t/{lobby.key}")
    lobby.begin()
    assert CLOCKWISE not in lobby.host.sees(f"/t/{lobby.key}")


def offer(lobby: Session, device: Device) -> list[str]:
    """The colours that are checked for a newcomer."""
    return re.findall(r'value="(\w+)" checked', device.sees(f"/t/{lobby.key}"))


def test_colour_is_offered_until_somebody_takes_it(lobby: Session) -> None:
    phone, other = lobby.device("phone"), lobby.device("other")
    (first,) = offer(lobby, phone)
    saved(other.tap(lobby.key, "sit", name="Anna", colour=next(colour for colour in COLOURS if colour != first)))
    assert offer(lobby, phone) == [first]
    saved(lobby.device("third").tap(lobby.key, "sit", name="Ben", colour=first))
    (second,) = offer(lobby, phone)
    saved(phone.tap(lobby.key, "sit", name="Carla", colour=second))


def test_offered_colour_that_was_taken_gives_way(lobby: Session) -> None:
    ben, anna = lobby.device("ben"), lobby.device("anna")
    offered = re.search(r'name="offered" value="(\w+)"', ben.sees(f"/t/{lobby.key}"))
    assert offered
    saved(anna.tap(lobby.key, "sit", name="Anna", colour=offered[1]))
    assert ben.tap(lobby.key, "sit", name="Ben", colour=offered[1]).status_code == 409, "it was his own choice"
    saved(ben.tap(lobby.key, "sit", name="Ben", colour=offered[1], offered=offered[1]))
    assert len({person.colour for person in lobby.table.roster.people}) == 2


def test_operator_chooses_the_address_of_all_codes(lobby: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.network.addresses.candidates", lambda: ADDRESSES)
    address, form, hint = f"/t/{lobby.key}/address", {"address": ADDRESSES[1]}, "Phones can't connect?"
    assert hint not in lobby.host.sees(f"/t/{lobby.key}")
    assert lobby.host.post(address, form).status_code == 403
    assert lobby.app.config["SETTINGS"].host == "companion.test"
    lobby.host.get(f"/house/{lobby.service.invitations.create()}")
    assert hint in lobby.host.sees(f"/t/{lobby.key}")
    elsewhere = Session(lobby.app, lobby.device("another-host")).open()
    screens = [lobby.service.notifier.subscribe(key) for key in (lobby.key, elsewhere.key)]
    assert lobby.host.post(address, form).status_code == 303
    assert [screen.qsize() for screen in screens] == [1, 1], "nobody tells the streams to look"
    assert lobby.device("newcomer").get("/").status_code == 200, "the name it was started with still leads there"


def seats(lobby: Session) -> list[int]:
    """The order of seats, by person."""
    return [person.id for person in lobby.table.roster.people]


def rows(lobby: Session) -> list[tuple[str, str]]:
    """The seat and the name of each row that the host taps."""
    page = lobby.host.sees(f"/t/{lobby.key}")
    return re.findall(r'<li value="(\d)".*?<span class="name">(\w+)', page, re.DOTALL)


def test_each_tapped_name_gets_the_next_seat(lobby: Session) -> None:
    lobby.sit(4)
    names = [name for _, name in rows(lobby)]
    for taps, order in ((1, [2, 0, 1, 3]), (2, [2, 0, 1, 3]), (3, [2, 0, 3, 1]), (4, [2, 0, 3, 1])):
        saved(lobby.host.tap(lobby.key, "arrange", person=order[taps - 1]))
        assert seats(lobby) == order
        assert rows(lobby) == [(str(order.index(id_) + 1), name) for id_, name in enumerate(names)], "no row moves"


def test_repeated_tap_starts_the_order_anew(lobby: Session) -> None:
    lobby.sit(3)
    for person in (2, 1, 0, 1, 0):
        saved(lobby.host.tap(lobby.key, "arrange", person=person))
    assert seats(lobby) == [1, 0, 2]


def test_coming_and_going_leaves_the_order(lobby: Session) -> None:
    lobby.sit(3)
    for kind, person in (("arrange", 2), ("leave", 2), ("arrange", 1)):
        saved(lobby.host.tap(lobby.key, kind, person=person))
    saved(lobby.host.tap(lobby.key, "sit", name="Late", colour="purple", phone="none"))
    saved(lobby.host.tap(lobby.key, "arrange", person=3))
    assert seats(lobby) == [1, 3, 0]
