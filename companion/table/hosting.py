"""Who is the host: the role is taken over by the house, or handed on by the host. One device holds it."""

from companion.games.kit import Refused
from companion.table.log import Table
from companion.table.seats import Grant
from companion.table.taps import Done, Forbidden, Sender, Stale, Taken, Tap, counted, host_only


def take_over(_table: Table, sender: Sender, _tap: Tap) -> Taken:
    """A device that came by the terminal's link becomes the host: the host's own may be gone for good."""
    if sender.rights.host:
        raise Done
    if not sender.rights.house or sender.rights.handed_over:
        raise Forbidden("not-house")
    by = sender.rights.person
    itself = Grant(sender.device, "lent", gone=True)  # left over from a place that it has lost
    return Taken({} if by is None else {"person": by}, (_host(sender.device), itself), by=by)


def hand_on(table: Table, sender: Sender, tap: Tap) -> Taken:
    """The host makes somebody else the host, on the device that they sit with."""
    host_only(sender)
    person = table.house.person(counted(tap, "person"))
    if not person.phone:
        raise Refused("no-phone", name=person.name)
    device = sender.holder("seat", person.id)
    if device is None:
        raise Stale("stale")
    if device == sender.device:
        raise Done
    if any((held.device, held.role) == (device, "lent") for held in sender.holders()):
        raise Refused("handed-over", name=person.name)
    return Taken({"person": person.id}, (_host(device),), by=sender.rights.person, kind="host")


def _host(device: str) -> Grant:
    return Grant(device, "host", alone=True)
