"""What the house's entries add up to: who sits where, who asks for a seat, which page of a payout is shown."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.games.kit import Refused
from companion.table.entry import Entry


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the table. `id` counts the people in the order in which they came, and stays.

    Who has no phone is lent one for each entry.
    """

    id: int
    name: str
    colour: str
    phone: bool = True


@dataclass(frozen=True, slots=True)
class Claim:
    """Another device asks for a person's seat. `number` is that of its entry."""

    number: int
    person: int


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the house did that everybody should know of: `word` is the kind of the entry, `by` who entered it."""

    number: int
    word: str
    person: int | None
    by: int | None


@dataclass(frozen=True, slots=True)
class Page:
    """The payout is looked at together: page `step` of `steps`, of what the act with number `act` brought out."""

    act: int
    step: int
    steps: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """The host would correct what entry `act` says of a seat: `was` and `line` are lines of the record.

    `by` is the host's person, `number` the entry that proposed it, `round` the one it was in, counted from 0;
    `opens` are the acts, counted from 0, that would be turned up by it.
    """

    number: int
    by: int | None
    act: int
    seat: int | None
    round: int
    was: Mapping[str, object]
    line: Mapping[str, object]
    opens: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Correction:
    """What the host proposed, and who said yes to it."""

    proposal: Proposal
    yes: int


@dataclass(frozen=True, slots=True)
class Agreed:
    """Who has nothing more to do before the table goes on; `slot` is that of the ask which all answer together."""

    slot: str
    people: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class House:
    """`people` sit clockwise; once begun, a person's seat is their place in it.

    `again` is the key of the table at which the same people play on; `taken_back` who took something back. `moved` is
    the number of the latest entry with which a device may have become another one's, or the host's; `knocked` counts
    who took or asked for a seat since the last act.
    """

    people: tuple[Person, ...] = ()
    came: int = 0
    begun: bool = False
    claims: tuple[Claim, ...] = ()
    notices: tuple[Notice, ...] = ()
    page: Page | None = None
    again: str | None = None
    taken_back: tuple[int | None, ...] = ()
    agreed: Agreed = Agreed("", ())
    proposal: Proposal | None = None
    corrections: tuple[Correction, ...] = ()
    moved: int = 0
    knocked: int = 0

    def person(self, id_: int) -> Person:
        """Raises Refused where nobody of that number sits here."""
        for person in self.people:
            if person.id == id_:
                return person
        raise Refused("no-such-person")

    def seat(self, id_: int | None) -> int | None:
        """The seat of a person, once the game has begun."""
        ids = [person.id for person in self.people]
        return ids.index(id_) if self.begun and id_ in ids else None


TOLD = ("admit", "approve", "back", "decline", "host", "lend")
"""Entries that everybody is told of."""

MOVES = ("sit", "leave", "begin", "admit", "lend", "return", "host")
"""Entries with which it may change what a device is at the table."""

REMEMBERED = 3


def after(house: House, entry: Entry) -> House:
    """The house after one more entry. One of the game only ends what it answers."""
    house = _knocked(_heard(_corrected(_changed(house, entry), entry), entry), entry)
    if entry.kind in TOLD:
        notice = Notice(entry.number, entry.kind, entry.body.get("person", entry.by), entry.by)
        house = replace(house, notices=(*house.notices, notice)[-REMEMBERED:])
    if entry.kind in MOVES or _on_a_lent_device(house, entry):
        house = replace(house, moved=entry.number)
    return house


def _on_a_lent_device(house: House, entry: Entry) -> bool:
    """Then it goes back with this entry."""
    return any(person.id == entry.by and not person.phone for person in house.people)


def _changed(house: House, entry: Entry) -> House:
    body = entry.body
    match entry.kind:
        case "sit":
            person = Person(house.came, body["name"], body["colour"], body.get("phone", True))
            return replace(house, people=(*house.people, person), came=house.came + 1)
        case "leave":
            stay = tuple(person for person in house.people if person.id != body["person"])
            notices = tuple(notice for notice in house.notices if notice.person != body["person"])
            return replace(house, people=stay, notices=notices)
        case "arrange":  # tapping everybody once, clockwise, seats them clockwise
            moved = house.person(body["person"])
            stay = tuple(person for person in house.people if person is not moved)
            return replace(house, people=(*stay, moved))
        case "begin":
            return replace(house, people=tuple(map(house.person, body["order"])), begun=True)
        case "claim":
            return replace(house, claims=(*house.claims, Claim(entry.number, body["person"])))
        case "admit" | "refuse":
            left = replace(house, claims=tuple(c for c in house.claims if c.number != body["claim"]))
            return _with_phone(left, body["person"]) if entry.kind == "admit" else left
        case "page" if house.page is not None:
            return replace(house, page=replace(house.page, step=body["step"]))
        case "agree" if entry.by is not None:
            before = house.agreed.people if house.agreed.slot == body["slot"] else ()
            return replace(house, agreed=Agreed(body["slot"], (*before, entry.by)))
        case "back":
            return replace(house, taken_back=(*house.taken_back, entry.by), agreed=Agreed("", ()))
        case "again":
            return replace(house, again=body["key"])
    return house


def _corrected(house: House, entry: Entry) -> House:
    """A proposal stands until it is answered, somebody plays on, here or at a new table, or another is the host."""
    proposal, body = house.proposal, entry.body
    match entry.kind:
        case "propose":
            return replace(house, proposal=Proposal(entry.number, entry.by, **{**body, "opens": tuple(body["opens"])}))
        case "approve" if proposal is not None and entry.by is not None:
            corrections = (*house.corrections, Correction(proposal, entry.by))
            return replace(house, proposal=None, corrections=corrections, agreed=Agreed("", ()))
        case "act" | "again" | "back" | "decline" | "host":
            return replace(house, proposal=None)
    return house


def _heard(house: House, entry: Entry) -> House:
    """That somebody took an act back is news until they act again, or until all turn a page."""
    if entry.kind not in ("act", "page"):
        return house
    past = (one.word == "back" and (entry.kind == "page" or one.by == entry.by) for one in house.notices)
    return replace(house, notices=tuple(one for one, gone in zip(house.notices, past, strict=True) if not gone))


def _knocked(house: House, entry: Entry) -> House:
    if entry.kind in ("sit", "claim"):
        return replace(house, knocked=house.knocked + 1)
    return replace(house, knocked=0) if house.knocked and entry.kind in ("begin", "act") else house


def _with_phone(house: House, id_: int) -> House:
    people = tuple(replace(person, phone=person.phone or person.id == id_) for person in house.people)
    return replace(house, people=people)


def paging(house: House) -> bool:
    """Whether the table is still looking at a payout together."""
    return house.page is not None and house.page.step <= house.page.steps
