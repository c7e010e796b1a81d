"""The request log names the rule of each request, and no secret and no person."""

import re
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.games import GAMES
from companion.web.app import create_app
from companion.web.monitoring.request_log import RequestLog
from companion.web.settings import Settings
from tests.support.cases import usually
from tests.support.cast import CAST
from tests.unit.web.secrecy.routes import PAGES, requests
from tests.unit.web.support.devices import PORT, Device, Session, Stream, saved

LINE = re.compile(
    r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (GET|HEAD|POST|OPTIONS|PUT|PATCH|DELETE|-) "
    r"(-|/[a-z<>:/._-]*) (\d{3}) (\d+|-) (\d+\.\d) (en|de|fr|it)"
)
PRINTED = {"rules.pdf", "prints.material_pdf", "prints.summary_pdf", "prints.score_sheet_pdf", "prints.table_card_pdf"}
PRINTED |= {"prints.result_card"}


class Reading(FlaskClient):
    """A browser that reads each answer to its end, as all do but those of streams."""

    def open(self, *asked: Any, **more: Any) -> TestResponse:
        return super().open(*asked, **{**more, "buffered": True})


def logged(data: Path, file: Path, reading: type[FlaskClient] = Reading) -> Session:
    """A server with a log file."""
    app = create_app(Settings(data, PORT, "companion.test"), log=RequestLog(str(file)))
    app.test_client_class = reading
    return Session(app, Device("host", app.test_client()))


def lines(file: Path) -> list[tuple[str, str, str]]:
    """(method, rule, status) of each line, all of which are of one shape."""
    found = [LINE.fullmatch(line) for line in file.read_text().splitlines()]
    assert all(found)
    return [(one[1], one[2], one[3]) for one in found if one is not None]


def test_line_has_method_rule_status_bytes_time_language(tmp_path: Path) -> None:
    server, began = logged(tmp_path / "data", tmp_path / "log"), perf_counter()
    page = server.host.get("/", Accept_Language="de")
    took = 1_000 * (perf_counter() - began)
    server.host.get("/t/abcdefghijklm?secret=1")
    server.host.get("/nothing-of-ours")
    server.host.client.open("/", method="NASTY", base_url="http://companion.test")
    first, second, third, fourth = (tmp_path / "log").read_text().splitlines()
    told = re.search(rf"Z GET / 200 {len(page.data)} (\d+\.\d) de$", first)
    assert told is not None
    assert 0 < float(told[1]) <= took
    assert " GET /t/<key> 404 - " in second, "the size of a hand would tell which card is in it"
    assert " GET - 404 " in third
    assert " - - 403 " in fourth
    assert lines(tmp_path / "log")


def test_stream_is_logged_when_it_ends(tmp_path: Path) -> None:
    file = tmp_path / "log"
    session = logged(tmp_path / "data", file, FlaskClient).open().sit(2)
    stream = Stream(session.players[0], f"/t/{session.key}/events")
    next(stream)
    assert "events" not in file.read_text()
    stream.close()
    assert " GET /t/<key>/events 200 - " in file.read_text()


@pytest.mark.parametrize("slug", usually("banque_fatale", of=GAMES))
def test_log_of_a_game_holds_no_secret_and_no_name(tmp_path: Path, slug: str) -> None:
    file = tmp_path / "log"
    session = logged(tmp_path / "data", file).open(game=slug).sit(GAMES[slug].players[0]).begin()
    luck, stranger = Random(1), session.device("stranger")
    seat_code = session.service.seat_code(session.key, session.players[0].known)
    old, session.players[0] = session.players[0], session.device("another")
    assert session.players[0].post("/code", {"code": seat_code.lower()}).status_code == 303
    stranger.post("/code", {"code": session.table.code})
    while session.table.asks:
        saved(session.by_chance(luck))
        session.paged()
    for device, seat in ((stranger, None), (session.host, None), (session.players[0], 0)):
        for asked in requests(session, device, seat, "latest-tap"):
            if asked.endpoint not in PRINTED:
                path = asked.path.format(key=session.key)
                device.get(path, **asked.headers) if asked.form is None else device.post(path, asked.form)
    told = file.read_text()
    devices = [session.host, stranger, old, *session.players]
    cookies = [one.client.get_cookie(f"companion-{PORT}", domain="companion.test") for one in devices]
    secrets = [cookie.value[:43] for cookie in cookies if cookie is not None]
    assert len(secrets) == len(devices)
    secrets += [str(one.known) for one in devices] + [session.key, session.table.code, seat_code]
    secrets += [*CAST, "Gina", "127.0.0.1", "companion.test", "-tap-", "?", "not-an-invitation"]
    assert [secret for secret in secrets if secret in told] == []
    rules = {rule for _, rule, _ in lines(file)}
    assert {"/t/<key>/tap", "/t/<key>", "/new", "/code", "/t/<key>/hand"} <= rules
    assert len(rules) >= len(PAGES) - len(PRINTED)


def test_unwritable_log_stops_nobody(tmp_path: Path) -> None:
    server = logged(tmp_path / "data", Path("/dev/full"))
    assert server.host.get("/").status_code == 200
    with pytest.raises(OSError, match="No such file"):
        RequestLog(str(tmp_path / "nowhere" / "log"))
