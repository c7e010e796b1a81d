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


def rematch_grants(old: Table, holders: Iterable[Grant]) -> list[Grant]:
    """The rights of seats, host and table screen carry over. A lent device is in transit."""
    places = {person.id: id_ for id_, person in enumerate(old.roster.people)}
    held = list(holders)
    own = [
        grant for grant in held if grant.role in ("host", "watch") or (grant.role == "seat" and grant.number in places)
    ]
    owners = {grant.device for grant in own}
    away = {grant.device for grant in held if grant.role in ("lent", "cover")} & owners
    same = [Grant(one.device, one.role, None if one.number is None else places[one.number]) for one in own]
    return [*same, *(Grant(device, "cover") for device in sorted(away))]
