"""Bad input over every form and field: a clear sentence, nothing stored, never a traceback."""

from collections.abc import Iterator
from itertools import count
from urllib.parse import quote

import pytest
from werkzeug.test import TestResponse

from companion.table.storage.store import NotSaved, Store
from tests.unit.web.support.devices import Session
from tests.unit.web.support.phases import BROKEN, entry_count

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
NUMBERS = {
    "person", "claim", "act", "step", "entry", "table", "place", "steps", "seat", "table-1", "order", "proposal",
    "number",
}  # fmt: skip

OPS = count()

Case = tuple[str, str, dict[str, object]]


def good(sessions: dict[str, Session]) -> Iterator[tuple[Session, str, dict[str, object]]]:
    """For each kind of tap a phase, who sends it, and a form that would be taken."""
    base = {phase: session.table.asks[0].slot for phase, session in sessions.items() if session.table.asks}
    keeper = sessions["chips"].table.asks[-1].slot
    payout, party = sessions["payout"].table.party.page, sessions["proposed"].table.party
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
    """The form of another tap: a copy of one that was refused would be refused for that alone."""
    return {**form, "op": f"tap-of-bad-input-{next(OPS)}"}


def bad(field: str, value: object) -> list[str]:
    """What is no value of a field."""
    if field == "op":
        return NO_OPS
    if field == "name":
        return NO_NAMES
    if field in NUMBERS:
        return [word for word in NO_NUMBERS if word.split() != str(value).split()] if field == "order" else NO_NUMBERS
    return [word for word in NO_WORDS if word != value]


def sent(session: Session, who: str, form: dict[str, object] | bytes) -> TestResponse:
    """Sends a form to a table."""
    asking = {"host": session.host, "player": session.players[0], "newcomer": session.device("newcomer")}[who]
    return asking.post(f"/t/{session.key}/tap", form)


def refused(answer: TestResponse, session: Session, before: int) -> None:
    """A clear sentence, of this house and of nobody between, and nothing stored."""
    assert answer.headers["Companion-Entry"] == "0"
    assert 400 <= answer.status_code < 500, answer.text
    assert answer.status_code != 422, "a copy of what was refused before"
    assert answer.mimetype == "text/plain"
    assert answer.text.endswith(".")
    assert answer.text.isprintable()
    assert len(answer.text) < 400
    assert entry_count(session) == before


def test_every_form_is_good_but_for_what_is_made_bad_in_it(
    sessions: dict[str, Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise NotSaved("disk full")

    monkeypatch.setattr(Store, "append", full)
    for session, who, form in good(sessions):
        assert sent(session, who, anew(form)).status_code == 503, form


def test_a_bad_value_in_any_field_is_refused(sessions: dict[str, Session]) -> None:
    tried = 0
    for session, who, form in good(sessions):
        before = entry_count(session)
        for field, value in form.items():
            for word in bad(field, value):
                refused(sent(session, who, {**anew(form), field: word}), session, before)
                tried += 1
    assert tried > 500


def test_a_missing_field_is_refused(sessions: dict[str, Session]) -> None:
    for session, who, form in good(sessions):
        before = entry_count(session)
        for field in form:
            rest = {key: value for key, value in anew(form).items() if key != field}
            refused(sent(session, who, rest), session, before)


def test_a_field_given_twice_is_refused(sessions: dict[str, Session]) -> None:
    for session, who, form in good(sessions):
        before = entry_count(session)
        for field, value in form.items():
            for other in (value, 2, ""):
                body = "&".join(f"{key}={quote(str(text))}" for key, text in [*anew(form).items(), (field, other)])
                refused(sent(session, who, body.encode()), session, before)


@pytest.mark.parametrize("body", BROKEN)
def test_a_form_that_is_none_is_refused(sessions: dict[str, Session], body: bytes) -> None:
    for session in sessions.values():
        refused(sent(session, "player", body), session, entry_count(session))


def test_bytes_that_are_no_text_do_no_harm_in_a_name(sessions: dict[str, Session]) -> None:
    lobby = Session(sessions["lobby"].app, sessions["lobby"].host).open()
    for number, name in enumerate((b"%ed%a0%80", b"An%ffna", b"%f4%90%80%80", b"%c0%80", b"An%edna%00")):
        body = b"op=tap-of-bad-input-%d&kind=sit&colour=red&name=%s" % (number, name)
        answer = lobby.device("newcomer").post(f"/t/{lobby.key}/tap", body)
        assert answer.status_code in (200, 400, 409)
        assert all(kept.isprintable() for kept in lobby.table.names)
        assert lobby.host.get(f"/t/{lobby.key}").status_code == 200


@pytest.mark.parametrize("size", [64 * 1024 + 1, 1_000_000])
def test_too_much_at_once_is_refused(sessions: dict[str, Session], size: int) -> None:
    for session, who, form in good(sessions):
        before = entry_count(session)
        refused(sent(session, who, {**anew(form), "more": "a" * size}), session, before)
