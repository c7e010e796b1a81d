"""Tables of Vabanque at a server, with a phone for each player."""

import re
from dataclasses import dataclass

from companion.table.model.names import COLOURS
from tests.integration.http.services import TwoServices
from tests.support.cast import CAST
from tests.support.phones import Phone
from tests.support.server import Server

ENTRY = re.compile(r'<data value="(\d+)"')


@dataclass
class Table:
    """A table with its host's phone and those of its players."""

    server: Server | TwoServices
    key: str
    host: Phone
    players: list[Phone]

    @property
    def path(self) -> str:
        """Address of its page."""
        return f"/t/{self.key}"

    @property
    def moves(self) -> str:
        """Address that moves are sent to."""
        return f"/t/{self.key}/tap"

    @property
    def events(self) -> str:
        """Address of the phones' event stream."""
        return f"/t/{self.key}/events"

    def number(self) -> int:
        """Number of the latest entry, as a fresh page shows it."""
        found = ENTRY.search(self.host.get(self.path).text)
        assert found is not None
        return int(found[1])

    def log(self) -> list[tuple[int, str, str]]:
        """(number, kind, idempotency key) of each saved entry."""
        return self.server.entries(self.key)


def empty_table(server: Server | TwoServices, **options: str) -> Table:
    """A table with nobody at it."""
    host = server.phone("host")
    return Table(server, host.new_table(**options), host, [])


def begun_table(server: Server | TwoServices, players: int = 6, **options: str) -> Table:
    """A game in its first phase: everybody has chips to place."""
    table = empty_table(server, **options)
    for seat, (name, colour) in enumerate(zip(CAST[:players], COLOURS, strict=False)):
        phone = server.phone(name)
        phone.seat = seat
        assert phone.move(table.key, "sit", name=name, colour=colour).entry
        table.players.append(phone)
    order = " ".join(str(seat) for seat in range(players))
    assert table.host.move(table.key, "begin", order=order).entry
    assert table.host.move(table.key, "act", slot="start", do="start", table=1, seat=0).entry
    return table


def chip(phone: Phone, nth: int) -> dict[str, object]:
    """Form of a player's chip in round 1, counted from 0."""
    return {"op": phone.op(), "kind": "act", "slot": f"1.chips.{phone.seat}.{nth}", "do": "chip", "table": 1 + nth}
