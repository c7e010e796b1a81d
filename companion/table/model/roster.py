"""Everyone at a table and what they agreed on: all that the entries beside the moves add up to."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.games.types import IllegalMove
from companion.table.model.entry import Entry


@dataclass(frozen=True, slots=True)
class Person:
    """A person at the table. `id` counts people in order of arrival and never changes.

    A person without a phone borrows one, or others enter their public moves. `gone`: the host has freed the seat.
    """

    id: int
    name: str
    colour: str
    phone: bool = True
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """Another device asks for a person's seat, possibly under another name. `number` is that of its entry."""

    number: int
    person: int
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """News for everyone: `word` is the kind of entry, `by` the person who entered it.

    `was` is the former name of a renamed person.
    """

    number: int
    word: str
    person: int | None
    by: int | None
    was: str = ""


@dataclass(frozen=True, slots=True)
class PayoutPage:
    """Page `step` of `steps` of the payout that the move of entry `act` caused."""

    act: int
    step: int
    steps: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """The host's proposal to correct entry `act`: `was` and `line` are lines of the record.

    `by` is the host's person, `number` the proposing entry, `round` counts from 0; `reveals` are plies that the
    correction would reveal.
    """

    number: int
    by: int | None
    act: int
    seat: int | None
    round: int
    was: Mapping[str, object]
    line: Mapping[str, object]
    reveals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction in force, and the person who agreed; `own`: somebody fixed a move of their own."""

    proposal: Proposal
    yes: int
    own: bool = False


@dataclass(frozen=True, slots=True)
class Ending:
    """The host's proposal to end the game early. `yes` is the person who agreed, if any.

    `by` is the host's person, `number` the proposing entry. `counts`: statistics include the game.
    """

    number: int
    by: int | None
    counts: bool
    yes: int | None = None


@dataclass(frozen=True, slots=True)
class Agreement:
    """The people who agreed to the joint decision of a `slot`."""

    slot: str
    people: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Roster:
    """`people` sit clockwise; after the start, a person's seat is their index.

    `again` is the key of the rematch, opened by person `opener`. `undone_by` lists who undid moves.
    `last_rights_change` is the latest entry that may have changed a device's permissions; `seat_requests` counts seats
    taken or claimed since the last move. `away`: the table is archived. `faceup` are real cards reported as face up;
    `standing`: who agreed for good, by `PendingDecision.standing`. `arranged`: people tapped so far to arrange the
    seats. `code_on`: the short code works though no seat is free. `timer`: seconds that a decision should take, or 0.
    `ending` is a proposed early end, `ended` an agreed one.
    """

    people: tuple[Person, ...] = ()
    joined: int = 0
    begun: bool = False
    claims: tuple[Claim, ...] = ()
    notices: tuple[Notice, ...] = ()
    page: PayoutPage | None = None
    again: str | None = None
    opener: int | None = None
    undone_by: tuple[int | None, ...] = ()
    agreed: Agreement = Agreement("", ())
    standing: Agreement = Agreement("", ())
    proposal: Proposal | None = None
    corrections: tuple[Correction, ...] = ()
    last_rights_change: int = 0
    seat_requests: int = 0
    away: bool = False
    faceup: tuple[str, ...] = ()
    arranged: tuple[int, ...] = ()
    code_on: bool = False
    timer: int = 0
    ending: Ending | None = None
    ended: Ending | None = None

    def person(self, id_: int) -> Person:
        """Raises IllegalMove if there is no such person."""
        for person in self.people:
            if person.id == id_:
                return person
        raise IllegalMove("no-such-person")

    def seat(self, id_: int | None) -> int | None:
        """The seat of a person, after the start."""
        ids = [person.id for person in self.people]
        return ids.index(id_) if self.begun and id_ in ids else None


NOTIFIED = frozenset(
    [
        "admit",
        "approve",
        "away",
        "back",
        "decline",
        "go-on",
        "gone",
        "host",
        "lend",
        "not-end",
        "open",
        "phone",
        "put-right",
        "rename",
    ]
)
"""Kinds of entries that make a notice."""

RIGHTS_CHANGES = ("sit", "leave", "begin", "admit", "lend", "hold", "return", "host", "phone", "gone", "end", "go-on")
"""Kinds of entries that may change a device's permissions."""

MAX_NOTICES = 6

TIMER_SECONDS = (0, 30, 60, 90, 120)
"""Settings of the table timer; 0 turns it off."""


def apply_entry(roster: Roster, entry: Entry) -> Roster:
    """Apply one more entry. A move only ends the proposals before it."""
    before = roster
    for apply in (_apply, _add_standing, _apply_proposals, _drop_old_notices, _count_seat_requests):
        roster = apply(roster, entry)
    if _is_served(roster, entry):
        others = tuple(notice for notice in roster.notices if notice.word != "served")
        served = Notice(entry.number, "served", roster.people[entry.body["seat"]].id, entry.by)
        roster = replace(roster, notices=(*others, served)[-MAX_NOTICES:])
    if entry.kind in NOTIFIED:
        was = before.person(entry.body["person"]).name if "name" in entry.body else ""
        notice = Notice(entry.number, entry.kind, entry.body.get("person", entry.by), entry.by, was)
        roster = replace(roster, notices=(*roster.notices, notice)[-MAX_NOTICES:])
    if entry.kind in RIGHTS_CHANGES or _on_a_lent_device(roster, entry):
        roster = replace(roster, last_rights_change=entry.number)
    return roster


def _is_served(roster: Roster, entry: Entry) -> bool:
    """Whether somebody moved for a person without a phone. Any seat's start move belongs to the host."""
    if entry.kind != "act" or entry.body["seat"] is None or "forced" in entry.body:
        return False
    if entry.body["line"].get("do") == "start":
        return False
    person = roster.people[entry.body["seat"]]
    return not person.phone and entry.by != person.id


def _on_a_lent_device(roster: Roster, entry: Entry) -> bool:
    """Whether a lent device sent the entry. It goes back with it."""
    return any(person.id == entry.by and not person.phone for person in roster.people)


def _apply(roster: Roster, entry: Entry) -> Roster:
    body = entry.body
    match entry.kind:
        case "sit":
            person = Person(roster.joined, body["name"], body["colour"], body.get("phone", True))
            return replace(roster, people=(*roster.people, person), joined=roster.joined + 1)
        case "leave":
            stay = tuple(person for person in roster.people if person.id != body["person"])
            notices = tuple(notice for notice in roster.notices if notice.person != body["person"])
            arranged = tuple(id_ for id_ in roster.arranged if id_ != body["person"])
            return replace(roster, people=stay, notices=notices, arranged=arranged)
        case "arrange":
            return _arrange(roster, body["person"])
        case "begin":
            return replace(roster, people=tuple(map(roster.person, body["order"])), begun=True)
        case "claim":
            return replace(roster, claims=(*roster.claims, Claim(entry.number, body["person"], body.get("name"))))
        case "admit" | "refuse":
            left = replace(roster, claims=tuple(c for c in roster.claims if c.number != body["claim"]))
            return _change_person(left, body, phone=True, gone=False) if entry.kind == "admit" else left
        case "phone":
            return replace(roster, claims=tuple(c for c in roster.claims if c.number != body.get("claim")))
        case "rename":
            return _change_person(roster, body)
        case "forgotten":
            people = tuple(replace(one, name=body["names"].get(str(one.id), one.name)) for one in roster.people)
            return replace(roster, people=people, notices=(), claims=())
        case "gone":
            return _change_person(roster, body, phone=False, gone=True)
        case "away" | "open":
            return replace(roster, away=entry.kind == "away")
        case "page" if roster.page is not None:
            return replace(roster, page=replace(roster.page, step=body["step"]))
        case "code":
            return replace(roster, code_on=body["on"])
        case "timer":
            return replace(roster, timer=body["seconds"])
        case "faceup":
            return replace(roster, faceup=tuple(body["cards"]))
        case "agree" if entry.by is not None:
            before = roster.agreed.people if roster.agreed.slot == body["slot"] else ()
            return replace(roster, agreed=Agreement(body["slot"], (*before, entry.by)))
        case "back":
            return replace(roster, undone_by=(*roster.undone_by, entry.by), agreed=Agreement("", ()))
        case "again":
            return replace(roster, again=body["key"], opener=entry.by)
    return roster


def _arrange(roster: Roster, id_: int) -> Roster:
    """Seat people in the order of taps, then the others as before. A repeated tap starts over."""
    first = (id_,) if id_ in roster.arranged else (*roster.arranged, id_)
    others = tuple(person for person in roster.people if person.id not in first)
    return replace(roster, people=(*map(roster.person, first), *others), arranged=first)


def _add_standing(roster: Roster, entry: Entry) -> Roster:
    """Note that a person agreed for good."""
    word = entry.body.get("standing")
    if word is None or entry.by is None:
        return roster
    before = roster.standing.people if roster.standing.slot == word else ()
    return replace(roster, standing=Agreement(word, (*before, entry.by)))


def _apply_proposals(roster: Roster, entry: Entry) -> Roster:
    """A proposal ends when it is answered, somebody moves, a rematch starts or the host changes."""
    if "forced" in entry.body and entry.by is None:
        return roster
    match entry.kind:
        case "propose":
            return replace(roster, proposal=_proposal(entry), ending=None)
        case "propose-end":
            return replace(roster, proposal=None, ending=Ending(entry.number, entry.by, entry.body["counts"]))
        case "approve" if roster.proposal is not None and entry.by is not None:
            return _add_correction(roster, Correction(roster.proposal, entry.by))
        case "put-right" if entry.by is not None:
            return _add_correction(replace(roster, ending=None), Correction(_proposal(entry), entry.by, own=True))
        case "end" if roster.ending is not None:
            return replace(roster, ending=None, ended=replace(roster.ending, yes=entry.by))
        case "go-on":
            return replace(roster, ended=None)
        case "act" | "back" | "host":
            return replace(roster, proposal=None, ending=None)
        case "again" | "decline":
            return replace(roster, proposal=None)
        case "not-end":
            return replace(roster, ending=None)
    return roster


def _add_correction(roster: Roster, correction: Correction) -> Roster:
    corrections = (*roster.corrections, correction)
    return replace(roster, proposal=None, corrections=corrections, agreed=Agreement("", ()))


def _proposal(entry: Entry) -> Proposal:
    known = {key: value for key, value in entry.body.items() if key != "opens"}
    return Proposal(entry.number, entry.by, **known, reveals=tuple(entry.body["opens"]))


def _drop_old_notices(roster: Roster, entry: Entry) -> Roster:
    """Drop the notice of an undone move when that person moves again or a page is turned."""
    if entry.kind not in ("act", "page"):
        return roster
    notices = (one for one in roster.notices if one.word != "back" or (entry.kind == "act" and one.by != entry.by))
    return replace(roster, notices=tuple(notices))


def _count_seat_requests(roster: Roster, entry: Entry) -> Roster:
    if entry.kind in ("sit", "claim"):
        return replace(roster, seat_requests=roster.seat_requests + 1)
    return replace(roster, seat_requests=0) if roster.seat_requests and entry.kind in ("begin", "act") else roster


def _change_person(roster: Roster, body: Mapping[str, Any], **changes: Any) -> Roster:
    """Change the person of an entry, who may also get another name."""
    old = roster.person(body["person"])
    new = replace(old, name=body.get("name", old.name), **changes)
    return replace(roster, people=tuple(new if person is old else person for person in roster.people))


def paging(roster: Roster) -> bool:
    """Whether the table looks at a payout."""
    return roster.page is not None and roster.page.step <= roster.page.steps
