"""Commands that move a seat to another person or device: new names, freed seats, seat codes."""

from companion.games.types import IllegalMove
from companion.table.commands.types import (
    AlreadyDone,
    Command,
    Draft,
    Forbidden,
    Sender,
    clear_lending,
    read_number,
    require_host,
    return_devices_of,
)
from companion.table.model import names
from companion.table.model.log import Table
from companion.table.model.permissions import Grant


def free_name(table: Table, typed: str, besides: int | None = None) -> str:
    """Normalize a name that nobody at the table has or could be mistaken for. Raises InvalidMove or IllegalMove."""
    name = names.clean_name(typed)
    for person in table.roster.people:
        if person.id != besides and names.look_alike(person.name, name):
            raise IllegalMove(
                "name-taken" if person.name.casefold() == name.casefold() else "name-alike", name=person.name
            )
    return name


def rename(table: Table, sender: Sender, command: Command) -> Draft:
    """Somebody changes their name, or the host does."""
    own = sender.rights.acting
    person = own if own is not None and "person" not in command.fields else read_number(command, "person")
    if person != own and not sender.rights.hosting:
        raise Forbidden("not-host")
    was = table.roster.person(person).name
    name = free_name(table, command.fields.get("name", ""), besides=person)
    if name == was:
        raise AlreadyDone
    return Draft({"person": person, "name": name}, by=own)


def mark_gone(table: Table, sender: Sender, command: Command) -> Draft:
    """The host frees a seat: it is on no device, and another one may claim it."""
    require_host(sender)
    person = table.roster.person(read_number(command, "person"))
    if not table.roster.begun:
        raise IllegalMove("not-begun")
    if person.gone:
        raise AlreadyDone
    seat = Grant("", "seat", person.id, exclusive=True, revoked=True)
    return Draft({"person": person.id}, (seat, *return_devices_of(person.id, sender)), by=sender.rights.person)


def take_seat_by_code(table: Table, sender: Sender, command: Command) -> Draft:
    """A seat moves to another device of its owner, by the code on the old one."""
    found = sender.find_seat_code(command.fields.get("code", ""))
    if found is None or found.key != table.key or sender.holder("seat", found.person) != found.device:
        raise IllegalMove("no-such-seat-code")
    if sender.rights.person is not None:
        raise IllegalMove("seated-already")
    seat = Grant(sender.device, "seat", found.person, exclusive=True)
    body = {"person": found.person}
    if sender.rights.claim is not None:
        body["claim"] = sender.rights.claim
    claim = Grant(sender.device, "claim", revoked=True)
    return Draft(body, (seat, claim, *clear_lending(sender.device)), by=found.person)
