"""Commands of the host: hand on the role, archive the table, switch its code and timer, end the game early."""

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
from companion.table.model.roster import TIMER_SECONDS, paging


def take_over(_table: Table, sender: Sender, _command: Command) -> Draft:
    """The operator's device becomes the host, since the host's own may be lost."""
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
    """The host makes somebody else the host, on that person's device."""
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
    """The host or the operator archives an unused table.

    With an `entry`, nothing may have been entered after it.
    """
    if not sender.rights.operator:
        require_host(sender)
    if table.over:
        raise IllegalMove("over")
    if "entry" in command.fields and read_number(command, "entry") != table.number:
        raise Stale("stale")
    return Draft({}, by=sender.rights.person)


def open_again(table: Table, sender: Sender, _command: Command) -> Draft:
    require_host(sender)
    if not table.roster.away:
        raise AlreadyDone
    return Draft({}, by=sender.rights.person)


def switch_code(table: Table, sender: Sender, command: Command) -> Draft:
    """The host turns the short code on or off while no seat is free."""
    require_host(sender)
    wanted = check_choice(command.fields.get("on", ""), "on", ("yes", "no")) == "yes"
    if table.roster.code_on == wanted:
        raise AlreadyDone
    return Draft({"on": wanted}, by=sender.rights.person)


def set_timer(table: Table, sender: Sender, command: Command) -> Draft:
    """The host sets the table timer, a hint that forces nobody, or turns it off."""
    require_host(sender)
    seconds = read_number(command, "seconds")
    check_choice(seconds, "seconds", TIMER_SECONDS)
    if table.roster.timer == seconds:
        raise AlreadyDone
    return Draft({"seconds": seconds}, by=sender.rights.person)


def _keep_watching(sender: Sender) -> tuple[Grant, ...]:
    """The table screen stays one when another device becomes the host."""
    old = sender.holder("host", None)
    seated = any(held.device == old and held.role == "seat" for held in sender.holders())
    return () if old is None or seated else (Grant(old, "watch"),)


def _grant_host(device: str) -> Grant:
    return Grant(device, "host", exclusive=True)


def propose_end(table: Table, sender: Sender, command: Command) -> Draft:
    """The host proposes to end the game early. `counts`: statistics include it."""
    require_host(sender)
    if not table.roster.begun:
        raise IllegalMove("not-begun")
    if table.over:
        raise IllegalMove("over")
    if paging(table.roster):
        raise IllegalMove("paging")
    return Draft({"counts": command.fields.get("counts") == "yes"}, by=sender.rights.person)


def go_on(table: Table, sender: Sender, _command: Command) -> Draft:
    """The host cancels the early end, as long as there is no rematch."""
    require_host(sender)
    if table.roster.ended is None:
        raise AlreadyDone
    if table.roster.again is not None:
        raise IllegalMove("played-on")
    return Draft({}, by=sender.rights.person)
