"""Pages of people, games and seasons: each device sees the games it took part in, the operator all."""

import re
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import insert, update

from companion.games import GAMES
from companion.stats.external_formats import DIGITS
from companion.table.model.names import name_id
from companion.table.storage.results import delete_statement, replace_statements
from companion.table.storage.schema import people, tables
from tests.support.cast import CAST
from tests.unit.web.support.determinism import Paper
from tests.unit.web.support.devices import ORIGIN, Device, Session, StoppedServer, new_app, new_session
from tests.unit.web.support.finished import finished_game, take_part

ANNA = f"/people/{name_id('Anna')}"
PAGES = ("/people", ANNA, *(f"/games/{slug}" for slug in GAMES), "/season/2023")
TWENTY = "W" * 20
LINKED = re.compile(r'href="/t/([^"/]+)"')


@pytest.fixture(scope="module")
def some_games(tmp_path_factory: pytest.TempPathFactory) -> StoppedServer:
    """A server with two games of each kind and one of others; its host is the operator."""
    session = new_session(tmp_path_factory.mktemp("server"))
    for day, slug in enumerate((*GAMES, *GAMES)):
        finished_game(session, slug, CAST[:3], day)
    finished_game(session, "vabanque", ("Dora", "Emil", TWENTY, "N. N."), 20)
    session.host.get(f"/house/{session.service.invitations.create()}")
    return StoppedServer.of(session)


@pytest.fixture
def server(some_games: StoppedServer, tmp_path: Path) -> Session:
    """The same server, started again."""
    session = some_games.again(tmp_path)
    session.app.config["PRINTER"] = Paper()
    return session


@pytest.fixture
def ours(server: Session) -> str:
    """A game of Anna, Fritz and Gina."""
    return finished_game(server, "wetten", ("Anna", "Fritz", "Gina"), 30)


@pytest.fixture
def phone(server: Session, ours: str) -> Device:
    """A device that took part in it."""
    device = server.device("phone")
    take_part(server, device, ours)
    return device


def test_operator_sees_everybody_with_links_to_games(server: Session) -> None:
    page = server.host.get("/people").text
    shown = re.findall(r'class="name">([^<]+)</span></span>\n<span class="score">', page)
    assert shown == ["Anna", "Ben", "Carla", "Dora", "Emil", TWENTY], "who was forgotten is in no list"
    assert server.host.get(f"/people/{name_id('N. N.')}").status_code == 404
    keys = {one.key for one in server.service.results.all()}
    for path in PAGES[1:]:
        text = server.host.get(path).text
        assert set() < set(LINKED.findall(text)) <= keys or path.startswith("/season")
        addresses = [re.sub("|".join(keys), "", one) for one in re.findall(r'(?:href|action)="([^"#]+)"', text)]
        named = [one for one in addresses if any(name.casefold() in one.casefold() for name in (*CAST, TWENTY))]
        assert (bool(addresses), named) == (True, []), "no address bears a name"
    for path in (f"/people/{name_id('Dora')}", "/season/2023"):
        assert "N. N." not in server.host.get(path).text


def test_device_is_told_of_its_own_games_alone(server: Session, phone: Device, ours: str) -> None:
    page = phone.get("/people").text
    assert [name for name in (*CAST, TWENTY) if f">{name}<" in page] == ["Anna", "Fritz", "Gina"]
    anna = phone.get(ANNA).text
    assert "Vabanque" not in anna
    assert "Not played yet" in phone.get("/games/vabanque").text
    for text in (anna, phone.get("/games/wetten").text):
        assert set(LINKED.findall(text)) == {ours}
    nobody = phone.get("/people/" + "0" * 12)
    for name in ("Ben", "Dora", "N. N.", "Zoe"):  # never met: as one who does not exist
        there = phone.get(f"/people/{name_id(name)}")
        assert (there.status_code, there.data, dict(there.headers)) == (404, nobody.data, dict(nobody.headers))
    assert server.host.get(f"/people/{name_id('Ben')}").status_code == 200


def test_stranger_sees_nobody(server: Session) -> None:
    stranger = server.device("stranger")
    assert "Nobody yet" in stranger.get("/people").text
    for path in (ANNA, "/season/2023", "/season/2023.pdf"):
        assert stranger.get(path).status_code == 404
    for slug in GAMES:
        assert not [name for name in CAST if name in stranger.get(f"/games/{slug}").text]


def test_joined_names_are_one_person(server: Session) -> None:
    with server.service.store.engine.begin() as db:
        for name in ("emil", "anna"):
            db.execute(insert(people).values(name=name, shown="Anna"))
    assert ">Emil<" not in server.host.get("/people").text
    assert server.host.get(f"/people/{name_id('Emil')}").status_code == 404
    assert re.search(rf"<dt>Games played</dt><dd>{2 * len(GAMES) + 1}</dd>", server.host.get(ANNA).text)


def test_figures_follow_every_game_as_after_a_restart(server: Session, tmp_path: Path) -> None:
    def told(app: Flask) -> list[str]:
        client = app.test_client()
        client.get(f"/house/{app.config['SERVICE'].invitations.create()}", base_url=ORIGIN)
        return [client.get(path, base_url=ORIGIN).text for path in PAGES]

    tellings = [told(server.app)]
    first, *_, last = server.service.results.all()
    server.service.store.write(delete_statement(first.table))
    with server.service.store.engine.begin() as db:
        db.execute(update(tables).where(tables.c.id == first.table).values(status="away"))
    tellings.append(told(server.app))
    finished_game(server, "wetten", ("Anna", "Ben", "Gina"), 33)
    tellings.append(told(server.app))
    names = tuple("N. N." if one == "Ben" else one for one in last.names)
    server.service.store.write(*replace_statements(replace(last, names=names)))
    tellings.append(told(server.app))
    assert len({tuple(one) for one in tellings}) == 4
    assert told(new_app(tmp_path)) == tellings[-1]


def test_season_prints_one_page_for_each_person(server: Session) -> None:
    answer = server.host.get("/season/2023.pdf?paper=letter")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    assert answer.text.count('<div class="leaf">') == 1 + 6
    for path in ("/season/1999.pdf", "/season/1999", "/season/x.pdf"):
        assert server.host.get(path).status_code == 404


def test_names_are_never_markup(server: Session) -> None:
    finished_game(server, "toy", ("<b>Max</b>", "Ben", "Carla"), 40)
    for path in ("/people", f"/people/{name_id('<b>Max</b>')}", "/games/toy", "/season/2023"):
        page = server.host.get(path).text
        assert "<b>Max" not in page
        assert "&lt;b&gt;Max" in page


def served(device: Device, path: str, key: str) -> tuple[int, set[tuple[str, str]], str]:
    """A whole answer without random cookies and keys."""
    told = device.get(path)
    headers = {(name, value) for name, value in told.headers.items() if name != "Set-Cookie"}
    text = told.text.replace(key, "").replace(sha256(key.encode()).hexdigest()[:DIGITS], "")  # and the play's id
    return told.status_code, headers, text


def test_games_of_others_change_no_byte_for_a_device(tmp_path: Path) -> None:
    told = []
    names = [f"/people/{name_id(name)}{way}" for name in ("Anna", "Ben", "Zoe") for way in ("", "/name")]
    for others in (0, 2):
        session = new_session(tmp_path / str(others))
        session.app.config["PRINTER"] = Paper()
        ours = finished_game(session, "wetten", ("Anna", "Fritz", "Gina"), 30)
        for day, slug in enumerate((*GAMES,) * others):
            finished_game(session, slug, ("Anna", "Ben", "Zoe"), day)
        phone, stranger = session.device("phone"), session.device("stranger")
        take_part(session, phone, ours)
        ways = ("", "/history", "/replay", "/what-if/9", "/bg-stats", "/summary", "/delete")
        paths = ["/", "/?page=2", *PAGES, *names, "/plays.csv", "/season/2023.pdf"]
        paths += [f"/t/{ours}{way}" for way in ways]
        told.append([served(device, path, ours) for device in (phone, stranger) for path in paths])
    assert told[0] == told[1]
