"""Who comes in, what a page may do, and what is never written down."""

import logging
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import request

from companion.table.store import Store
from tests.web.devices import HOST, Device, Evening, an_app, an_evening, done
from tests.web.routes import PAGES

POSTS = ("/new", "/code", "/language", "/t/{key}/tap", "/t/{key}/again", "/t/{key}/address")
INLINE = re.compile(r"<script(?![^>]*\bsrc=)|<style\b|\sstyle=|\son[a-z]+=|=.javascript:", re.IGNORECASE)
ELSEWHERE = (
    "//evil.test",
    "/\\evil.test",
    "https://evil.test",
    "/\t/evil.test",
    "/\n/evil.test",
    "\\evil",
    "evil",
    "/%0d%0aSet-Cookie:a=b",
    "",
)
TOKEN = re.compile(r"[0-9A-Za-z_-]{43}")


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """Three people whose host has still to name the start player."""
    return an_evening(tmp_path)


def an_act(evening: Evening) -> None:
    """The host names the start player."""
    done(evening.host.tap(evening.key, "act", base="start", do="start", table=1, seat=0))


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "",
        "http://evil.test",
        f"http://{HOST}.evil.test",
        "http://companion.test",
        "http://companion.test:9",
        f"http://evil.test/{HOST}",
        f"http://evil@{HOST}",
        "http://[",
        "file://",
    ],
)
def test_a_post_from_another_page_is_not_taken(evening: Evening, path: str, origin: str | None) -> None:
    before = evening.table
    form = {"op": "tap-from-evil", "kind": "act", "base": "start", "do": "start", "table": "1", "seat": "0"}
    answer = evening.host.post(path.format(key=evening.key), form, origin=origin)
    assert answer.status_code == 403
    assert answer.text == "That came from another page and was not taken. Open the table's own page."
    assert evening.table is before


def test_a_post_without_origin_is_taken_only_where_the_browser_vouches_for_it(evening: Evening) -> None:
    for site, status in (("cross-site", 403), ("same-site", 403), ("same-origin", 303), ("none", 303)):
        answer = evening.host.post("/new", {"game": "vabanque"}, origin=None, Sec_Fetch_Site=site)
        assert answer.status_code == status


@pytest.mark.parametrize(
    "host",
    [
        "evil.test",
        "evil.test:8040",
        "companion.test.evil.test",
        "192.0.2.9",
        "[",
        "[::1",
        "",
        "a b",
        "x" * 300,
        "0x7f.1",
    ],
)
def test_a_foreign_name_that_is_pointed_at_this_machine_is_refused(evening: Evening, host: str) -> None:
    for path in ("/", f"/t/{evening.key}", f"/t/{evening.key}/events", "/static/tap.js"):
        answer = evening.host.client.get(path, headers={"Host": host})
        assert answer.status_code == 400
        assert evening.key not in answer.text


@pytest.mark.parametrize("host", ["companion.test:8040", "localhost:8040", "127.0.0.1:8040", "[::1]:8040", "LOCALHOST"])
def test_the_names_of_this_machine_are_let_in(evening: Evening, host: str) -> None:
    assert evening.host.client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("path", [*(path for paths in PAGES.values() for path in paths), "/t/nothing", "/nothing"])
def test_every_answer_keeps_the_page_to_itself(evening: Evening, path: str) -> None:
    an_act(evening)
    answer = evening.host.get(path.format(key=evening.key)) if "summary.pdf" not in path else evening.host.get("/")
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    if not path.startswith("/static/"):
        assert answer.headers["Cache-Control"] == "no-store"
        assert "ETag" not in answer.headers or path.startswith("/printables/")
    if answer.mimetype == "text/html":
        assert INLINE.findall(answer.text) == []


def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(evening: Evening) -> None:
    newcomer = evening.device("newcomer")
    cookie = newcomer.get("/").headers["Set-Cookie"]
    name, _, value = cookie.partition(";")[0].partition("=")
    assert name == "companion-8040"
    assert TOKEN.fullmatch(value)
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
    assert "Domain" not in cookie
    assert "Set-Cookie" not in newcomer.get("/").headers


def token(device: Device) -> str:
    """A device's secret."""
    cookie = device.client.get_cookie("companion-8040", domain="companion.test")
    assert cookie is not None
    return cookie.value


def test_the_disk_holds_no_token(evening: Evening, tmp_path: Path) -> None:
    an_act(evening)
    written = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert evening.key.encode() in written
    for device in (evening.host, *evening.players):
        assert token(device).encode() not in written


def test_no_url_and_no_log_line_holds_a_token_or_a_choice(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    app = an_app(tmp_path)
    urls: list[str] = []
    app.before_request(lambda: urls.append(request.full_path))
    evening = Evening(app, Device("host", app.test_client())).open().sit(3).begin()
    an_act(evening)
    while evening.table.state.phase != "cards" or not evening.table.state.laid:
        done(evening.act(evening.ask, evening.table.game.suggest(evening.table.state, evening.ask, Random(1))))
    monkeypatch.setattr(Store, "append", None)
    broken = evening.act(evening.ask, evening.table.game.suggest(evening.table.state, evening.ask, Random(1)))
    assert broken.status_code == 500
    assert urls
    for line in (*urls, *(record.getMessage() for record in caplog.records), caplog.text):
        assert not re.search(r"'raise'|bluff|trap|\bplace\b", line)
        assert not any(token(device) in line for device in (evening.host, *evening.players))


def test_what_the_database_complains_of_bears_no_values(tmp_path: Path) -> None:
    assert Store(tmp_path / "one.sqlite3").engine.hide_parameters


def test_strangers_see_neither_tables_nor_history_nor_summary(evening: Evening) -> None:
    an_act(evening)
    stranger = evening.device("stranger")
    assert evening.key not in stranger.get("/").text
    for path in ("summary", "summary.pdf", "record.jsonl"):
        assert stranger.get(f"/t/{evening.key}/{path}").status_code == 403
    for name in ("Anna", "Ben", "Carla"):
        assert name not in stranger.get("/").text
        assert name not in stranger.get("/t/" + "a" * 13).text
    assert stranger.get("/t/" + "a" * 13).status_code == 404
    own = evening.players[1].get("/").text
    assert evening.key in own
    assert "Ben" in own


def test_a_stranger_with_the_key_can_change_nothing(evening: Evening) -> None:
    an_act(evening)
    stranger = evening.device("stranger")
    slot, number = evening.ask.slot, evening.table.number
    taps: dict[str, dict[str, object]] = {
        "act": {"base": slot, "do": "chip", "table": 1},
        "back": {"entry": number},
        "sit": {"name": "Gina", "colour": "red"},
        "leave": {"person": 0},
        "arrange": {"person": 0},
        "begin": {"order": "0 1 2"},
        "admit": {"claim": 1},
        "refuse": {"claim": 1},
        "lend": {"person": 0},
        "page": {"act": number, "step": 1},
    }
    for kind, fields in taps.items():
        stranger.tap(evening.key, kind, **fields)
        assert evening.table.number == number
    assert stranger.post(f"/t/{evening.key}/address", {"address": "127.0.0.1"}).status_code == 403
    assert stranger.post(f"/t/{evening.key}/again", {"op": stranger.op()}).status_code == 403


def test_the_short_code_leads_in_as_long_as_the_lobby_is_open(tmp_path: Path) -> None:
    evening = an_evening(tmp_path)
    code, newcomer = evening.table.code, evening.device("newcomer")
    assert newcomer.post("/code", {"code": code}).status_code == 409
    lobby = Evening(evening.app, evening.device("other-host")).open()
    for typed in (lobby.table.code, lobby.table.code.lower(), f" {lobby.table.code} "):
        assert newcomer.post("/code", {"code": typed}).headers["Location"] == f"/t/{lobby.key}"


def test_the_link_in_the_terminal_makes_one_device_the_house(evening: Evening) -> None:
    evening.app.config["SETTINGS"].invitations.add("once-only-link")
    first, second = evening.device("first"), evening.device("second")
    assert first.get("/house/once-only-link").status_code == 303
    assert second.get("/house/once-only-link").status_code == 404
    assert evening.key in first.get("/").text
    assert evening.key not in second.get("/").text


def test_eight_people_behind_one_address_may_each_mistype_the_code_five_times(tmp_path: Path) -> None:
    lobby = an_evening(tmp_path)
    lobby = Evening(lobby.app, lobby.host).open()
    for number in range(8):
        phone = lobby.device(f"phone-{number}")
        for _ in range(5):
            assert phone.post("/code", {"code": "QQQQQ"}).status_code == 409
        assert phone.post("/code", {"code": lobby.table.code}).status_code == 303


def test_guessing_codes_comes_to_an_end(evening: Evening) -> None:
    stranger = evening.device("stranger")
    statuses = [stranger.post("/code", {"code": "QQQQQ"}).status_code for _ in range(130)]
    assert statuses[:100] == [409] * 100
    assert statuses[-1] == 429
    an_act(evening)  # and nobody who plays is held up


def test_the_language_form_leads_back_to_this_house_alone(evening: Evening) -> None:
    for back in (
        "//evil.test",
        "/\\evil.test",
        "https://evil.test",
        "/\t/evil.test",
        "/\n/evil.test",
        "\\evil",
        "evil",
        "/%0d%0aSet-Cookie:a=b",
        "",
    ):
        answer = evening.host.post("/language", {"language": "en", "back": back})
        assert answer.status_code == 303
        assert re.fullmatch(r"/(?![/\\])[^\s\\]*", answer.headers["Location"]), back
    assert evening.host.post("/language", {"back": f"/t/{evening.key}"}).headers["Location"] == f"/t/{evening.key}"


def test_who_takes_over_a_seat_is_let_in_by_the_host_and_seen_by_all(evening: Evening) -> None:
    an_act(evening)
    other = evening.device("other")
    claim = done(other.tap(evening.key, "claim", person=1))
    assert other.get(f"/t/{evening.key}/hand").text.count("Raise") == 0
    assert evening.players[0].tap(evening.key, "admit", claim=claim).status_code == 403
    assert other.tap(evening.key, "admit", claim=claim).status_code == 403
    for viewer in (*evening.players, evening.host):
        assert "Another device asks for the seat of Ben" in viewer.get(f"/t/{evening.key}").text
    done(evening.host.tap(evening.key, "admit", claim=claim))
    for viewer in (evening.players[0], evening.host, other):
        assert "The seat of Ben is now on another device" in viewer.get(f"/t/{evening.key}").text
    ask = next(ask for ask in evening.table.asks if ask.seat == 0)
    done(evening.players[0].tap(evening.key, "act", base=ask.slot, do="chip", table=1))
    move: dict[str, Any] = {"do": "chip", "table": 1, "base": evening.ask.slot}
    assert evening.players[1].tap(evening.key, "act", **move).status_code == 403
    done(other.tap(evening.key, "act", **move))
