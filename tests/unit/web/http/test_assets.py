"""Static files: which are served, how they are compressed and cached, and how large a page is with them."""

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
    """One for all tests: requests for files change nothing."""
    return new_session(tmp_path_factory.mktemp("session"))


@pytest.mark.parametrize("name", FILES)
def test_only_parts_of_pages_are_served(session: Session, name: str) -> None:
    kind, answer = Path(name).suffix, session.host.get(f"/static/{name}")
    if kind not in CONTENT_TYPES:
        assert answer.status_code == 404
        return
    source = (STATIC / name).read_bytes()
    assert answer.status_code == 200
    assert answer.data == (source if name.startswith("vendor/") else MINIFIERS.get(kind, bytes)(source))
    assert answer.content_type == CONTENT_TYPES[kind]
    assert "Content-Encoding" not in answer.headers
    worth = kind in (".css", ".js") and len(answer.data) >= 500
    packed = session.host.get(f"/static/{name}", Accept_Encoding="gzip")
    assert packed.headers.get("Content-Encoding") == ("gzip" if worth else None)


@pytest.mark.parametrize(
    "path",
    ["README.md", "vendor/versions.json", "../README.md", "..%2f..%2fpyproject.toml", "", "vendor", "vendor/", "%00",
     "tap.js%00", "a" * 3_000 + ".js", ".js", "nothing.js", "//tap.js", "tap.js/.."],
    ids=lambda path: path[:30],
)  # fmt: skip
def test_other_paths_are_not_found(session: Session, path: str) -> None:
    answer = session.host.get(f"/static/{path}")
    assert answer.status_code in (308, 404)
    assert "Companion-Tap" not in answer.text


@pytest.mark.parametrize(("name", "comment"), [("tap.js", b"//"), ("table.css", b"/*")])
def test_files_are_compressed_cached_and_without_comments(session: Session, name: str, comment: bytes) -> None:
    plain = session.host.get(f"/static/{name}")
    packed = session.host.get(f"/static/{name}", Accept_Encoding="gzip, br")
    assert gzip.decompress(packed.data) == plain.data
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.data) < len(plain.data) / 2
    assert packed.headers["ETag"] != plain.headers["ETag"]
    for encoding, answer in (("identity", plain), ("gzip", packed)):
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert answer.headers["Cache-Control"] == "public, max-age=31536000"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        for mark, status in ((answer.headers["ETag"], 304), ('"old"', 200)):
            again = session.host.get(f"/static/{name}", Accept_Encoding=encoding, If_None_Match=mark)
            assert (again.status_code, again.data == b"") == (status, status == 304)
    assert session.host.get(f"/static/{name}", method="HEAD").data == b""
    source = (STATIC / name).read_bytes()
    assert comment in source
    assert comment not in plain.data
    assert len(plain.data) < len(source)


def test_pages_are_compressed_and_small_answers_are_not(session: Session) -> None:
    page = session.host.get("/", Accept_Encoding="gzip")
    assert page.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in page.headers["Vary"]
    tap = session.host.post(f"/t/{session.key}/tap", {"op": "tap-of-the-host", "kind": "act"}, Accept_Encoding="gzip")
    assert tap.status_code == 409
    assert "Content-Encoding" not in tap.headers


@pytest.mark.parametrize("slug", GAMES)
def test_pages_are_small_with_their_assets(tmp_path: Path, slug: str) -> None:
    session = new_session(tmp_path, game=slug)
    at, (anna, *_) = f"/t/{session.key}", session.players
    for path in (at, f"{at}/screen", f"{at}/history", f"/rules/{slug}", "/"):
        linked = re.findall(r'"(/static/[^"]+\.css[^"]*)"', anna.get(path).text)
        assert linked
        assert sum(len(session.host.get(sheet).data) for sheet in linked) <= 50 * 1_024, (path, linked)
        scripts = re.findall(r'"(/static/(?!vendor)[^"]+\.js[^"]*)"', anna.get(path).text)
        assert sum(len(session.host.get(script).data) for script in scripts) <= 45_000, (path, scripts)
    faces = [f"/static/{face}" for face in re.findall(r'url\("([^"]+)"\)', (STATIC / "base.css").read_text())]
    faces = [face for face in faces if "gloock-latin." in face]  # others are fetched for a name with Ł or ş only
    assert faces, "the display face is linked by the style sheet of all pages"
    for path in ("/", at):
        page = session.device("new").get(path, Accept_Encoding="gzip")
        assert re.search(r'<body class="page .*\bfirst"', gzip.decompress(page.data).decode()), "no second face"
        linked = re.findall(r'(?:href|src)="(/static/[^"#]+)', gzip.decompress(page.data).decode())
        sent = [session.host.get(name, Accept_Encoding="gzip") for name in {*linked, *faces}]
        assert {answer.status_code for answer in sent} == {200}
        assert len(page.data) + sum(len(answer.data) for answer in sent) <= 55_000
