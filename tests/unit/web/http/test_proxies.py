"""Behind a proxy: who is believed when they say for whom they ask, and nobody by default."""

from pathlib import Path

import pytest
from flask import Flask

from companion.network.proxies import Proxies
from companion.table.model.colours import COLOURS
from companion.web.app import create_app
from companion.web.http.device_cookie import client_address
from companion.web.settings import Settings
from tests.unit.web.support.devices import HOST, ORIGIN, PORT, Device, Session, new_session

HERE = {"REMOTE_ADDR": "127.0.0.1"}


@pytest.mark.parametrize(
    ("trusted", "peer", "told", "found"),
    [
        ("", "10.0.0.5", "", "10.0.0.5"),
        ("", "10.0.0.5", "192.0.2.7", "10.0.0.5"),
        ("", "127.0.0.1", "192.0.2.7", "127.0.0.1"),
        ("127.0.0.1", "127.0.0.1", "192.0.2.7", "192.0.2.7"),
        ("127.0.0.1", "127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "127.0.0.1", "unknown", "127.0.0.1"),
        ("127.0.0.1", "127.0.0.1", "6.6.6.6, 192.0.2.7", "192.0.2.7"),
        ("127.0.0.1", "127.0.0.1", "6.6.6.6, 192.0.2.7,", "127.0.0.1"),
        ("127.0.0.1", "127.0.0.2", "192.0.2.7", "127.0.0.2"),
        ("172.16.0.0/12", "172.18.0.3", "6.6.6.6, 192.0.2.7", "192.0.2.7"),
        ("172.16.0.0/12 192.0.2.7", "172.18.0.3", "6.6.6.6, 198.51.100.1, 192.0.2.7", "198.51.100.1"),
        ("172.16.0.0/12", "::ffff:172.18.0.3", "192.0.2.7", "192.0.2.7"),
        ("172.16.0.0/12", "93.184.216.34", "192.0.2.7", "93.184.216.34"),
        ("::1", "::1", "2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("::1", "::1", "::ffff:192.0.2.7", "192.0.2.7"),
        ("127.0.0.1", "127.0.0.1", "192.0.2.7\r\nnasty", "127.0.0.1"),
    ],
)
def test_the_guests_address_is_the_last_one_that_no_proxy_of_ours_is(
    trusted: str, peer: str, told: str, found: str
) -> None:
    assert Proxies(trusted.split()).client_of(peer, told) == found


def test_what_is_no_address_and_no_network_is_refused() -> None:
    for word in ("yes", "", "1", "10.0.0.0/33", "localhost"):
        with pytest.raises(ValueError, match="does not appear to be"):
            Proxies([word])


@pytest.mark.parametrize(("trusted", "found"), [("", "127.0.0.1"), ("127.0.0.1", "192.0.2.7")])
@pytest.mark.parametrize("public", ["", "https://companion.test"])
def test_a_public_address_alone_makes_nobody_believed(tmp_path: Path, public: str, trusted: str, found: str) -> None:
    app = create_app(Settings(tmp_path, host="companion.test", public=public, proxies=Proxies(trusted.split())))
    with app.test_request_context("/", headers={"X-Forwarded-For": "192.0.2.7"}, environ_base=HERE):
        assert client_address() == found


def test_cookies_are_secure_where_the_public_address_is(tmp_path: Path, session: Session) -> None:
    for public, secure in (("https://companion.test", True), ("http://companion.test", False), ("", False)):
        app = create_app(Settings(tmp_path / str(secure), host="companion.test", public=public))
        cookie = app.test_client().get("/", base_url=ORIGIN).headers["Set-Cookie"]
        assert ("; Secure" in cookie) == secure
    told = session.device("newcomer").get("/", X_Forwarded_Proto="https", X_Forwarded_Host=f"evil.{HOST}")
    assert "Secure" not in told.headers["Set-Cookie"]
    assert "evil" not in told.text


def test_a_stream_asks_proxies_not_to_hold_it_back(session: Session) -> None:
    answer = session.players[0].get(f"/t/{session.key}/events")
    assert answer.headers["X-Accel-Buffering"] == "no"
    answer.close()


@pytest.mark.parametrize(
    ("public", "name"),
    [
        ("https://companion.test", "__Host-companion-443"),
        ("http://companion.test/", "companion-80"),
        ("https://companion.test:9", "__Host-companion-9"),
        ("", "companion-8041"),
    ],
)
def test_the_cookie_is_called_by_the_public_port_so_that_all_processes_know_it(
    tmp_path: Path, public: str, name: str
) -> None:
    app = create_app(Settings(tmp_path, 8041, "companion.test", public=public))
    assert app.test_client().get("/", base_url=ORIGIN).headers["Set-Cookie"].startswith(f"{name}=")


def under_https(data: Path, port: int = PORT) -> Flask:
    """A server behind a proxy that speaks https."""
    return create_app(Settings(data, port, "companion.test", public="https://companion.test"))


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("https://companion.test", 303),
        ("http://companion.test", 403),
        ("https://companion.test:8040", 403),
        ("https://other.companion.test", 403),
    ],
)
@pytest.mark.parametrize("host", ["companion.test", "companion.test:443"])
def test_a_post_must_come_from_the_public_address_by_its_scheme(
    tmp_path: Path, host: str, origin: str, status: int
) -> None:
    client = under_https(tmp_path).test_client()
    form = {"language": "de", "back": "/"}
    told = client.post("/language", data=form, headers={"Origin": origin}, base_url=f"http://{host}")
    assert told.status_code == status


def test_with_https_every_cookie_is_secure(tmp_path: Path) -> None:
    app = under_https(tmp_path)
    client = app.test_client()
    headers = {"Origin": "https://companion.test"}
    opened = client.post("/new", data={"game": "vabanque"}, headers=headers, base_url="http://companion.test")
    table = opened.headers["Location"]
    more = (("/language", {"language": "de"}), (f"{table}/first-evening", {"on": "yes"}))
    told = [client.post(path, data=form, headers=headers, base_url="http://companion.test") for path, form in more]
    cookies = [cookie for answer in (opened, *told) for cookie in answer.headers.getlist("Set-Cookie")]
    assert {cookie.partition("=")[0] for cookie in cookies} == {
        "__Host-companion-443",
        "companion-language",
        "companion-first-vabanque",
    }
    for cookie in cookies:
        assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))


@pytest.mark.parametrize("old", ["companion-443", f"companion-{PORT}"])
def test_a_device_from_before_keeps_its_seat_and_gets_the_new_cookie(tmp_path: Path, old: str) -> None:
    session = new_session(tmp_path)
    cookie = session.players[0].client.get_cookie(f"companion-{PORT}", domain="companion.test")
    assert cookie is not None
    client = under_https(tmp_path).test_client()
    client.set_cookie(old, cookie.value, domain="companion.test")
    told = client.get(f"/t/{session.key}/me", base_url="http://companion.test")
    assert "seated" in told.get_json()["words"]
    assert told.headers["Set-Cookie"].startswith(f"__Host-companion-443={cookie.value};")
    again = client.get(f"/t/{session.key}/me", base_url="http://companion.test")
    assert ("seated" in again.get_json()["words"], "Set-Cookie" in again.headers) == (True, False)


def test_a_cookie_from_before_the_public_address_is_known_by_its_old_name(tmp_path: Path) -> None:
    settings = Settings(tmp_path, PORT, "companion.test")
    app = create_app(settings)
    anna = Device("Anna", app.test_client())
    key = Session(app, anna).open().key
    settings.public = f"http://{HOST.partition(':')[0]}"
    assert anna.tap(key, "sit", name="Anna", colour=next(iter(COLOURS))).status_code == 200
    assert app.config["SERVICE"].rights(key, anna.known).host
