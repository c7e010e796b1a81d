"""Bad input beside the taps: other forms, methods, addresses and headers."""

import pytest

from tests.unit.web.support.devices import ORIGIN, Session
from tests.unit.web.support.phases import BROKEN, entry_count

OTHER_FORMS = {
    "/new": ("game", "edition", "turns", "money", "cue"),
    "/code": ("code",),
    "/t/{key}/address": ("address",),
    "/t/{key}/again": ("op",),
}


@pytest.mark.parametrize("path", OTHER_FORMS)
@pytest.mark.parametrize("phase", ["chips", "payout"])
def test_no_other_form_takes_what_it_does_not_know(sessions: dict[str, Session], path: str, phase: str) -> None:
    session = sessions[phase]
    before, tables = entry_count(session), len(session.service.store.tables_of(_hash(session)))
    for field in OTHER_FORMS[path]:
        for word in ("", "\0", "\ud7ff", "a" * 10_000, "{{7*7}}", "1e3", "\u202e"):
            form = {"game": "vabanque", field: word} if path == "/new" else {field: word}
            answer = session.host.post(path.format(key=session.key), form)
            assert 400 <= answer.status_code < 429, (field, word)
            assert answer.text.endswith(".")
    for body in BROKEN:
        answer = session.host.post(path.format(key=session.key), body)
        assert 400 <= answer.status_code < 429, body
    assert entry_count(session) == before
    assert len(session.service.store.tables_of(_hash(session))) == tables


def test_no_language_that_is_none_is_kept(sessions: dict[str, Session]) -> None:
    for word in ("", "\0", "a" * 10_000, "{{7*7}}", "../de", "EN"):
        answer = sessions["chips"].host.post("/language", {"language": word, "back": word})
        assert answer.status_code == 303
        assert answer.headers["Location"] == "/"
        assert "Set-Cookie" not in answer.headers


def _hash(session: Session) -> str:
    return next(grant.device for grant in session.service.store.holders(session.table.id) if grant.role == "host")


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "PROPFIND"])
def test_a_wrong_method_is_refused_by_a_page(sessions: dict[str, Session], method: str) -> None:
    session = sessions["chips"]
    for path in ("/", "/new", "/code", f"/t/{session.key}", f"/t/{session.key}/tap", "/static/tap.js", "/house/x"):
        headers = {"Origin": "http://companion.test:8040"}
        answer = session.host.client.open(path, method=method, base_url="http://companion.test:8040", headers=headers)
        assert answer.status_code == 405, (path, method)
        assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    "key",
    ["%00", "%ed%a0%80", "..%2f..%2fetc%2fpasswd", "a" * 5_000, "%F0%9F%8E%B2", "{{7*7}}", "'%20OR%201=1", "%0d%0a"],
)
def test_an_address_that_leads_nowhere_says_so(sessions: dict[str, Session], key: str) -> None:
    session = sessions["chips"]
    for part in (
        "",
        "/door",
        "/screen",
        "/events",
        "/screen/events",
        "/hand",
        "/summary",
        "/summary.pdf",
        "/record.jsonl",
    ):
        assert session.host.get(f"/t/{key}{part}").status_code == 404
    assert session.host.post(f"/t/{key}/tap", {"op": "tap-00000000", "kind": "sit"}).status_code == 404


@pytest.mark.parametrize("header", ["Cookie", "Accept_Language", "Accept_Encoding", "HX_Target", "HX_Request", "Range"])
@pytest.mark.parametrize(
    "value", ["", "\xff\xfe", "a" * 5_000, "companion-8040=\xff", "bytes=-1-", "de;q=NaN", "{{7*7}}"]
)
def test_a_strange_header_changes_nothing(sessions: dict[str, Session], header: str, value: str) -> None:
    session = sessions["chips"]
    for path in (f"/t/{session.key}", f"/t/{session.key}/record.jsonl", "/"):
        assert session.device("newcomer").get(path, **{header: value}).status_code in (200, 403)


def test_another_tables_seat_counts_nothing_here(sessions: dict[str, Session]) -> None:
    session = sessions["cards"]
    other = Session(session.app, session.device("other-host")).open().sit(3).begin()
    before = entry_count(session)
    slot = session.ask.slot
    for device in (other.host, *other.players):
        answer = device.tap(session.key, "act", slot=slot, do="card", place=1, table=1)
        assert answer.status_code == 403
    assert entry_count(session) == before


@pytest.mark.parametrize(("path", "origin"), [("/t/nothing/tap", ORIGIN), ("/t/{key}/tap", "http://elsewhere.test")])
def test_a_refusal_of_a_tap_says_that_it_is_of_this_house(sessions: dict[str, Session], path: str, origin: str) -> None:
    session = sessions["chips"]
    answer = session.host.post(path.format(key=session.key), {"kind": "act"}, origin=origin)
    assert (answer.status_code // 100, answer.headers["Companion-Entry"]) == (4, "0")


def test_what_a_game_refuses_is_told_in_its_own_sentence(sessions: dict[str, Session]) -> None:
    session = sessions["chips"]
    (ask,) = [ask for ask in session.table.asks if ask.do == "chips"]
    answer = session.host.tap(session.key, "act", op="too-few-chips", slot=ask.slot, do="chips", **{"table-1": 1})
    assert answer.status_code == 409
    assert answer.text.endswith(", not 1.")
