"""Commands of the lobby, of devices that claim a seat, and of lent devices."""

from companion.games.types import IllegalMove, check_choice, parse_integer
from companion.table.commands.seat_transfer import free_name
from companion.table.commands.types import (
    MAX_NUMBER,
    AlreadyDone,
    Command,
    Draft,
    Forbidden,
    Sender,
    Stale,
    clear_lending,
    read_number,
    require_host,
    return_device,
    return_devices_of,
)
from companion.table.model.log import Table
from companion.table.model.names import colour_choices, suggest_colour
from companion.table.model.permissions import Grant

MAX_CLAIMS = 12  # open at once, and a third of them for the same seat

MAX_SEAT_REQUESTS = 2_000  # between two moves, so that strangers with the address cannot fill the disk


def sit(table: Table, sender: Sender, command: Command) -> Draft:
    """Somebody sits down with their own device, or the host seats somebody without a phone."""
    without_phone = command.fields.get("phone") == "none"
    if without_phone:
        require_host(sender)
    elif sender.rights.person is not None:
        raise IllegalMove("seated-already")
    if table.roster.begun:
        raise Stale("begun")
    if not sender.rights.host:
        _check_seat_requests(table)
    colour = command.fields.get("colour", "")
    most = table.game.player_range(table.options)[-1]
    check_choice(colour, "colour", colour_choices(most))
    if len(table.roster.people) >= most:
        raise IllegalMove("full", most=most)
    name = free_name(table, command.fields.get("name", ""))
    taken = {person.colour: person.name for person in table.roster.people}
    if colour in taken and colour == command.fields.get("offered"):  # nobody chose it, and another was faster
        colour = suggest_colour(sender.device, colour_choices(most), taken) or colour
    if colour in taken:
        raise IllegalMove("colour-taken", name=taken[colour])
    if without_phone:
        return Draft({"name": name, "colour": colour, "phone": False}, by=sender.rights.person)
    grant = Grant(sender.device, "seat", table.roster.joined, exclusive=True)
    return Draft({"name": name, "colour": colour}, (grant,), by=table.roster.joined)


def _check_seat_requests(table: Table) -> None:
    if table.roster.seat_requests >= MAX_SEAT_REQUESTS:
        raise IllegalMove("come-and-gone")


def leave(table: Table, sender: Sender, command: Command) -> Draft:
    """Somebody leaves the lobby, or the host removes them."""
    person = sender.rights.person
    if person is None or "person" in command.fields:
        person = read_number(command, "person")
    if table.roster.begun:
        raise IllegalMove("begun")
    if not sender.rights.host and sender.rights.person != person:
        raise Forbidden("not-host")
    table.roster.person(person)
    return Draft({"person": person}, (Grant("", "seat", person, exclusive=True, revoked=True),))


def arrange(table: Table, sender: Sender, command: Command) -> Draft:
    """Give somebody the next seat: the host taps all names, clockwise."""
    require_host(sender)
    if table.roster.begun:
        raise IllegalMove("begun")
    person = table.roster.person(read_number(command, "person"))
    return Draft({"person": person.id}, by=sender.rights.person)


def begin(table: Table, sender: Sender, command: Command) -> Draft:
    """The host starts the game with the seats that their page shows."""
    require_host(sender)
    if table.roster.begun:
        raise AlreadyDone
    people = [person.id for person in table.roster.people]
    order = [parse_integer(word, "person", 0, MAX_NUMBER) for word in command.fields.get("order", "").split()]
    if sorted(order) != sorted(people):
        raise Stale("people-changed")
    able = table.game.player_range(table.options)
    if len(people) not in able:
        raise IllegalMove("players", low=able[0], high=able[-1])
    return Draft({"order": order}, by=sender.rights.person)


def claim(table: Table, sender: Sender, command: Command) -> Draft:
    """A device without a seat asks for somebody's, under their name or another."""
    person = table.roster.person(read_number(command, "person"))
    if not table.roster.begun:
        raise IllegalMove("not-begun")
    if sender.rights.person is not None:
        raise IllegalMove("seated-already")
    if any(claim.number == sender.rights.claim for claim in table.roster.claims):
        raise IllegalMove("claimed-already")
    same = [claim for claim in table.roster.claims if claim.person == person.id]
    if len(table.roster.claims) >= MAX_CLAIMS or len(same) >= MAX_CLAIMS // 3:
        raise IllegalMove("claims-open")
    _check_seat_requests(table)
    body: dict[str, object] = {"person": person.id}
    if command.fields.get("name"):
        body["name"] = free_name(table, command.fields["name"], besides=person.id)
    return Draft(body, (Grant(sender.device, "claim", table.number + 1),))


def admit(table: Table, sender: Sender, command: Command) -> Draft:
    """The host admits or refuses a claim."""
    require_host(sender)
    number = read_number(command, "claim", 1)
    claim = next((claim for claim in table.roster.claims if claim.number == number), None)
    if claim is None:
        raise AlreadyDone
    asked = Grant("", "claim", number, exclusive=True, revoked=True)
    if command.kind == "refuse":
        return Draft({"claim": number, "person": claim.person}, (asked,), by=sender.rights.person)
    device = sender.holder("claim", number)
    if device is None:
        raise Stale("stale")
    seat = Grant(device, "seat", claim.person, exclusive=True)
    others = return_devices_of(claim.person, sender)  # they need no lent device any more
    grants = (asked, seat, *others, *clear_lending(device))
    body: dict[str, object] = {"claim": number, "person": claim.person}
    if claim.name is not None:
        body["name"] = free_name(table, claim.name, besides=claim.person)
    return Draft(body, grants, by=sender.rights.person)


def lend(table: Table, sender: Sender, command: Command) -> Draft:
    person = table.roster.person(read_number(command, "person"))
    if table.roster.seat(sender.rights.person) is None and not sender.rights.host:
        raise Forbidden("no-seat")
    if not table.roster.begun or person.phone:
        raise IllegalMove("has-phone", name=person.name)
    grants = (Grant(sender.device, "lent", person.id), Grant(sender.device, "cover"))
    return Draft({"person": person.id}, grants, by=sender.rights.person)


def confirm_holder(_table: Table, sender: Sender, command: Command) -> Draft:
    """The person to whom a device was handed, or returned, confirms."""
    rights = sender.rights
    if not rights.in_transit:
        raise AlreadyDone
    person = rights.person if rights.lent is None else rights.lent
    if command.fields.get("person") != ("host" if person is None else str(person)):
        raise Stale("stale")
    body = {} if person is None else {"person": person}
    return Draft(body, (Grant(sender.device, "cover", revoked=True),), by=person)


def give_back(_table: Table, sender: Sender, _command: Command) -> Draft:
    if sender.rights.lent is None:
        raise AlreadyDone
    return Draft({"person": sender.rights.lent}, return_device(sender), by=sender.rights.person)
