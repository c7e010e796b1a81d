"""Seats that come to others or to other devices: new names, seats that were left, a code between two phones."""

from companion.games.types import IllegalMove
from companion.table.commands.types import (
    Command,
    Done,
    Draft,
    Forbidden,
    Sender,
    counted,
    handed_back_by,
    host_only,
    itself,
)
from companion.table.model import names
from companion.table.model.log import Table
from companion.table.model.permissions import Grant


def free_name(table: Table, typed: str, besides: int | None = None) -> str:
    """A name that nobody at the table has, or could be taken for. Raises InvalidMove or IllegalMove."""
    name = names.seated(typed)
    for person in table.party.people:
        if person.id != besides and names.alike(person.name, name):
            raise IllegalMove(
                "name-taken" if person.name.casefold() == name.casefold() else "name-alike", name=person.name
            )
    return name


def rename(table: Table, sender: Sender, command: Command) -> Draft:
    """Somebody takes another name, or the host gives it to them."""
    own = sender.rights.acting
    person = own if own is not None and "person" not in command.fields else counted(command, "person")
    if person != own and not sender.rights.hosting:
        raise Forbidden("not-host")
    was = table.party.person(person).name
    name = free_name(table, command.fields.get("name", ""), besides=person)
    if name == was:
        raise Done
    return Draft({"person": person, "name": name}, by=own)


def gone(table: Table, sender: Sender, command: Command) -> Draft:
    """The host says that somebody has gone: their seat is on no device any more, and another one may ask for it."""
    host_only(sender)
    person = table.party.person(counted(command, "person"))
    if not table.party.begun:
        raise IllegalMove("not-begun")
    if person.gone:
        raise Done
    seat = Grant("", "seat", person.id, exclusive=True, revoked=True)
    return Draft({"person": person.id}, (seat, *handed_back_by(person.id, sender)), by=sender.rights.person)


def phone(table: Table, sender: Sender, command: Command) -> Draft:
    """A seat comes to another device of its owner, by the code that the old one shows."""
    found = sender.handed(command.fields.get("code", ""))
    if found is None or found.key != table.key or sender.holder("seat", found.person) != found.device:
        raise IllegalMove("no-such-seat-code")
    if sender.rights.person is not None:
        raise IllegalMove("seated-already")
    seat = Grant(sender.device, "seat", found.person, exclusive=True)
    body = {"person": found.person}
    if sender.rights.claim is not None:
        body["claim"] = sender.rights.claim
    claim = Grant(sender.device, "claim", revoked=True)
    return Draft(body, (seat, claim, *itself(sender.device)), by=found.person)
