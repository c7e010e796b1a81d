"""Foreign origins and host names, headers of every answer, and tokens that are never written down."""

import logging
import re
from pathlib import Path
from random import Random

import pytest
from flask import request

from companion.network import addresses
from companion.table.storage.store import Store
from companion.web.app import create_app
from companion.web.settings import Settings
from tests.unit.web.secrecy.routes import PAGES
from tests.unit.web.support.determinism import Paper
from tests.unit.web.support.devices import HOST, PORT, Device, Session, begun_session, new_app, new_session, saved
from tests.unit.web.support.phases import name_start_player

POSTS = ("/new", "/code", "/language", "/t/{key}/tap", "/t/{key}/again", "/t/{key}/address", "/t/{key}/what-if/1")
CHOOSING = re.compile(r"/material/\w+(\?.*)?")
INLINE = re.compile(r"<script(?![^>]*\bsrc=)|<style\b|\sstyle=|\son[a-z]+=|=.javascript:", re.IGNORECASE)
COOKIE = re.compile(r"[0-9A-Za-z_-]{43}\.[0-9A-Za-z_-]{43}")
ORIGINS = [
    *(None, "null", "", "http://evil.test", f"http://{HOST}.evil.test", "http://companion.test"),
    *("http://companion.test:9", f"https://{HOST}", f"http://{HOST}/", f"http://evil.test/{HOST}"),
    *(f"http://evil@{HOST}", "http://[", "file://"),
]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """One for all who are refused or only look: it stays as it is."""
    session = new_session(tmp_path_factory.mktemp("shared"))
    session.app.config["PRINTER"] = Paper()
    name_start_player(session)
    return session


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("origin", ORIGINS)
def test_post_from_another_origin_is_refused(shared: Session, path: str, origin: str | None) -> None:
    before = shared.table
    form = {"op": "tap-from-evil", "kind": "act", "slot": shared.ask.slot, "do": "chip", "table": "1", "seat": "0"}
    answer = shared.host.post(path.format(key=shared.key), form, origin=origin)
    assert answer.status_code == 403
    assert answer.text == "That came from another page, so it didn't count. Open the table's own page."
    assert shared.table is before


def test_post_without_origin_needs_the_browsers_word(session: Session) -> None:
    for site, status in (("cross-site", 403), ("same-site", 403), ("same-origin", 303), ("none", 303)):
        answer = session.host.post("/new", {"game": "vabanque"}, origin=None, Sec_Fetch_Site=site)
        assert answer.status_code == status


@pytest.mark.parametrize(
    "host",
    [
        *("evil.test", "evil.test:8040", "companion.test.evil.test", "192.0.2.9"),
        *("[", "[::1", "", "a b", "x" * 300, "0x7f.1"),
    ],
)
def test_foreign_host_name_is_refused(shared: Session, host: str) -> None:
    for path in ("/", f"/t/{shared.key}", f"/t/{shared.key}/events", "/static/tap.js"):
        answer = shared.host.client.get(path, headers={"Host": host})
        assert answer.status_code == 400
        assert "companion serve --" in answer.text
        assert INLINE.findall(answer.text) == []


@pytest.mark.parametrize(
    ("own", "host", "status"),
    [
        *(("vm", host, 200) for host in ("companion.test:8040", "localhost:8040", "127.0.0.1:8040", "[::1]:8040")),
        *(("vm", host, 200) for host in ("LOCALHOST", "vm", "VM:8040", "vm.local", "vm.local.", "vm.fritz.box")),
        *(("vm", host, 200) for host in ("vm.lan", "vm.office.example")),
        *(
            (own, host, 400)
            for own in ("vm", "vm.example.org", "")
            for host in ("vm.evil.test", "evil.vm", "vm.local.evil.test", "vmx", "vm.example", ".local", ".")
        ),
    ],
)
def test_names_of_this_machine_alone_are_let_in(
    shared: Session, own: str, host: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: own)
    monkeypatch.setattr("socket.getfqdn", lambda _name: "vm.office.example" if own == "vm" and status == 200 else own)
    addresses._full_name.cache_clear()
    assert shared.host.client.get("/", headers={"Host": host}).status_code == status


@pytest.mark.parametrize(
    ("host", "public", "command"),
    [
        ("board.example:8040", "", "--address board.example"),
        ("192.168.1.50:8040", "", "--address 192.168.1.50"),
        ("192.168.1.50:80", "", "--public http://192.168.1.50:80"),
        ("board.example", "", "--public https://board.example"),
        ("www.board.example", "https://board.example", "--public https://www.board.example"),
        ("<script>:8040", "", "--public https://NAME"),
        ("[2001:db8::1]:8040", "", "--public https://NAME"),
    ],
)
def test_refused_host_is_told_how_to_allow_it(tmp_path: Path, host: str, public: str, command: str) -> None:
    app = create_app(Settings(tmp_path, PORT, "companion.test", public=public))
    answer = app.test_client().get("/", headers={"Host": host})
    assert (answer.status_code, answer.mimetype) == (400, "text/html")
    assert f"companion serve {command}</code>" in answer.text
    assert "<script" not in answer.text
    assert (f'href="{public}"' in answer.text) == bool(public)
    assert "companion.test" not in answer.text, "it tells a foreign page where the server is"


def test_log_names_each_refused_host_once_and_cleaned(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    client = new_app(tmp_path).test_client()
    for host in ("evil.test", "evil.test", "e\x1b[31m\nFORGED", *(f"host-{nth}" for nth in range(200))):
        client.get("/", environ_overrides={"HTTP_HOST": host})
    told = [record.getMessage() for record in caplog.records]
    assert len(told) == 100
    assert ["evil.test" in line for line in told[:2]] == [True, False]
    assert told[1] == "refused the host 'e'; see --address and --public"


def test_tap_under_a_foreign_name_is_refused_in_a_sentence(shared: Session) -> None:
    headers = {"Host": "evil.test", "Companion-Tap": "1"}
    answer = shared.host.client.post(f"/t/{shared.key}/tap", headers=headers)
    assert (answer.status_code, answer.text) == (400, "This server does not know the address evil.test.")


@pytest.mark.parametrize("path", [*(path for paths in PAGES.values() for path in paths), "/t/nothing", "/nothing"])
def test_every_answer_has_strict_headers(shared: Session, path: str) -> None:
    answer = shared.host.get(path.format(key=shared.key))
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert ("form-action 'self';" if CHOOSING.fullmatch(path) else "form-action 'none';") in policy
    assert "unsafe" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    if not path.startswith("/static/"):
        assert answer.headers["Cache-Control"] == "no-store"
        assert "ETag" not in answer.headers or path.startswith("/printables/")
    if answer.mimetype == "text/html":
        assert INLINE.findall(answer.text) == []


def test_cookie_is_out_of_reach_of_scripts_and_other_sites(session: Session) -> None:
    newcomer = session.device("newcomer")
    cookie = newcomer.get("/").headers["Set-Cookie"]
    name, _, value = cookie.partition(";")[0].partition("=")
    assert name == "companion-8040"
    assert COOKIE.fullmatch(value)
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
    assert "Domain" not in cookie


def test_no_url_log_line_or_file_holds_a_token_or_a_choice(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    session = begun_session(tmp_path)
    urls: list[str] = []
    session.app.before_request_funcs.setdefault(None, []).append(lambda: urls.append(request.full_path))
    name_start_player(session)
    while session.table.state.phase != "cards" or not session.table.state.laid:
        saved(session.by_chance(Random(1)))
    written = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    monkeypatch.setattr(Store, "append", None)
    assert session.by_chance(Random(1)).status_code == 500
    assert urls
    assert session.key.encode() in written
    for device in (session.host, *session.players):
        secret = token(device)
        assert secret.encode() not in written
        assert not any(secret in line for line in (*urls, caplog.text))
    lines = (*urls, *(record.getMessage() for record in caplog.records), caplog.text)
    assert not any(re.search(r"'raise'|bluff|trap|\bplace\b", line) for line in lines)


def token(device: Device) -> str:
    """The token in a device's cookie, without its signature."""
    cookie = device.client.get_cookie("companion-8040", domain="companion.test")
    assert cookie is not None
    return cookie.value.partition(".")[0]
