"""Bad input over every form and field: a clear sentence, nothing stored, never a traceback."""

from collections.abc import Iterator
from urllib.parse import quote

import pytest
from werkzeug.test import TestResponse

from companion.games.vabanque.moves import Chips, Lay, Step
from tests.web.devices import Evening, an_evening, done

NO_NUMBERS = [
    "", " ", "-1", "+1", "1.0", "1e3", "0x1", "1_0", " 1", "1 ", "1\n", "NaN", "Infinity", "true", "None", "[]", "{}",
    str(2**31), str(2**63), "1" + "0" * 400, "\uff11", "\u0661", "\u00b2", "1\u200b", "1\0", "\0", "'", "%00",
    "a" * 10_000,
]  # fmt: skip
NO_WORDS = [
    "",
    "\0",
    "start\0",
    "START",
    " act",
    "act ",
    "\u202eact",
    "true",
    "1",
    "a" * 10_000,
    "__class__",
    "{{7*7}}",
]
NO_OPS = ["", "short", "x" * 65, "with blank", "tap-\u00e4-tap", "tap-of-anna\n", "\0" * 10, "a" * 10_000]
NO_NAMES = [
    "", " ", "\0", "An\0na", "\u202eannA", "An\u200bna", "\u200b", "\ufeffAnna", "a" * 21, "a" * 10_000, "\x7f",
    "\x1b[31m", "An\u2066na", "\ue000",
]  # fmt: skip
NUMBERS = {"person", "claim", "act", "step", "entry", "table", "place", "steps", "seat", "table-1", "order"}

BROKEN = [
    b"",
    b"&&&",
    b"=",
    b"kind",
    b"kind=act&base=%",
    b"%ff=%ff&kind=%ff",
    b"kind=%ed%a0%80&op=tap-00000000",
    b"kind=act&op=tap-00000000&base=%ed%a0%80&do=%f8%88",
    b"{" * 1000 + b"}" * 1000,
    b"\x00" * 1000,
    b"kind=act;op=tap-00000000",
    b"&".join(b"table=1" for _ in range(5000)),
]

Case = tuple[str, str, dict[str, object]]


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Evening]:
    """A table in each phase. Bad input must leave them as they are, so that all tests can share them."""
    found = {phase: an_evening(tmp_path_factory.mktemp(phase)) for phase in ("chips", "cards", "pawns", "payout")}
    lobby = an_evening(tmp_path_factory.mktemp("lobby"))
    found["lobby"] = Evening(lobby.app, lobby.host).open().sit(3)
    for phase, evening in found.items():
        if phase != "lobby":
            _play(evening, phase)
    return found


def _play(evening: Evening, phase: str) -> None:
    done(evening.host.tap(evening.key, "act", base="start", do="start", table=1, seat=0))
    if phase == "chips":
        return
    done(evening.act(evening.table.asks[-1], Chips(((1, 12),))))
    if phase == "cards":
        return
    for card in ("raise", "bluff", "trap"):
        for _ in evening.players:
            done(evening.act(evening.ask, Lay(card, 1)))
    if phase == "payout":
        for _ in evening.players:
            done(evening.act(evening.ask, Step(0)))


def good(evenings: dict[str, Evening]) -> Iterator[tuple[Evening, str, dict[str, object]]]:
    """For each kind of tap a phase, who sends it, and a form that would be taken."""
    base = {phase: evening.table.asks[0].slot for phase, evening in evenings.items() if evening.table.asks}
    keeper = evenings["chips"].table.asks[-1].slot
    payout = evenings["payout"].table.house.page
    assert payout is not None
    every: list[Case] = [
        ("lobby", "newcomer", {"kind": "sit", "name": "Dora", "colour": "red"}),
        ("lobby", "host", {"kind": "leave", "person": 0}),
        ("lobby", "host", {"kind": "arrange", "person": 0}),
        ("lobby", "host", {"kind": "begin", "order": "0 1 2"}),
        ("chips", "player", {"kind": "act", "base": base["chips"], "do": "chip", "table": 1}),
        ("chips", "host", {"kind": "act", "base": keeper, "do": "chips", "table-1": 12}),
        ("cards", "player", {"kind": "act", "base": base["cards"], "do": "card", "place": 1, "table": 1}),
        ("pawns", "player", {"kind": "act", "base": base["pawns"], "do": "move", "steps": 1}),
        ("chips", "host", {"kind": "back", "entry": evenings["chips"].table.number}),
        ("payout", "player", {"kind": "page", "act": payout.act, "step": 1}),
        ("chips", "newcomer", {"kind": "claim", "person": 0}),
        ("chips", "host", {"kind": "admit", "claim": 1}),
        ("chips", "host", {"kind": "refuse", "claim": 1}),
        ("chips", "host", {"kind": "lend", "person": 0}),
    ]
    for phase, who, form in every:
        evening = evenings[phase]
        yield evening, who, {"op": "tap-of-bad-input", **form}


def bad(field: str, value: object) -> list[str]:
    """What is no value of a field."""
    if field == "op":
        return NO_OPS
    if field == "name":
        return NO_NAMES
    if field in NUMBERS:
        return [word for word in NO_NUMBERS if word.split() != str(value).split()] if field == "order" else NO_NUMBERS
    return [word for word in NO_WORDS if word != value]


def sent(evening: Evening, who: str, form: dict[str, object] | bytes) -> TestResponse:
    """Sends a form to a table."""
    asking = {"host": evening.host, "player": evening.players[0], "newcomer": evening.device("newcomer")}[who]
    return asking.post(f"/t/{evening.key}/tap", form)


def refused(answer: TestResponse, evening: Evening, before: int) -> None:
    """A clear sentence, and nothing stored."""
    assert 400 <= answer.status_code < 500, answer.text
    assert answer.mimetype == "text/plain"
    assert answer.text.endswith(".")
    assert answer.text.isprintable()
    assert len(answer.text) < 400
    assert stored(evening) == before


def stored(evening: Evening) -> int:
    """How many entries the disk holds."""
    return len(evening.desk.store.log(evening.table.id))


def test_a_bad_value_in_any_field_is_refused(evenings: dict[str, Evening]) -> None:
    tried = 0
    for evening, who, form in good(evenings):
        before = stored(evening)
        for field, value in form.items():
            for word in bad(field, value):
                refused(sent(evening, who, {**form, field: word}), evening, before)
                tried += 1
    assert tried > 500


def test_a_missing_field_is_refused(evenings: dict[str, Evening]) -> None:
    for evening, who, form in good(evenings):
        before = stored(evening)
        for field in form:
            rest = {key: value for key, value in form.items() if key != field}
            refused(sent(evening, who, rest), evening, before)


def test_a_field_given_twice_is_refused(evenings: dict[str, Evening]) -> None:
    for evening, who, form in good(evenings):
        before = stored(evening)
        for field, value in form.items():
            for other in (value, 2, ""):
                body = "&".join(f"{key}={quote(str(text))}" for key, text in [*form.items(), (field, other)])
                refused(sent(evening, who, body.encode()), evening, before)


@pytest.mark.parametrize("body", BROKEN)
def test_a_form_that_is_none_is_refused(evenings: dict[str, Evening], body: bytes) -> None:
    for evening in evenings.values():
        refused(sent(evening, "player", body), evening, stored(evening))


def test_bytes_that_are_no_text_do_no_harm_in_a_name(evenings: dict[str, Evening]) -> None:
    lobby = Evening(evenings["lobby"].app, evenings["lobby"].host).open()
    for number, name in enumerate((b"%ed%a0%80", b"An%ffna", b"%f4%90%80%80", b"%c0%80", b"An%edna%00")):
        body = b"op=tap-of-bad-input-%d&kind=sit&colour=red&name=%s" % (number, name)
        answer = lobby.device("newcomer").post(f"/t/{lobby.key}/tap", body)
        assert answer.status_code in (200, 400, 409)
        assert all(kept.isprintable() for kept in lobby.table.names)
        assert lobby.host.get(f"/t/{lobby.key}").status_code == 200


@pytest.mark.parametrize("size", [64 * 1024 + 1, 1_000_000])
def test_too_much_at_once_is_refused(evenings: dict[str, Evening], size: int) -> None:
    for evening, who, form in good(evenings):
        before = stored(evening)
        refused(sent(evening, who, {**form, "more": "a" * size}), evening, before)


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
    before, tables = stored(evening), len(evening.desk.store.tables_of(_hash(evening)))
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
    assert len(evening.desk.store.tables_of(_hash(evening))) == tables


def test_no_language_that_is_none_is_kept(evenings: dict[str, Evening]) -> None:
    for word in ("", "\0", "a" * 10_000, "{{7*7}}", "../de", "EN"):
        answer = evenings["chips"].host.post("/language", {"language": word, "back": word})
        assert answer.status_code == 303
        assert answer.headers["Location"] == "/"
        assert "Set-Cookie" not in answer.headers


def _hash(evening: Evening) -> str:
    return next(grant.device for grant in evening.desk.store.holders(evening.table.id) if grant.role == "host")


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
        answer = device.tap(evening.key, "act", base=slot, do="card", place=1, table=1)
        assert answer.status_code == 403
    assert stored(evening) == before
