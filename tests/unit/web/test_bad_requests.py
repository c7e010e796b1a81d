"""Bad input beside the taps: other forms, methods, addresses and headers."""

import pytest

from tests.unit.web.devices import ORIGIN, Evening
from tests.unit.web.phases import BROKEN, stored

OTHER_FORMS = {
    "/new": ("game", "edition", "turns", "money", "cue"),
    "/code": ("code",),
    "/t/{key}/address": ("address",),
    "/t/{key}/again": ("op",),
}


@pytest.mark.parametrize("path", OTHER_FORMS)
@pytest.mark.parametrize("phase", ["chips", "payout"])
def test_no_other_form_takes_what_it_does_not_know(evenings: dict[str, Evening], path: str, phase: str) -> None:
    evening = evenings[phase]
    before, tables = stored(evening), len(evening.service.store.tables_of(_hash(evening)))
    for field in OTHER_FORMS[path]:
        for word in ("", "\0", "\ud7ff", "a" * 10_000, "{{7*7}}", "1e3", "\u202e"):
            form = {"game": "vabanque", field: word} if path == "/new" else {field: word}
            answer = evening.host.post(path.format(key=evening.key), form)
            assert 400 <= answer.status_code < 429, (field, word)
            assert answer.text.endswith(".")
    for body in BROKEN:
        answer = evening.host.post(path.format(key=evening.key), body)
        assert 400 <= answer.status_code < 429, body
    assert stored(evening) == before
    assert len(evening.service.store.tables_of(_hash(evening))) == tables


def test_no_language_that_is_none_is_kept(evenings: dict[str, Evening]) -> None:
    for word in ("", "\0", "a" * 10_000, "{{7*7}}", "../de", "EN"):
        answer = evenings["chips"].host.post("/language", {"language": word, "back": word})
        assert answer.status_code == 303
        assert answer.headers["Location"] == "/"
        assert "Set-Cookie" not in answer.headers


def _hash(evening: Evening) -> str:
    return next(grant.device for grant in evening.service.store.holders(evening.table.id) if grant.role == "host")


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "PROPFIND"])
def test_a_wrong_method_is_refused_by_a_page(evenings: dict[str, Evening], method: str) -> None:
    evening = evenings["chips"]
    for path in ("/", "/new", "/code", f"/t/{evening.key}", f"/t/{evening.key}/tap", "/static/tap.js", "/house/x"):
        headers = {"Origin": "http://companion.test:8040"}
        answer = evening.host.client.open(path, method=method, base_url="http://companion.test:8040", headers=headers)
        assert answer.status_code == 405, (path, method)
        assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    "key",
    ["%00", "%ed%a0%80", "..%2f..%2fetc%2fpasswd", "a" * 5_000, "%F0%9F%8E%B2", "{{7*7}}", "'%20OR%201=1", "%0d%0a"],
)
def test_an_address_that_leads_nowhere_says_so(evenings: dict[str, Evening], key: str) -> None:
    evening = evenings["chips"]
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
        assert evening.host.get(f"/t/{key}{part}").status_code == 404
    assert evening.host.post(f"/t/{key}/tap", {"op": "tap-00000000", "kind": "sit"}).status_code == 404


@pytest.mark.parametrize("header", ["Cookie", "Accept_Language", "Accept_Encoding", "HX_Target", "HX_Request", "Range"])
@pytest.mark.parametrize(
    "value", ["", "\xff\xfe", "a" * 5_000, "companion-8040=\xff", "bytes=-1-", "de;q=NaN", "{{7*7}}"]
)
def test_a_strange_header_changes_nothing(evenings: dict[str, Evening], header: str, value: str) -> None:
    evening = evenings["chips"]
    for path in (f"/t/{evening.key}", f"/t/{evening.key}/record.jsonl", "/"):
        assert evening.device("newcomer").get(path, **{header: value}).status_code in (200, 403)


def test_another_tables_seat_counts_nothing_here(evenings: dict[str, Evening]) -> None:
    evening = evenings["cards"]
    other = Evening(evening.app, evening.device("other-host")).open().sit(3).begin()
    before = stored(evening)
    slot = evening.ask.slot
    for device in (other.host, *other.players):
        answer = device.tap(evening.key, "act", slot=slot, do="card", place=1, table=1)
        assert answer.status_code == 403
    assert stored(evening) == before


@pytest.mark.parametrize(("path", "origin"), [("/t/nothing/tap", ORIGIN), ("/t/{key}/tap", "http://elsewhere.test")])
def test_a_refusal_of_a_tap_says_that_it_is_of_this_house(evenings: dict[str, Evening], path: str, origin: str) -> None:
    evening = evenings["chips"]
    answer = evening.host.post(path.format(key=evening.key), {"kind": "act"}, origin=origin)
    assert (answer.status_code // 100, answer.headers["Companion-Entry"]) == (4, "0")


def test_what_a_game_refuses_is_told_in_its_own_sentence(evenings: dict[str, Evening]) -> None:
    evening = evenings["chips"]
    (ask,) = [ask for ask in evening.table.asks if ask.do == "chips"]
    answer = evening.host.tap(evening.key, "act", op="too-few-chips", slot=ask.slot, do="chips", **{"table-1": 1})
    assert answer.status_code == 409
    assert answer.text.endswith(" chips that are left, not 1.")
