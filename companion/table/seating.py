"""Who sits where: taps of the lobby, of another device that asks for a seat, and of a device that is lent."""

from companion.games.kit import Garbled, Refused, digits
from companion.table import names
from companion.table.colours import COLOURS
from companion.table.log import Table
from companion.table.seats import Grant
from companion.table.taps import MANY, Done, Forbidden, Sender, Stale, Taken, Tap, counted, handed_back, host_only

OPEN_CLAIMS = 12
"""So many devices can wait for the host's answer at once, and a third of them for the same seat."""

COME_AND_GONE = 2_000
"""So often somebody without a seat takes or asks for one between two acts; who has only the address fills no disk."""


def sit(table: Table, sender: Sender, tap: Tap) -> Taken:
    """Somebody sits down on their own device, or the host seats somebody without a phone."""
    without_phone = tap.fields.get("phone") == "none"
    if without_phone:
        host_only(sender)
    elif sender.rights.person is not None:
        raise Refused("seated-already")
    if table.house.begun:
        raise Stale("begun")
    if not sender.rights.host:
        _still_room(table)
    name = names.seated(tap.fields.get("name", ""))
    colour = tap.fields.get("colour", "")
    if colour not in COLOURS:
        raise Garbled("not-one-of", key="colour", expected=", ".join(COLOURS))
    if len(table.house.people) >= table.game.seats[-1]:
        raise Refused("full", most=table.game.seats[-1])
    for person in table.house.people:
        if names.alike(person.name, name):
            raise Refused("name-taken" if person.name.casefold() == name.casefold() else "name-alike", name=person.name)
        if person.colour == colour:
            raise Refused("colour-taken", name=person.name)
    if without_phone:
        return Taken({"name": name, "colour": colour, "phone": False}, by=sender.rights.person)
    grant = Grant(sender.device, "seat", table.house.came, alone=True)
    return Taken({"name": name, "colour": colour}, (grant,), by=table.house.came)


def _still_room(table: Table) -> None:
    if table.house.knocked >= COME_AND_GONE:
        raise Refused("come-and-gone")


def leave(table: Table, sender: Sender, tap: Tap) -> Taken:
    """Somebody gets up, or the host removes them; only before the game."""
    person = sender.rights.person
    if person is None or "person" in tap.fields:
        person = counted(tap, "person")
    if table.house.begun:
        raise Refused("begun")
    if not sender.rights.host and sender.rights.person != person:
        raise Forbidden("not-host")
    table.house.person(person)
    return Taken({"person": person}, (Grant("", "seat", person, alone=True, gone=True),))


def arrange(table: Table, sender: Sender, tap: Tap) -> Taken:
    """The host moves somebody to the end of the row."""
    host_only(sender)
    if table.house.begun:
        raise Refused("begun")
    person = table.house.person(counted(tap, "person"))
    return Taken({"person": person.id}, by=sender.rights.person)


def begin(table: Table, sender: Sender, tap: Tap) -> Taken:
    """The host begins with the order of seats that their page shows."""
    host_only(sender)
    if table.house.begun:
        raise Done
    people = [person.id for person in table.house.people]
    order = [digits(word, "order", 0, MANY) for word in tap.fields.get("order", "").split()]
    if sorted(order) != sorted(people):
        raise Stale("people-changed")
    if len(people) not in table.game.seats:
        raise Refused("players", low=table.game.seats[0], high=table.game.seats[-1])
    return Taken({"order": order}, by=sender.rights.person)


def claim(table: Table, sender: Sender, tap: Tap) -> Taken:
    """A device without a seat asks for somebody's."""
    person = table.house.person(counted(tap, "person"))
    if not table.house.begun:
        raise Refused("not-begun")
    if sender.rights.person is not None:
        raise Refused("seated-already")
    if any(claim.number == sender.rights.claim for claim in table.house.claims):
        raise Refused("claimed-already")
    same = [claim for claim in table.house.claims if claim.person == person.id]
    if len(table.house.claims) >= OPEN_CLAIMS or len(same) >= OPEN_CLAIMS // 3:
        raise Refused("claims-open")
    _still_room(table)
    return Taken({"person": person.id}, (Grant(sender.device, "claim", table.number + 1),))


def admit(table: Table, sender: Sender, tap: Tap) -> Taken:
    """The host lets a device have the seat it asks for, or refuses."""
    host_only(sender)
    number = counted(tap, "claim", 1)
    claim = next((claim for claim in table.house.claims if claim.number == number), None)
    if claim is None:
        raise Done
    asked = Grant("", "claim", number, alone=True, gone=True)
    if tap.kind == "refuse":
        return Taken({"claim": number, "person": claim.person}, (asked,), by=sender.rights.person)
    device = sender.holder("claim", number)
    if device is None:
        raise Stale("stale")
    seat = Grant(device, "seat", claim.person, alone=True)
    not_lent = Grant("", "lent", claim.person, alone=True, gone=True)  # whoever has a phone needs nobody else's
    itself = Grant(device, "lent", gone=True)  # left over from a place that it has lost
    return Taken({"claim": number, "person": claim.person}, (asked, seat, not_lent, itself), by=sender.rights.person)


def lend(table: Table, sender: Sender, tap: Tap) -> Taken:
    """A device is handed to somebody without a phone."""
    person = table.house.person(counted(tap, "person"))
    if table.house.seat(sender.rights.person) is None and not sender.rights.host:
        raise Forbidden("no-seat")
    if not table.house.begun or person.phone:
        raise Refused("has-phone", name=person.name)
    return Taken({"person": person.id}, (Grant(sender.device, "lent", person.id),), by=sender.rights.person)


def give_back(_table: Table, sender: Sender, _tap: Tap) -> Taken:
    """A lent device is itself again."""
    if sender.rights.lent is None:
        raise Done
    return Taken({"person": sender.rights.lent}, handed_back(sender), by=sender.rights.person)
