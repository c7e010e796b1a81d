"""A table whose devices are called like the people who hold them; their taps are numbered."""

from typing import Any

from companion.table.commands.types import Command
from companion.table.model.colours import COLOURS
from companion.table.model.entry import Entry
from companion.table.model.log import Table
from companion.table.service.notifier import Notifier
from companion.table.service.table_service import TableService
from companion.table.storage.store import Store
from tests.support.cast import CAST
from tests.support.houses import Where


class Party:
    """A table of Vabanque at one process. The host's device has no seat."""

    def __init__(self, where: Where, people: int = 0) -> None:
        self.where = where
        self.taps = 0
        self.service = self.process()
        self.open()
        for seat in range(people):
            self.sit(seat)

    def process(self) -> TableService:
        """One more process, or the same after a restart."""
        return TableService(Store(self.where), Notifier())

    def open(self, slug: str = "vabanque", **options: object) -> None:
        """Everything is about a new table from now on."""
        self.key = self.service.open("host", slug, options, {})

    def send(
        self,
        device: str,
        kind: str,
        slot: str = "",
        *,
        op: str | None = None,
        at: TableService | None = None,
        **fields: Any,
    ) -> int:
        """One tap, `at` another process or at this one."""
        self.taps += 1
        form = {name: str(value) for name, value in fields.items()}
        command = Command(kind, form, f"tap-{self.taps:08d}" if op is None else op, slot)
        return (at or self.service).send(self.key, device, command)

    def sit(self, seat: int) -> int:
        """Seat one of the cast; return who that is at this table."""
        self.send(CAST[seat], "sit", name=CAST[seat], colour=list(COLOURS)[seat])
        return self.table.party.came - 1

    def begin(self) -> None:
        """The host begins; Anna starts."""
        self.send("host", "begin", order=" ".join(str(one.id) for one in self.table.party.people))
        self.send("host", "act", "start", do="start", seat=0, table=1)

    def chip(
        self, seat: int, nth: int = 0, *, op: str | None = None, at: TableService | None = None, table: object = 1
    ) -> int:
        """A chip of round 1."""
        return self.send(CAST[seat], "act", f"1.chips.{seat}.{nth}", op=op, at=at, do="chip", table=table)

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.service.table(self.key)

    def log(self) -> list[Entry]:
        """Everything that was written."""
        return self.service.store.log(self.table.id)
