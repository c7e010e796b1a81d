"""A device is one by a cookie that this house gave it."""

import stat
from pathlib import Path

import pytest

from companion.table.model.tokens import hashed, new_token
from companion.table.storage.store import Store
from companion.web.http import cookie_signature
from companion.web.http.cookie_signature import CookieSigner, read_secret_file
from tests.unit.web.support.devices import Device, Session, new_app, new_session, saved

NAME = "companion-8040"
DOMAIN = "companion.test"


def cookie(device: Device) -> str:
    """What a device holds."""
    found = device.client.get_cookie(NAME, domain=DOMAIN)
    assert found is not None
    return found.value


def holding(session: Session, value: str) -> Device:
    """A browser that came with this cookie."""
    device = session.device("bearer")
    device.client.set_cookie(NAME, value, domain=DOMAIN)
    return device


def test_what_is_longer_than_any_cookie_is_no_device_whoever_signed_it() -> None:
    sealed = CookieSigner(b"secret")
    longest = "x" * (cookie_signature.MAX_COOKIE_LENGTH - len(sealed.sign("")))
    assert sealed.unsign(sealed.sign(longest)) == longest
    assert sealed.unsign(sealed.sign(longest + "x")) is None
    assert len(sealed.sign(new_token())) < cookie_signature.MAX_COOKIE_LENGTH


def forged(session: Session) -> list[str]:
    """Cookies that this house never gave."""
    token, other = new_token(), cookie(session.players[0])
    own, _, mark = other.partition(".")
    return [
        token,
        f"{token}.",
        f"{token}.{mark}",
        f"{token}.{'A' * 43}",
        CookieSigner(b"another house").sign(token),
        f"{own[:-1]}{'A' if own[-1] != 'A' else 'B'}.{mark}",
        "a" * 43,
        "." * 87,
        "",
        "a" * 4_000,
        f"{token}\u00e4",
    ]


def test_a_cookie_that_the_house_did_not_give_is_none(session: Session) -> None:
    for value in forged(session):
        device = holding(session, value)
        answer = device.get("/")
        assert answer.status_code == 200
        given = cookie(device)
        assert given != value
        assert given.partition(".")[0] != value[:43]
        assert "Set-Cookie" not in device.get("/").headers


def test_what_is_done_with_a_forged_cookie_is_done_by_a_new_device(session: Session) -> None:
    token = new_token()
    device = holding(session, token)
    saved(device.tap(session.key, "claim", person=0))
    claims = [grant.device for grant in session.service.store.holders(session.table.id) if grant.role == "claim"]
    assert claims == [hashed(cookie(device).partition(".")[0])]
    assert claims != [hashed(token)]


def test_a_cookie_from_before_signatures_keeps_its_seat_and_is_signed(session: Session) -> None:
    for number, player in enumerate(session.players):
        signed = cookie(player)
        token = signed.partition(".")[0]
        for old in (token, f"{token}.{'A' * 43}", CookieSigner(b"a lost secret").sign(token)):
            device = holding(session, old)
            page = device.get(f"/t/{session.key}")
            assert f'data-seat="{number}"' in page.text or session.table.names[number] in page.text
            assert device.get(f"/t/{session.key}/hand").status_code == 200
            assert cookie(device) == signed
            assert "Set-Cookie" not in device.get(f"/t/{session.key}").headers


def test_an_old_cookie_without_any_right_is_asked_for_once_with_each_request_and_then_replaced(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    knows = Store.knows

    def counted(store: Store, device: str) -> bool:
        asked.append(device)
        return knows(store, device)

    monkeypatch.setattr(Store, "knows", counted)
    device = holding(session, new_token())
    for _ in range(5):
        device.get(f"/t/{session.key}")
    assert len(asked) == 1
    player = holding(session, cookie(session.players[0]).partition(".")[0])
    for _ in range(5):
        player.get(f"/t/{session.key}")
    assert len(asked) == 2


def test_the_house_knows_its_devices_after_a_restart(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    again = Session(new_app(tmp_path), session.host, key=session.key)
    for player in session.players:
        device = holding(again, cookie(player))
        assert "Set-Cookie" not in device.get(f"/t/{session.key}").headers
    newcomer = holding(again, _fresh(session))
    assert "Set-Cookie" not in newcomer.get("/").headers


def _fresh(session: Session) -> str:
    """The cookie of somebody who has only looked in."""
    device = session.device("newcomer")
    device.get("/")
    return cookie(device)


def test_the_secret_is_the_owners_alone_and_stays(tmp_path: Path) -> None:
    first = read_secret_file(tmp_path)
    assert len(first) == cookie_signature.LENGTH
    assert read_secret_file(tmp_path) == first
    assert stat.S_IMODE((tmp_path / cookie_signature.NAME).stat().st_mode) == 0o600
    assert read_secret_file(_other(tmp_path)) != first


def _other(folder: Path) -> Path:
    other = folder / "other"
    other.mkdir()
    return other


def test_a_secret_that_was_cut_short_is_made_anew_and_nobody_loses_a_seat(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    (tmp_path / cookie_signature.NAME).write_bytes(b"cut")
    again = Session(new_app(tmp_path), session.host, key=session.key)
    device = holding(again, cookie(session.players[1]))
    assert device.get(f"/t/{session.key}/hand").status_code == 200
    assert cookie(device).partition(".")[0] == cookie(session.players[1]).partition(".")[0]
    assert cookie(device) != cookie(session.players[1])
