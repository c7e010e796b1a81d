"""The address in QR codes follows the network while the server runs."""

import re
from pathlib import Path

import gevent
import pytest
from flask import Flask

from companion.server import serve
from companion.web.live import qr_address
from companion.web.settings import Settings
from tests.support.networks import AT_HOME, HOME, IN_WIFI, OWN_HOTSPOT, WIFI, Networks
from tests.unit.web.support.devices import PORT, Session, Stream, new_session

NOWHERE = "Connect this computer to Wi-Fi, or start a hotspot."
ELSEWHERE = "Phones can't connect?"
TYPE = re.compile(r"open http://([\w.]+):8040 and type")


@pytest.fixture
def networks(monkeypatch: pytest.MonkeyPatch) -> Networks:
    return Networks(monkeypatch)


@pytest.fixture
def lobby(tmp_path: Path, networks: Networks) -> Session:
    """The server was started in the Wi-Fi; the host is the operator."""
    networks.become(IN_WIFI)
    first = new_session(tmp_path)
    settings(first.app).host = WIFI
    session = Session(first.app, first.host).open()
    session.host.get(f"/house/{session.service.invitations.create()}")
    return session


def settings(app: Flask) -> Settings:
    found: Settings = app.config["SETTINGS"]
    return found


def look_again(session: Session) -> bool:
    """Look for another address; return whether there is one."""
    return qr_address.refresh(session.service, settings(session.app))


def told(session: Session) -> list[str]:
    """The addresses in the lobby."""
    return TYPE.findall(session.host.sees(f"/t/{session.key}"))


def test_new_network_changes_the_lobby_and_wakes_pages(lobby: Session, networks: Networks) -> None:
    stream = Stream(lobby.host, f"/t/{lobby.key}/events")
    assert TYPE.findall(next(stream).decode()) == [WIFI]
    assert not look_again(lobby)
    networks.become(AT_HOME)
    assert look_again(lobby)
    assert TYPE.findall(next(stream).decode()) == [HOME], "a page is told only after it was loaded anew"
    assert told(lobby) == [HOME]
    phone = lobby.app.test_client()
    assert phone.get(f"/t/{lobby.key}", base_url=f"http://{HOME}:{PORT}").status_code == 200
    stream.close()


def test_no_code_is_shown_without_a_network(lobby: Session, networks: Networks) -> None:
    lobby.sit(1)
    codes = ("/phone", "/table-card.pdf")
    networks.become("docker0=172.17.0.1/16")
    assert look_again(lobby)
    page = lobby.host.sees(f"/t/{lobby.key}?screen=1")
    assert NOWHERE in page
    assert "short-code" not in page
    assert 'class="qr"' not in page
    for path in codes:
        answer = lobby.players[0].get(f"/t/{lobby.key}{path}")
        assert (answer.status_code, NOWHERE in answer.text) == (409, True)
    networks.become(IN_WIFI)
    assert look_again(lobby)
    assert told(lobby) == [WIFI]
    assert NOWHERE not in lobby.host.sees(f"/t/{lobby.key}")


@pytest.mark.usefixtures("networks")
def test_game_shows_no_code_without_a_network(session: Session) -> None:
    settings(session.app).host = WIFI
    corner = f"/t/{session.key}?screen=1"
    assert "QR code to join this table" in session.host.sees(corner)
    assert look_again(session)
    assert "QR code to join this table" not in session.host.sees(corner)


def test_another_address_is_offered(lobby: Session, networks: Networks) -> None:
    assert ELSEWHERE not in lobby.host.sees(f"/t/{lobby.key}")
    networks.become(AT_HOME)
    page = lobby.host.sees(f"/t/{lobby.key}")
    assert ELSEWHERE in page, "the old address is gone, and the new one cannot be chosen"
    assert f'value="{HOME}"' in page


def test_chosen_address_holds_while_it_is_there(lobby: Session, networks: Networks) -> None:
    networks.become(IN_WIFI, AT_HOME, OWN_HOTSPOT)
    assert lobby.host.post(f"/t/{lobby.key}/address", {"address": HOME}).status_code == 303
    assert not look_again(lobby)
    for adapters, host in ((IN_WIFI,), WIFI), ((IN_WIFI, AT_HOME), HOME):
        networks.become(*adapters)
        assert look_again(lobby)
        assert told(lobby) == [host]


@pytest.mark.parametrize(
    "fixed", [{"public": "https://companion.example"}, {"listen": WIFI}, {"fixed_host": "companion.test"}]
)
def test_given_address_stays(lobby: Session, networks: Networks, fixed: dict[str, str]) -> None:
    (name, value) = next(iter(fixed.items()))
    setattr(settings(lobby.app), name, value)
    settings(lobby.app).host = fixed.get("fixed_host", WIFI)
    networks.become()
    assert not look_again(lobby)
    assert NOWHERE not in lobby.host.sees(f"/t/{lobby.key}")


class Enough(Exception):
    """Ends the loop of the server."""


def test_terminal_prints_each_new_address_with_its_link(
    lobby: Session, networks: Networks, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    coming = iter([(IN_WIFI,), (), (AT_HOME,)])

    def nap(_seconds: float) -> None:
        try:
            networks.become(*next(coming))
        except StopIteration:
            raise Enough from None

    monkeypatch.setattr(gevent, "sleep", nap)
    with pytest.raises(Enough):
        serve._watch_addresses(lobby.service, settings(lobby.app))
    away, _, there = capsys.readouterr().out.partition("Companion is running:")
    assert NOWHERE in away
    assert there.strip().startswith(f"http://{HOME}:{PORT}/")
    (link,) = re.findall(rf"http://{HOME}:{PORT}(/house/\S+)", there)
    phone = lobby.app.test_client()
    assert phone.get(link, base_url=f"http://{HOME}:{PORT}").status_code == 303
