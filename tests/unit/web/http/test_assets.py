"""What lies in the folder of static files, and who gets it how."""

import gzip
import re
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.paths import data_dir
from companion.web.http.assets import CONTENT_TYPES, MINIFIERS
from tests.unit.web.support.devices import Session, new_session

STATIC = data_dir("static")
FILES = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file())


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """One for all tests: who asks for files changes nothing."""
    return new_session(tmp_path_factory.mktemp("evening"))


@pytest.mark.parametrize("name", FILES)
def test_only_what_pages_are_made_of_is_served(session: Session, name: str) -> None:
    answer = session.host.get(f"/static/{name}")
    if Path(name).suffix not in CONTENT_TYPES:
        assert answer.status_code == 404
        return
    assert answer.status_code == 200
    here = (STATIC / name).read_bytes()
    assert answer.data == (here if name.startswith("vendor/") else MINIFIERS.get(Path(name).suffix, bytes)(here))
    assert answer.content_type == CONTENT_TYPES[Path(name).suffix]
    assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize(
    "path",
    ["README.md", "vendor/versions.json", "../README.md", "..%2f..%2fpyproject.toml", "", "vendor", "vendor/", "%00",
     "tap.js%00", "a" * 3_000 + ".js", ".js", "nothing.js", "//tap.js", "tap.js/.."],
    ids=lambda path: path[:30],
)  # fmt: skip
def test_nothing_else_is(session: Session, path: str) -> None:
    answer = session.host.get(f"/static/{path}")
    assert answer.status_code in (308, 404)
    assert "Companion-Tap" not in answer.text


@pytest.mark.parametrize("name", ["tap.js", "table.css"])
def test_a_file_is_packed_for_those_who_take_it_so(session: Session, name: str) -> None:
    plain = session.host.get(f"/static/{name}")
    packed = session.host.get(f"/static/{name}", Accept_Encoding="gzip, br")
    assert gzip.decompress(packed.data) == plain.data
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.data) < len(plain.data) / 2
    assert packed.headers["ETag"] != plain.headers["ETag"]
    for answer in (plain, packed):
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert answer.headers["Cache-Control"] == "public, max-age=31536000"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert session.host.get("/static/tap.js", method="HEAD").data == b""


@pytest.mark.parametrize("name", FILES)
def test_what_packing_would_not_make_smaller_is_sent_as_it_is(session: Session, name: str) -> None:
    if Path(name).suffix not in CONTENT_TYPES:
        return
    answer = session.host.get(f"/static/{name}", Accept_Encoding="gzip")
    worth = Path(name).suffix in (".css", ".js") and len(session.host.get(f"/static/{name}").data) >= 500
    assert answer.headers.get("Content-Encoding") == ("gzip" if worth else None)


@pytest.mark.parametrize(("name", "told"), [("tap.js", b"//"), ("table.css", b"/*")])
def test_what_only_tells_us_something_is_not_sent(session: Session, name: str, told: bytes) -> None:
    assert told in (STATIC / name).read_bytes()
    sent = session.host.get(f"/static/{name}").data
    assert told not in sent
    assert len(sent) < len((STATIC / name).read_bytes())


def test_a_file_that_a_browser_has_is_not_sent_again(session: Session) -> None:
    for encoding in ("identity", "gzip"):
        mark = session.host.get("/static/tap.js", Accept_Encoding=encoding).headers["ETag"]
        again = session.host.get("/static/tap.js", Accept_Encoding=encoding, If_None_Match=mark)
        assert again.status_code == 304
        assert again.data == b""
        assert session.host.get("/static/tap.js", Accept_Encoding=encoding, If_None_Match='"old"').status_code == 200


def test_small_answers_are_not_packed_and_pages_are(session: Session) -> None:
    page = session.host.get("/", Accept_Encoding="gzip")
    assert page.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in page.headers["Vary"]
    tap = session.host.client.post(
        f"/t/{session.key}/tap",
        data={"op": "tap-of-the-host", "kind": "act"},
        base_url="http://companion.test:8040",
        headers={"Origin": "http://companion.test:8040", "Accept-Encoding": "gzip", "Companion-Tap": "1"},
    )
    assert tap.status_code == 409
    assert "Content-Encoding" not in tap.headers


@pytest.mark.parametrize("slug", GAMES)
def test_the_style_sheets_of_a_page_are_small_together(tmp_path: Path, slug: str) -> None:
    """What a page links and nothing else: a phone's, the screen's, the history's, the rules' and the start page's."""
    session = new_session(tmp_path, game=slug)
    for path in (f"/t/{session.key}", f"/t/{session.key}/screen", f"/t/{session.key}/history", f"/rules/{slug}", "/"):
        linked = re.findall(r'"(/static/[^"]+\.css[^"]*)"', session.players[0].get(path).text)
        assert linked
        assert sum(len(session.host.get(sheet).data) for sheet in linked) <= 48_000, (path, linked)


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_the_page_that_a_code_leads_to_is_small_with_the_display_face(tmp_path: Path, slug: str) -> None:
    session = new_session(tmp_path, game=slug)
    for path in ("/", f"/t/{session.key}"):
        page = session.device("new").get(path, Accept_Encoding="gzip")
        linked = re.findall(r'(?:href|src)="(/static/[^"#]+)', gzip.decompress(page.data).decode())
        faces = [f"/static/{face}" for face in re.findall(r'url\("([^"]+)"\)', (STATIC / "base.css").read_text())]
        faces.remove(next(face for face in faces if "latin-ext" in face))  # fetched for a name with Ł or ş only
        assert faces, "the face is linked by the style sheet that all pages have"
        sent = [session.host.get(name, Accept_Encoding="gzip") for name in {*linked, *faces}]
        assert {answer.status_code for answer in sent} == {200}
        assert len(page.data) + sum(len(answer.data) for answer in sent) <= 55_000
