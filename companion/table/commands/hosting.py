"""Who is the host: the role is taken over by the operator, or handed on by the host. One device holds it.

And whether the table is there at all: the host or the operator may put it away.
"""

from companion.games.types import IllegalMove, check_choice
from companion.table.commands.types import (
    AlreadyDone,
    Command,
    Draft,
    Forbidden,
    Sender,
    Stale,
    clear_lending,
    read_number,
    require_host,
)
from companion.table.model.log import Table
from companion.table.model.permissions import Grant
from companion.table.model.roster import paging


def take_over(_table: Table, sender: Sender, _command: Command) -> Draft:
    """A device that came by the terminal's link becomes the host: the host's own may be gone for good."""
    if sender.rights.host:
        raise AlreadyDone
    if not sender.rights.operator:
        raise Forbidden("not-operator")
    by = sender.rights.person
    return Draft(
        {} if by is None else {"person": by},
        (_grant_host(sender.device), *clear_lending(sender.device), *_keep_watching(sender)),
        by=by,
    )


def hand_on(table: Table, sender: Sender, command: Command) -> Draft:
    """The host makes somebody else the host, on the device that they sit with."""
    require_host(sender)
    person = table.roster.person(read_number(command, "person"))
    if not person.phone:
        raise IllegalMove("no-phone", name=person.name)
    device = sender.holder("seat", person.id)
    if device is None:
        raise Stale("stale")
    if device == sender.device:
        raise AlreadyDone
    if any(held.device == device and held.role in ("lent", "cover") for held in sender.holders()):
        raise IllegalMove("handed-over", name=person.name)
    return Draft(
        {"person": person.id}, (_grant_host(device), *_keep_watching(sender)), by=sender.rights.person, kind="host"
    )


def put_away(table: Table, sender: Sender, command: Command) -> Draft:
    """The host, or the operator, puts a table away that nobody plays at any more. It can be opened again.

    Where an `entry` is named nothing may have been entered after it.
    """
    if not sender.rights.operator:
        require_host(sender)
    if table.over:
        raise IllegalMove("over")
    if "entry" in command.fields and read_number(command, "entry") != table.number:
        raise Stale("stale")
    return Draft({}, by=sender.rights.person)


def open_again(table: Table, sender: Sender, _command: Command) -> Draft:
    """A table that was put away is played on."""
    require_host(sender)
    if not table.roster.away:
        raise AlreadyDone
    return Draft({}, by=sender.rights.person)


def switch_code(table: Table, sender: Sender, command: Command) -> Draft:
    """The host lets people in by the short code though no seat is free, or does so no more."""
    require_host(sender)
    wanted = check_choice(command.fields.get("on", ""), "on", ("yes", "no")) == "yes"
    if table.roster.code_on == wanted:
        raise AlreadyDone
    return Draft({"on": wanted}, by=sender.rights.person)


def _keep_watching(sender: Sender) -> tuple[Grant, ...]:
    """The screen in the middle stays the screen in the middle when it is the host's no more."""
    old = sender.holder("host", None)
    seated = any(held.device == old and held.role == "seat" for held in sender.holders())
    return () if old is None or seated else (Grant(old, "watch"),)


def _grant_host(device: str) -> Grant:
    return Grant(device, "host", exclusive=True)


def propose_end(table: Table, sender: Sender, command: Command) -> Draft:
    """The host would end the game now; with `counts` statistics take it in. Raises IllegalMove during a payout."""
    require_host(sender)
    if not table.roster.begun:
        raise IllegalMove("not-begun")
    if table.over:
        raise IllegalMove("over")
    if paging(table.roster):
        raise IllegalMove("paging")
    return Draft({"counts": command.fields.get("counts") == "yes"}, by=sender.rights.person)


def go_on(table: Table, sender: Sender, _command: Command) -> Draft:
    """The host takes the early end back, as long as no new game was opened."""
    require_host(sender)
    if table.roster.ended is None:
        raise AlreadyDone
    if table.roster.again is not None:
        raise IllegalMove("played-on")
    return Draft({}, by=sender.rights.person)
