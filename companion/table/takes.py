"""What each kind of tap needs, and the entry that it becomes.

Every function here looks only: it gives back the body of the entry and the rights that come with it, or says why
not. Writing is the desk's.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion import record
from companion.games.kit import Garbled, Refused, Trouble, digits
from companion.table.chair import chair
from companion.table.colours import COLOURS
from companion.table.house import paging
from companion.table.log import Table
from companion.table.seats import Rights
from companion.table.store import Grant


class Stale(Refused):
    """The table has moved on since the page was drawn from which this was sent."""


class Forbidden(Trouble):
    """Not for this device."""


class Done(Exception):
    """What was wanted is so already: nothing to write, nothing lost."""


@dataclass(frozen=True, slots=True)
class Tap:
    """What a device sent. `op` is its own name for it, kept when it is sent again; `base` the slot it would fill."""

    kind: str
    fields: Mapping[str, str]
    op: str
    base: str = ""


@dataclass(frozen=True, slots=True)
class Taken:
    """What a tap becomes."""

    body: Mapping[str, Any]
    grants: tuple[Grant, ...] = ()
    by: int | None = field(default=None)


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sent it: the hash of the device's token, its rights here, and who else holds which."""

    device: str
    rights: Rights
    claimant: Callable[[int], str | None]


def take(table: Table, sender: Sender, tap: Tap) -> Taken:
    """The entry's body for a tap. Raises Garbled, Refused, Stale, Forbidden or Done."""
    try:
        handler = HANDLERS[tap.kind]
    except KeyError:
        raise Garbled("not-one-of", key="kind", expected=", ".join(HANDLERS)) from None
    return handler(table, sender, tap)


def _sit(table: Table, sender: Sender, tap: Tap) -> Taken:
    without_phone = tap.fields.get("phone") == "none"
    if without_phone:
        _host(sender)
    elif sender.rights.person is not None:
        raise Refused("seated-already")
    if table.house.begun:
        raise Stale("begun")
    name = record.name(" ".join(tap.fields.get("name", "").split()))
    colour = tap.fields.get("colour", "")
    if colour not in COLOURS:
        raise Garbled("not-one-of", key="colour", expected=", ".join(COLOURS))
    if len(table.house.people) >= table.game.seats[-1]:
        raise Refused("full", most=table.game.seats[-1])
    for person in table.house.people:
        if person.name.casefold() == name.casefold():
            raise Refused("name-taken")
        if person.colour == colour:
            raise Refused("colour-taken", name=person.name)
    if without_phone:
        return Taken({"name": name, "colour": colour, "phone": False}, by=sender.rights.person)
    grant = Grant(sender.device, "seat", table.house.came, alone=True)
    return Taken({"name": name, "colour": colour}, (grant,), by=table.house.came)


def _leave(table: Table, sender: Sender, tap: Tap) -> Taken:
    person = digits(tap.fields.get("person"), "person", 0, 999)
    if table.house.begun:
        raise Refused("begun")
    if not sender.rights.host and sender.rights.person != person:
        raise Forbidden("not-host")
    table.house.person(person)
    return Taken({"person": person}, (Grant("", "seat", person, alone=True, gone=True),))


def _arrange(table: Table, sender: Sender, tap: Tap) -> Taken:
    _host(sender)
    if table.house.begun:
        raise Refused("begun")
    person = table.house.person(digits(tap.fields.get("person"), "person", 0, 999))
    return Taken({"person": person.id}, by=sender.rights.person)


def _begin(table: Table, sender: Sender, tap: Tap) -> Taken:
    _host(sender)
    if table.house.begun:
        raise Done
    people = [person.id for person in table.house.people]
    order = [digits(word, "order", 0, 999) for word in tap.fields.get("order", "").split()]
    if sorted(order) != sorted(people):
        raise Stale("people-changed")
    if len(people) not in table.game.seats:
        raise Refused("players", low=table.game.seats[0], high=table.game.seats[-1])
    return Taken({"order": order}, by=sender.rights.person)


def _act(table: Table, sender: Sender, tap: Tap) -> Taken:
    if not table.house.begun:
        raise Stale("not-begun")
    seat = table.house.seat(sender.rights.acting)
    if seat is None and not sender.rights.host:
        raise Forbidden("no-seat")
    asked = [ask for ask in table.asks if ask.slot == tap.base and ask.do == tap.fields.get("do")]
    asked = [ask for ask in asked if ask.seat in (seat, None) or (ask.do == "start" and sender.rights.host)]
    named = tap.fields.get("seat")
    if named is not None:
        asked = [ask for ask in asked if ask.seat == digits(named, "seat", 0, len(table.names) - 1)]
    if not asked:
        raise Stale("stale")
    ask = asked[0]
    if ask.final and tap.fields.get("sure") != "yes":
        raise Refused("not-sure")
    seen = chair(table, seat)
    move = table.game.tap(seen.state, ask.seat, tap.fields, seen.luck)
    table.game.play(table.state, ask.seat, move)
    back = () if sender.rights.lent is None else (Grant(sender.device, "lent", gone=True),)
    return Taken({"seat": ask.seat, "line": table.game.write(move)}, back, by=sender.rights.acting)


def _back(table: Table, sender: Sender, tap: Tap) -> Taken:
    number = digits(tap.fields.get("entry"), "entry", 1, 9999)
    undo = chair(table, table.house.seat(sender.rights.acting), host=sender.rights.host).undo
    if undo is None or undo.number != number:
        raise Stale("not-latest")
    return Taken({"entry": number}, by=sender.rights.acting)


def _page(table: Table, sender: Sender, tap: Tap) -> Taken:
    if table.house.seat(sender.rights.acting) is None and not sender.rights.host:
        raise Forbidden("no-seat")
    page = table.house.page
    shown = (digits(tap.fields.get("act"), "act", 1, 9999), digits(tap.fields.get("step"), "step", 1, 99))
    if page is None or not paging(table.house) or (page.act, page.step) != shown:
        raise Done  # somebody else has turned this page
    skip = tap.fields.get("to") == "end"
    return Taken({"step": page.steps + 1 if skip else page.step + 1}, by=sender.rights.person)


def _claim(table: Table, sender: Sender, tap: Tap) -> Taken:
    person = table.house.person(digits(tap.fields.get("person"), "person", 0, 999))
    if not table.house.begun:
        raise Refused("not-begun")
    if sender.rights.person is not None:
        raise Refused("seated-already")
    if any(claim.number == sender.rights.claim for claim in table.house.claims):
        raise Refused("claimed-already")
    return Taken({"person": person.id}, (Grant(sender.device, "claim", table.number + 1),))


def _admit(table: Table, sender: Sender, tap: Tap) -> Taken:
    _host(sender)
    number = digits(tap.fields.get("claim"), "claim", 1, 9999)
    claim = next((claim for claim in table.house.claims if claim.number == number), None)
    if claim is None:
        raise Done
    if tap.kind == "refuse":
        return Taken({"claim": number, "person": claim.person}, by=sender.rights.person)
    device = sender.claimant(number)
    if device is None:
        raise Stale("stale")
    grant = Grant(device, "seat", claim.person, alone=True)
    return Taken({"claim": number, "person": claim.person}, (grant,), by=sender.rights.person)


def _lend(table: Table, sender: Sender, tap: Tap) -> Taken:
    person = table.house.person(digits(tap.fields.get("person"), "person", 0, 999))
    if table.house.seat(sender.rights.person) is None and not sender.rights.host:
        raise Forbidden("no-seat")
    if not table.house.begun or person.phone:
        raise Refused("has-phone", name=person.name)
    return Taken({"person": person.id}, (Grant(sender.device, "lent", person.id),), by=sender.rights.person)


def _give_back(_table: Table, sender: Sender, _tap: Tap) -> Taken:
    if sender.rights.lent is None:
        raise Done
    return Taken({"person": sender.rights.lent}, (Grant(sender.device, "lent", gone=True),), by=sender.rights.person)


def _host(sender: Sender) -> None:
    if not sender.rights.host:
        raise Forbidden("not-host")


HANDLERS: dict[str, Callable[[Table, Sender, Tap], Taken]] = {
    "sit": _sit,
    "leave": _leave,
    "arrange": _arrange,
    "begin": _begin,
    "act": _act,
    "back": _back,
    "page": _page,
    "lend": _lend,
    "return": _give_back,
    "claim": _claim,
    "admit": _admit,
    "refuse": _admit,
}
