"""Forwarded addresses are believed from trusted proxies alone; cookies follow the public address."""

from pathlib import Path

import pytest
from flask import Flask

from companion.network.proxies import Proxies
from companion.table.model.names import COLOURS
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
def test_client_address_is_the_last_untrusted_one(trusted: str, peer: str, told: str, found: str) -> None:
    assert Proxies(trusted.split()).client_of(peer, told) == found


def test_invalid_network_is_refused() -> None:
    for word in ("yes", "", "1", "10.0.0.0/33", "localhost"):
        with pytest.raises(ValueError, match="does not appear to be"):
            Proxies([word])


@pytest.mark.parametrize(("trusted", "found"), [("", "127.0.0.1"), ("127.0.0.1", "192.0.2.7")])
@pytest.mark.parametrize("public", ["", "https://companion.test"])
def test_public_address_alone_trusts_no_proxy(tmp_path: Path, public: str, trusted: str, found: str) -> None:
    app = create_app(Settings(tmp_path, host="companion.test", public=public, proxies=Proxies(trusted.split())))
    with app.test_request_context("/", headers={"X-Forwarded-For": "192.0.2.7"}, environ_base=HERE):
        assert client_address() == found


def test_foreign_headers_change_no_cookie_and_no_page(session: Session) -> None:
    told = session.device("newcomer").get("/", X_Forwarded_Proto="https", X_Forwarded_Host=f"evil.{HOST}")
    assert "Secure" not in told.headers["Set-Cookie"]
    assert "evil" not in told.text
    with session.players[0].get(f"/t/{session.key}/events") as stream:
        assert stream.headers["X-Accel-Buffering"] == "no"


@pytest.mark.parametrize(
    ("public", "name"),
    [
        ("https://companion.test", "__Host-companion-443"),
        ("http://companion.test/", "companion-80"),
        ("https://companion.test:9", "__Host-companion-9"),
        ("", "companion-8041"),
    ],
)
def test_cookie_has_the_public_port_and_scheme(tmp_path: Path, public: str, name: str) -> None:
    app = create_app(Settings(tmp_path, 8041, "companion.test", public=public))
    cookie = app.test_client().get("/", base_url=ORIGIN).headers["Set-Cookie"]
    assert cookie.startswith(f"{name}=")
    assert ("; Secure" in cookie) == public.startswith("https")


def under_https(data: Path, port: int = PORT) -> Flask:
    """A server behind a proxy with https."""
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
def test_post_must_come_from_the_public_address(tmp_path: Path, host: str, origin: str, status: int) -> None:
    client = under_https(tmp_path).test_client()
    form = {"language": "de", "back": "/"}
    told = client.post("/language", data=form, headers={"Origin": origin}, base_url=f"http://{host}")
    assert told.status_code == status


def test_every_cookie_is_secure_with_https(tmp_path: Path) -> None:
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
def test_device_keeps_its_seat_when_https_is_added(tmp_path: Path, old: str) -> None:
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


def test_old_cookie_name_is_known_after_a_new_address(tmp_path: Path) -> None:
    settings = Settings(tmp_path, PORT, "companion.test")
    app = create_app(settings)
    anna = Device("Anna", app.test_client())
    key = Session(app, anna).open().key
    settings.public = f"http://{HOST.partition(':')[0]}"
    assert anna.tap(key, "sit", name="Anna", colour=next(iter(COLOURS))).status_code == 200
    assert app.config["SERVICE"].rights(key, anna.known).host
