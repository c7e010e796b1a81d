"""Bad input in every form, field, method, address and header: a clear sentence, nothing stored, no traceback."""

from collections.abc import Iterator
from itertools import count
from urllib.parse import quote

import pytest
from werkzeug.test import TestResponse

from companion.table.storage.store import NotSaved, Store
from tests.unit.web.support.devices import ORIGIN, Session
from tests.unit.web.support.phases import BROKEN, entry_count

NO_NUMBERS = [
    "", " ", "-1", "+1", "1.0", "1e3", "0x1", "1_0", " 1", "1 ", "1\n", "NaN", "Infinity", "true", "None", "[]", "{}",
    str(2**31), str(2**63), "1" + "0" * 400, "\uff11", "\u0661", "\u00b2", "1\u200b", "1\0", "\0", "'", "%00",
    "a" * 10_000,
]  # fmt: skip
NO_WORDS = [
    "", "\0", "start\0", "START", " act", "act ", "\u202eact", "true", "1", "a" * 10_000, "__class__", "{{7*7}}",
]  # fmt: skip
NO_OPS = ["", "short", "x" * 65, "with blank", "tap-\u00e4-tap", "tap-of-anna\n", "\0" * 10, "a" * 10_000]
NO_NAMES = [
    "", " ", "\0", "An\0na", "\u202eannA", "An\u200bna", "\u200b", "\ufeffAnna", "a" * 21, "a" * 10_000, "\x7f",
    "\x1b[31m", "An\u2066na", "\ue000",
]  # fmt: skip
NUMBERS = {
    "person", "claim", "act", "step", "entry", "table", "place", "steps", "seat", "table-1", "order", "proposal",
    "number",
}  # fmt: skip

OPS = count()

Case = tuple[str, str, dict[str, object]]


def good(sessions: dict[str, Session]) -> Iterator[tuple[Session, str, dict[str, object]]]:
    """For each kind of tap a phase, who sends it, and a form that would be accepted."""
    base = {phase: session.table.asks[0].slot for phase, session in sessions.items() if session.table.asks}
    keeper = sessions["chips"].table.asks[-1].slot
    payout, party = sessions["payout"].table.roster.page, sessions["proposed"].table.roster
    proposal, (claim,) = party.proposal, party.claims
    assert payout is not None
    assert proposal is not None
    every: list[Case] = [
        ("lobby", "newcomer", {"kind": "sit", "name": "Dora", "colour": "red"}),
        ("lobby", "host", {"kind": "leave", "person": 0}),
        ("lobby", "host", {"kind": "arrange", "person": 0}),
        ("lobby", "host", {"kind": "begin", "order": "0 1 2"}),
        ("chips", "player", {"kind": "act", "slot": base["chips"], "do": "chip", "table": 1}),
        ("chips", "host", {"kind": "act", "slot": keeper, "do": "chips", "table-1": 12}),
        ("cards", "player", {"kind": "act", "slot": base["cards"], "do": "card", "place": 1, "table": 1}),
        ("pawns", "player", {"kind": "act", "slot": base["pawns"], "do": "move", "steps": 1}),
        ("chips", "host", {"kind": "back", "entry": sessions["chips"].table.number}),
        ("payout", "player", {"kind": "page", "act": payout.act, "step": 1}),
        ("chips", "newcomer", {"kind": "claim", "person": 0}),
        ("proposed", "host", {"kind": "admit", "claim": claim.number}),
        ("proposed", "host", {"kind": "refuse", "claim": claim.number}),
        ("lent", "host", {"kind": "lend", "person": 2}),
        ("lent", "host", {"kind": "return"}),
        ("cards", "host", {"kind": "hand-on", "person": 1}),
        ("payout", "host", {"kind": "propose", "act": payout.act, "do": "move", "steps": 1}),
        ("proposed", "player", {"kind": "approve", "proposal": proposal.number}),
        ("proposed", "player", {"kind": "decline", "proposal": proposal.number}),
        ("together", "player", {"kind": "act", "slot": base["together"], "do": "run"}),
        ("plain", "player", {"kind": "act", "slot": base["plain"], "do": "bid", "number": 3}),
    ]
    for phase, who, form in every:
        session = sessions[phase]
        yield session, who, {"op": "", **form}


def anew(form: dict[str, object]) -> dict[str, object]:
    """The form under a new operation id: a copy of a refused tap would be refused for that alone."""
    return {**form, "op": f"tap-of-bad-input-{next(OPS)}"}


def bad(field: str, value: object) -> list[str]:
    """Invalid values of a field."""
    if field == "op":
        return NO_OPS
    if field == "name":
        return NO_NAMES
    if field in NUMBERS:
        return [word for word in NO_NUMBERS if word.split() != str(value).split()] if field == "order" else NO_NUMBERS
    return [word for word in NO_WORDS if word != value]


def sent(session: Session, who: str, form: dict[str, object] | bytes) -> TestResponse:
    asking = {"host": session.host, "player": session.players[0], "newcomer": session.device("newcomer")}[who]
    return asking.post(f"/t/{session.key}/tap", form)


def refused(answer: TestResponse, session: Session, before: int) -> None:
    """Check for a clear sentence of this server, and that nothing was stored."""
    assert answer.headers["Companion-Entry"] == "0"
    assert 400 <= answer.status_code < 500, answer.text
    assert answer.status_code != 422, "a copy of what was refused before"
    assert answer.mimetype == "text/plain"
    assert answer.text.endswith(".")
    assert answer.text.isprintable()
    assert len(answer.text) < 400
    assert entry_count(session) == before


def test_forms_are_valid_before_they_are_broken(sessions: dict[str, Session], monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise NotSaved("disk full")

    monkeypatch.setattr(Store, "append", full)
    for session, who, form in good(sessions):
        assert sent(session, who, anew(form)).status_code == 503, form


def test_invalid_value_in_any_field_is_refused(sessions: dict[str, Session]) -> None:
    tried = 0
    for session, who, form in good(sessions):
        before = entry_count(session)
        for field, value in form.items():
            for word in bad(field, value):
                refused(sent(session, who, {**anew(form), field: word}), session, before)
                tried += 1
    assert tried > 500


def test_missing_repeated_or_huge_fields_are_refused(sessions: dict[str, Session]) -> None:
    for session, who, form in good(sessions):
        before = entry_count(session)
        for field, value in form.items():
            rest = {key: value for key, value in anew(form).items() if key != field}
            refused(sent(session, who, rest), session, before)
            for other in (value, 2, ""):
                body = "&".join(f"{key}={quote(str(text))}" for key, text in [*anew(form).items(), (field, other)])
                refused(sent(session, who, body.encode()), session, before)
        for size in (64 * 1024 + 1, 1_000_000):
            refused(sent(session, who, {**anew(form), "more": "a" * size}), session, before)


@pytest.mark.parametrize("body", BROKEN)
def test_malformed_form_is_refused(sessions: dict[str, Session], body: bytes) -> None:
    for session in sessions.values():
        refused(sent(session, "player", body), session, entry_count(session))


def test_name_of_invalid_bytes_does_no_harm(sessions: dict[str, Session]) -> None:
    lobby = Session(sessions["lobby"].app, sessions["lobby"].host).open()
    for number, name in enumerate((b"%ed%a0%80", b"An%ffna", b"%f4%90%80%80", b"%c0%80", b"An%edna%00")):
        body = b"op=tap-of-bad-input-%d&kind=sit&colour=red&name=%s" % (number, name)
        answer = lobby.device("newcomer").post(f"/t/{lobby.key}/tap", body)
        assert answer.status_code in (200, 400, 409)
        assert all(kept.isprintable() for kept in lobby.table.names)
        assert lobby.host.get(f"/t/{lobby.key}").status_code == 200


OTHER_FORMS = {
    "/new": ("game", "edition", "turns", "money", "cue"),
    "/code": ("code",),
    "/t/{key}/address": ("address",),
    "/t/{key}/again": ("op",),
}


@pytest.mark.parametrize("path", OTHER_FORMS)
@pytest.mark.parametrize("phase", ["chips", "payout"])
def test_other_forms_refuse_invalid_values(sessions: dict[str, Session], path: str, phase: str) -> None:
    session = sessions[phase]
    host = str(session.host.known)
    before, tables = entry_count(session), len(session.service.store.list_tables(host))
    for field in OTHER_FORMS[path]:
        for word in ("", "\0", "\ud7ff", "a" * 10_000, "{{7*7}}", "1e3", "\u202e"):
            form = {"game": "vabanque", field: word} if path == "/new" else {field: word}
            answer = session.host.post(path.format(key=session.key), form)
            assert 400 <= answer.status_code < 429, (field, word)
            assert answer.text.endswith(".")
    for body in BROKEN:
        answer = session.host.post(path.format(key=session.key), body)
        assert 400 <= answer.status_code < 429, body
    assert (entry_count(session), len(session.service.store.list_tables(host))) == (before, tables)


def test_unknown_language_is_not_stored(sessions: dict[str, Session]) -> None:
    for word in ("", "\0", "a" * 10_000, "{{7*7}}", "../de", "EN"):
        answer = sessions["chips"].host.post("/language", {"language": word, "back": word})
        assert (answer.status_code, answer.headers["Location"]) == (303, "/")
        assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "PROPFIND"])
def test_wrong_method_is_refused(sessions: dict[str, Session], method: str) -> None:
    session = sessions["chips"]
    for path in ("/", "/new", "/code", f"/t/{session.key}", f"/t/{session.key}/tap", "/static/tap.js", "/house/x"):
        answer = session.host.get(path, method, Origin=ORIGIN)
        assert answer.status_code == 405, (path, method)
        assert "Traceback" not in answer.text


PARTS = ("", "/door", "/screen", "/events", "/screen/events", "/hand", "/summary", "/summary.pdf", "/record.jsonl")


@pytest.mark.parametrize(
    "key",
    ["%00", "%ed%a0%80", "..%2f..%2fetc%2fpasswd", "a" * 5_000, "%F0%9F%8E%B2", "{{7*7}}", "'%20OR%201=1", "%0d%0a"],
)
def test_unknown_key_is_not_found(sessions: dict[str, Session], key: str) -> None:
    host = sessions["chips"].host
    assert {host.get(f"/t/{key}{part}").status_code for part in PARTS} == {404}
    assert host.post(f"/t/{key}/tap", {"op": "tap-00000000", "kind": "sit"}).status_code == 404


@pytest.mark.parametrize("header", ["Cookie", "Accept_Language", "Accept_Encoding", "HX_Target", "HX_Request", "Range"])
@pytest.mark.parametrize(
    "value", ["", "\xff\xfe", "a" * 5_000, "companion-8040=\xff", "bytes=-1-", "de;q=NaN", "{{7*7}}"]
)
def test_strange_header_changes_nothing(sessions: dict[str, Session], header: str, value: str) -> None:
    session = sessions["chips"]
    for path in (f"/t/{session.key}", f"/t/{session.key}/record.jsonl", "/"):
        assert session.device("newcomer").get(path, **{header: value}).status_code in (200, 403)


def test_seat_of_another_table_counts_nothing(sessions: dict[str, Session]) -> None:
    session = sessions["cards"]
    other = Session(session.app, session.device("other-host")).open().sit(3).begin()
    before = entry_count(session)
    for device in (other.host, *other.players):
        move = device.tap(session.key, "act", slot=session.ask.slot, do="card", place=1, table=1)
        assert move.status_code == 403
    assert entry_count(session) == before


@pytest.mark.parametrize(("path", "origin"), [("/t/nothing/tap", ORIGIN), ("/t/{key}/tap", "http://elsewhere.test")])
def test_refused_tap_is_marked_as_ours(sessions: dict[str, Session], path: str, origin: str) -> None:
    session = sessions["chips"]
    answer = session.host.post(path.format(key=session.key), {"kind": "act"}, origin=origin)
    assert (answer.status_code // 100, answer.headers["Companion-Entry"]) == (4, "0")


def test_game_refuses_in_its_own_sentence(sessions: dict[str, Session]) -> None:
    session = sessions["chips"]
    (ask,) = [ask for ask in session.table.asks if ask.do == "chips"]
    answer = session.host.tap(session.key, "act", op="too-few-chips", slot=ask.slot, do="chips", **{"table-1": 1})
    assert answer.status_code == 409
    assert answer.text.endswith(", not 1.")
