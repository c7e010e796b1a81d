"""A device is known by a signed cookie of this server."""

import stat
from pathlib import Path

import pytest

from companion.table.model.tokens import hash_token, new_token
from companion.table.storage.store import Store
from companion.web.http import cookie_signature
from companion.web.http.cookie_signature import CookieSigner, read_secret_file
from tests.unit.web.support.devices import PORT, Device, Session, new_app, new_session, saved

NAME, DOMAIN = f"companion-{PORT}", "companion.test"


def cookie(device: Device) -> str:
    found = device.client.get_cookie(NAME, domain=DOMAIN)
    assert found is not None
    return found.value


def bearer(session: Session, value: str) -> Device:
    """A browser that comes with this cookie."""
    device = session.device("bearer")
    device.client.set_cookie(NAME, value, domain=DOMAIN)
    return device


def test_longest_cookie_holds_a_token_and_no_more() -> None:
    sealed = CookieSigner(b"secret")
    longest = "x" * (cookie_signature.MAX_COOKIE_LENGTH - len(sealed.sign("")))
    assert sealed.unsign(sealed.sign(longest)) == longest
    assert sealed.unsign(sealed.sign(longest + "x")) is None
    assert len(sealed.sign(new_token())) < cookie_signature.MAX_COOKIE_LENGTH


def test_forged_cookie_makes_a_new_device(session: Session) -> None:
    token, (own, _, mark) = new_token(), cookie(session.players[0]).partition(".")
    forged = [
        *(token, f"{token}.", f"{token}.{mark}", f"{token}.{'A' * 43}", CookieSigner(b"another server").sign(token)),
        f"{own[:-1]}{'A' if own[-1] != 'A' else 'B'}.{mark}",
        *("a" * 43, "." * 87, "", "a" * 4_000, f"{token}\u00e4"),
    ]
    for value in forged:
        device = bearer(session, value)
        assert device.get("/").status_code == 200
        assert cookie(device).partition(".")[0] != value[:43]
        assert "Set-Cookie" not in device.get("/").headers
    device = bearer(session, token)
    saved(device.tap(session.key, "claim", person=0))
    (claim,) = [
        grant.device for grant in session.service.store.load_after(session.table.id)[1] if grant.role == "claim"
    ]
    assert claim == hash_token(cookie(device).partition(".")[0]) != hash_token(token)


def test_unsigned_cookie_with_a_seat_is_signed(session: Session) -> None:
    for number, player in enumerate(session.players):
        signed = cookie(player)
        token = signed.partition(".")[0]
        for old in (token, f"{token}.{'A' * 43}", CookieSigner(b"a lost secret").sign(token)):
            device = bearer(session, old)
            assert session.table.names[number] in device.get(f"/t/{session.key}").text
            assert device.get(f"/t/{session.key}/hand").status_code == 200
            assert cookie(device) == signed
            assert "Set-Cookie" not in device.get(f"/t/{session.key}").headers


def test_unsigned_cookie_costs_one_query(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    knows = Store.has_rights

    def counted(store: Store, device: str) -> bool:
        asked.append(device)
        return knows(store, device)

    monkeypatch.setattr(Store, "has_rights", counted)
    for nth, token in enumerate((new_token(), cookie(session.players[0]).partition(".")[0]), start=1):
        device = bearer(session, token)
        for _ in range(5):
            device.get(f"/t/{session.key}")
        assert len(asked) == nth


def test_devices_are_known_after_a_restart(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    newcomer = session.device("newcomer")
    newcomer.get("/")
    again = Session(new_app(tmp_path), session.host, key=session.key)
    for device in (*session.players, newcomer):
        assert "Set-Cookie" not in bearer(again, cookie(device)).get("/").headers


def test_secret_is_private_and_stays(tmp_path: Path) -> None:
    first = read_secret_file(tmp_path)
    assert read_secret_file(tmp_path) == first
    assert len(first) == cookie_signature.LENGTH
    assert stat.S_IMODE((tmp_path / cookie_signature.NAME).stat().st_mode) == 0o600
    (tmp_path / "other").mkdir()
    assert read_secret_file(tmp_path / "other") != first


def test_truncated_secret_is_replaced_and_seats_stay(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    (tmp_path / cookie_signature.NAME).write_bytes(b"cut")
    again = Session(new_app(tmp_path), session.host, key=session.key)
    before = cookie(session.players[1])
    device = bearer(again, before)
    assert device.get(f"/t/{session.key}/hand").status_code == 200
    assert cookie(device).partition(".")[0] == before.partition(".")[0]
    assert cookie(device) != before
