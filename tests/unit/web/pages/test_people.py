"""Pages of people, games and years: for what a device may see, and for nobody else's evenings."""

import re
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import insert, update

from companion.games import GAMES
from companion.stats.external_formats import DIGITS
from companion.table.model.aliases import mark_of
from companion.table.storage.results import forgotten, kept
from companion.table.storage.schema import people, tables
from tests.support.cast import CAST
from tests.support.pseudo_language import speaking
from tests.unit.games.worded import WORDED
from tests.unit.web.laws.test_languages import in_marks
from tests.unit.web.support.determinism import Paper
from tests.unit.web.support.devices import ORIGIN, Device, Session, StoppedServer, new_app, new_session
from tests.unit.web.support.finished import finished_game, sat_at
from tests.unit.web.support.language import Reader

PAGES = ("/people", "/people/{anna}", "/games/vabanque", "/games/wetten", "/games/banque_fatale", "/games/toy")
TWENTY = "W" * 20


@pytest.fixture(scope="module")
def some_games(tmp_path_factory: pytest.TempPathFactory) -> StoppedServer:
    """A house that has seen some."""
    session = new_session(tmp_path_factory.mktemp("house"))
    for day, slug in enumerate((*GAMES, *GAMES)):
        finished_game(session, slug, CAST[:3], day)
    finished_game(session, "vabanque", ("Dora", "Emil", TWENTY, "N. N."), 20)
    session.host.get(f"/house/{session.service.invitations.new()}")
    return StoppedServer.of(session)


@pytest.fixture
def house(some_games: StoppedServer, tmp_path: Path) -> Session:
    """A house with some evenings, whose operator sees all of them."""
    session = some_games.again(tmp_path)
    session.app.config["PRINTER"] = Paper()
    return session


def at(path: str) -> str:
    return path.format(anna=mark_of("Anna"))


def test_the_operator_sees_everybody_and_a_way_to_each_evening(house: Session) -> None:
    page = house.host.get("/people").text
    assert re.findall(r'class="name">([^<]+)</span></span>\n<span class="score">', page) == [
        "Anna", "Ben", "Carla", "Dora", "Emil", TWENTY,
    ]  # fmt: skip
    keys = {one.key for one in house.service.evenings.all()}
    for path in PAGES[1:]:
        ways = set(re.findall(r'href="/t/([^"/]+)"', house.host.get(at(path)).text))
        assert ways
        assert ways <= keys


def test_a_device_is_told_of_its_own_evenings_alone(house: Session) -> None:
    ours = finished_game(house, "wetten", ("Anna", "Fritz", "Gina"), 30)
    phone = house.device("phone")
    sat_at(house, phone, ours)
    page = phone.get("/people").text
    assert [name for name in (*CAST, "Gina", TWENTY) if f">{name}<" in page] == ["Anna", "Fritz", "Gina"]
    anna = phone.get(at("/people/{anna}")).text
    assert set(re.findall(r'href="/t/([^"/]+)"', anna)) == {ours}
    assert "Vabanque" not in anna
    assert "Not played yet" in phone.get("/games/vabanque").text
    assert set(re.findall(r'href="/t/([^"/]+)"', phone.get("/games/wetten").text)) == {ours}


def test_whoever_was_never_met_is_as_one_who_does_not_exist(house: Session) -> None:
    ours = finished_game(house, "wetten", ("Anna", "Fritz", "Gina"), 30)
    phone = house.device("phone")
    sat_at(house, phone, ours)
    phone.get("/people")
    nobody = phone.get("/people/" + "0" * 12)
    for name in ("Ben", "Dora", "N. N.", "Zoe"):
        there = phone.get(f"/people/{mark_of(name)}")
        assert there.status_code == 404
        assert (there.data, dict(there.headers)) == (nobody.data, dict(nobody.headers))
    assert house.host.get(f"/people/{mark_of('Ben')}").status_code == 200


def test_a_stranger_sees_nobody(house: Session) -> None:
    stranger = house.device("stranger")
    assert "Nobody yet" in stranger.get("/people").text
    for path in (at("/people/{anna}"), "/season/2023", "/season/2023.pdf"):
        assert stranger.get(path).status_code == 404
    for slug in GAMES:
        page = stranger.get(f"/games/{slug}").text
        assert not [name for name in CAST if name in page]


def test_who_was_forgotten_is_in_no_list_and_has_no_page(house: Session) -> None:
    assert "N. N." not in house.host.get("/people").text
    assert house.host.get(f"/people/{mark_of('N. N.')}").status_code == 404
    assert "N. N." not in house.host.get(f"/people/{mark_of('Dora')}").text
    assert "N. N." not in house.host.get("/season/2023").text


def test_names_that_are_joined_are_one_person(house: Session) -> None:
    with house.service.store.engine.begin() as db:
        db.execute(insert(people).values(name="emil", shown="Anna"))
        db.execute(insert(people).values(name="anna", shown="Anna"))
    page = house.host.get("/people").text
    assert ">Emil<" not in page
    assert house.host.get(f"/people/{mark_of('Emil')}").status_code == 404
    anna = house.host.get(at("/people/{anna}")).text
    assert re.search(rf"<dt>Games played</dt><dd>{2 * len(GAMES) + 1}</dd>", anna)


def test_figures_follow_every_evening_that_comes_goes_or_changes(house: Session, tmp_path: Path) -> None:
    """As a server that has just been started tells them."""

    def told(app: Flask) -> list[str]:
        client = app.test_client()
        client.get(f"/house/{app.config['SERVICE'].invitations.new()}", base_url=ORIGIN)
        return [client.get(at(path), base_url=ORIGIN).text for path in (*PAGES, "/season/2023")]

    tellings = [told(house.app)]
    first, *_, last = house.service.evenings.all()
    house.service.store.write(forgotten(first.table))
    with house.service.store.engine.begin() as db:
        db.execute(update(tables).where(tables.c.id == first.table).values(status="away"))
    tellings.append(told(house.app))
    finished_game(house, "wetten", ("Anna", "Ben", "Gina"), 33)
    tellings.append(told(house.app))
    house.service.store.write(*kept(replace(last, names=tuple("N. N." if one == "Ben" else one for one in last.names))))
    tellings.append(told(house.app))
    assert len({tuple(one) for one in tellings}) == 4
    assert told(new_app(tmp_path)) == tellings[-1]


@pytest.mark.parametrize("path", [*PAGES, "/season/2023"])
def test_no_address_bears_a_name(house: Session, path: str) -> None:
    page = house.host.get(at(path)).text
    keys = "|".join(one.key for one in house.service.evenings.all())  # drawn by chance, of letters
    addresses = [re.sub(keys, "", one) for one in re.findall(r'(?:href|action)="([^"#]+)"', page)]
    assert addresses
    assert not [one for one in addresses if any(name.casefold() in one.casefold() for name in (*CAST, TWENTY))]


def test_of_a_season_there_is_a_page_for_the_house_and_one_for_each_person(house: Session) -> None:
    answer = house.host.get("/season/2023.pdf?paper=letter")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    assert answer.text.count('<div class="leaf">') == 1 + 6
    for path in ("/season/1999.pdf", "/season/1999", "/season/x.pdf"):
        assert house.host.get(path).status_code == 404


def test_names_are_never_markup(house: Session) -> None:
    finished_game(house, "toy", ("<b>Max</b>", "Ben", "Carla"), 40)
    for path in ("/people", f"/people/{mark_of('<b>Max</b>')}", "/games/toy", "/season/2023"):
        page = house.host.get(path).text
        assert "<b>Max" not in page
        assert "&lt;b&gt;Max" in page


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[tuple[Reader, Session]]:
    """Who reads the pages of a house in the language of marks."""
    with speaking(tmp_path):
        session = Session(new_app(tmp_path), Device("host", new_app(tmp_path).test_client()))
        session.host.client = session.app.test_client()
        for day, slug in enumerate((*WORDED, *WORDED)):
            finished_game(session, slug, CAST[:4], day, None if day % 2 else 3_700)
        session.host.get(f"/house/{session.service.invitations.new()}")
        reading = Reader()
        yield reading, session
        assert reading.read
        reading.done()


def test_all_of_it_is_in_one_language(reader: tuple[Reader, Session]) -> None:
    reading, session = reader
    host = in_marks(session.host)
    session.app.config["PRINTER"] = Paper()
    for path in (*PAGES[:-1], "/season/2023"):
        answer = host.get(at(path))
        assert answer.status_code == 200
        reading.page(path, answer.text)


def answer(device: Device, path: str, key: str) -> tuple[int, set[tuple[str, str]], str]:
    """All that a device is told, but for what is drawn by lot."""
    told = device.get(path)
    headers = {(name, value) for name, value in told.headers.items() if name != "Set-Cookie"}
    text = told.text.replace(key, "").replace(sha256(key.encode()).hexdigest()[:DIGITS], "")  # and the play's id
    return told.status_code, headers, text


def test_houses_that_differ_in_evenings_of_others_alone_are_one_house_to_a_device(tmp_path: Path) -> None:
    told = []
    people = [f"/people/{mark_of(name)}{way}" for name in ("Anna", "Ben", "Zoe") for way in ("", "/name")]
    for others in (0, 2):
        house = new_session(tmp_path / str(others))
        house.app.config["PRINTER"] = Paper()
        ours = finished_game(house, "wetten", ("Anna", "Fritz", "Gina"), 30)
        for day, slug in enumerate((*GAMES,) * others):
            finished_game(house, slug, ("Anna", "Ben", "Zoe"), day)
        phone, stranger = house.device("phone"), house.device("stranger")
        sat_at(house, phone, ours)
        ways = ("", "/history", "/replay", "/what-if/9", "/bg-stats", "/summary", "/delete")
        paths = ["/", "/?page=2", "/people", *PAGES[2:], *people, "/plays.csv", "/season/2023", "/season/2023.pdf"]
        paths += [f"/t/{ours}{way}" for way in ways]
        told.append([answer(device, path, ours) for device in (phone, stranger) for path in paths])
    assert told[0] == told[1]
