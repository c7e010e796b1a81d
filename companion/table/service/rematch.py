"""A rematch: the first entries and rights of the new table."""

from collections.abc import Iterable

from companion.table.model.entry import Entry
from companion.table.model.log import Table
from companion.table.model.permissions import Grant


def rematch_entries(old: Table, at: float) -> list[Entry]:
    """Everyone sits down in the order of their seats, with the same table timer."""
    people = enumerate(old.roster.people)
    bodies = ((id_, {"name": person.name, "colour": person.colour, "phone": person.phone}) for id_, person in people)
    seats = [Entry(1 + id_, "sit", id_, body, f"again-{id_:08d}", "", at) for id_, body in bodies]
    timer = {"seconds": old.roster.timer}
    return [*seats, Entry(1 + len(seats), "timer", None, timer, "again-timer", "", at)] if old.roster.timer else seats


def rematch_grants(old: Table, holders: Iterable[Grant], opener: str) -> list[Grant]:
    """The rights of seats and table screens carry over. A lent device is in transit.

    A player who opens the rematch is its host, since the former host's device may be switched off.
    """
    places = {person.id: id_ for id_, person in enumerate(old.roster.people)}
    held = list(holders)
    seats = {one.device: places[one.number] for one in held if one.role == "seat" and one.number in places}
    hosts, screens = ({one.device for one in held if one.role == role} for role in ("host", "watch"))
    away = {one.device for one in held if one.role in ("lent", "cover")} & (seats.keys() | hosts | screens)
    if opener in seats.keys() - away:
        hosts, screens = {opener}, screens | (hosts - seats.keys())
    return [
        *(Grant(device, "seat", number) for device, number in seats.items()),
        *(Grant(device, "host") for device in hosts),
        *(Grant(device, "watch") for device in sorted(screens)),
        *(Grant(device, "cover") for device in sorted(away)),
    ]
