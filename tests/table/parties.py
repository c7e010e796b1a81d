"""A table of Vabanque whose devices are called like those who hold them; what they send is numbered."""

from companion.table.bus import Bus
from companion.table.colours import COLOURS
from companion.table.commands import Command
from companion.table.desk import Desk
from companion.table.store import Store
from tests.cast import CAST
from tests.houses import Where


class Party:
    """A table of Vabanque with three people."""

    def __init__(self, where: Where) -> None:
        self.desk = Desk(Store(where), Bus())
        self.key = self.desk.open("host", "vabanque", {}, {})
        self.taps = 0

    def send(self, device: str, kind: str, slot: str = "", **fields: object) -> int:
        """One tap."""
        self.taps += 1
        form = {name: str(value) for name, value in fields.items()}
        return self.desk.send(self.key, device, Command(kind, form, f"tap-{self.taps:08d}", slot))

    def sit(self, seat: int) -> int:
        """One of the cast sits down; gives back who that is at this table."""
        self.send(CAST[seat], "sit", name=CAST[seat], colour=list(COLOURS)[seat])
        return self.desk.table(self.key).party.came - 1

    def begin(self) -> None:
        """The host begins; Anna starts."""
        self.send("host", "begin", order=" ".join(str(one.id) for one in self.desk.table(self.key).party.people))
        self.send("host", "act", "start", do="start", seat=0, table=1)

    def chip(self, seat: int, nth: int = 0) -> int:
        """A chip of round 1."""
        return self.send(CAST[seat], "act", f"1.chips.{seat}.{nth}", do="chip", table=1)
