"""Who is the host: the role is taken over by the house, or handed on by the host. One device holds it."""

from companion.games.kit import Refused
from companion.table.commands import Command, Done, Draft, Forbidden, Sender, Stale, counted, host_only, itself
from companion.table.log import Table
from companion.table.rights import Grant


def take_over(_table: Table, sender: Sender, _command: Command) -> Draft:
    """A device that came by the terminal's link becomes the host: the host's own may be gone for good."""
    if sender.rights.host:
        raise Done
    if not sender.rights.operator or sender.rights.handed_over:
        raise Forbidden("not-operator")
    by = sender.rights.person
    return Draft({} if by is None else {"person": by}, (_host(sender.device), *itself(sender.device)), by=by)


def hand_on(table: Table, sender: Sender, command: Command) -> Draft:
    """The host makes somebody else the host, on the device that they sit with."""
    host_only(sender)
    person = table.party.person(counted(command, "person"))
    if not person.phone:
        raise Refused("no-phone", name=person.name)
    device = sender.holder("seat", person.id)
    if device is None:
        raise Stale("stale")
    if device == sender.device:
        raise Done
    if any(held.device == device and held.role in ("lent", "cover") for held in sender.holders()):
        raise Refused("handed-over", name=person.name)
    return Draft({"person": person.id}, (_host(device),), by=sender.rights.person, kind="host")


def _host(device: str) -> Grant:
    return Grant(device, "host", exclusive=True)
