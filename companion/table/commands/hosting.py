"""Who is the host: the role is taken over by the operator, or handed on by the host. One device holds it.

And whether the table is there at all: the host or the operator may put it away.
"""

from companion.games.types import IllegalMove, check_choice
from companion.table.commands.types import Command, Done, Draft, Forbidden, Sender, Stale, counted, host_only, itself
from companion.table.model.log import Table
from companion.table.model.permissions import Grant


def take_over(_table: Table, sender: Sender, _command: Command) -> Draft:
    """A device that came by the terminal's link becomes the host: the host's own may be gone for good."""
    if sender.rights.host:
        raise Done
    if not sender.rights.operator:
        raise Forbidden("not-operator")
    by = sender.rights.person
    return Draft(
        {} if by is None else {"person": by}, (_host(sender.device), *itself(sender.device), *_watching(sender)), by=by
    )


def hand_on(table: Table, sender: Sender, command: Command) -> Draft:
    """The host makes somebody else the host, on the device that they sit with."""
    host_only(sender)
    person = table.party.person(counted(command, "person"))
    if not person.phone:
        raise IllegalMove("no-phone", name=person.name)
    device = sender.holder("seat", person.id)
    if device is None:
        raise Stale("stale")
    if device == sender.device:
        raise Done
    if any(held.device == device and held.role in ("lent", "cover") for held in sender.holders()):
        raise IllegalMove("handed-over", name=person.name)
    return Draft({"person": person.id}, (_host(device), *_watching(sender)), by=sender.rights.person, kind="host")


def put_away(table: Table, sender: Sender, command: Command) -> Draft:
    """The host, or the operator, puts a table away that nobody plays at any more. It can be opened again.

    Where an `entry` is named nothing may have been entered after it.
    """
    if not sender.rights.operator:
        host_only(sender)
    if table.over:
        raise IllegalMove("over")
    if "entry" in command.fields and counted(command, "entry") != table.number:
        raise Stale("stale")
    return Draft({}, by=sender.rights.person)


def open_again(table: Table, sender: Sender, _command: Command) -> Draft:
    """A table that was put away is played on."""
    host_only(sender)
    if not table.party.away:
        raise Done
    return Draft({}, by=sender.rights.person)


def turn_code(table: Table, sender: Sender, command: Command) -> Draft:
    """The host lets people in by the short code though no seat is free, or does so no more."""
    host_only(sender)
    wanted = check_choice(command.fields.get("on", ""), "on", ("yes", "no")) == "yes"
    if table.party.code_on == wanted:
        raise Done
    return Draft({"on": wanted}, by=sender.rights.person)


def _watching(sender: Sender) -> tuple[Grant, ...]:
    """The screen in the middle stays the screen in the middle when it is the host's no more."""
    old = sender.holder("host", None)
    seated = any(held.device == old and held.role == "seat" for held in sender.holders())
    return () if old is None or seated else (Grant(old, "watch"),)


def _host(device: str) -> Grant:
    return Grant(device, "host", exclusive=True)
