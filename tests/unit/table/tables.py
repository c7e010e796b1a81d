"""A server's data and tables for tests: devices are called like the people who hold them."""

from collections.abc import Callable
from itertools import count
from typing import Any

from companion.table.commands.types import Command
from companion.table.model.entry import Entry
from companion.table.model.game_result import GameResult, compute_result
from companion.table.model.log import Table
from companion.table.model.names import COLOURS
from companion.table.service.importing import Imported, import_record
from companion.table.service.notifier import Notifier
from companion.table.service.table_service import TableService
from companion.table.storage.store import Store
from tests.support.cast import CAST
from tests.support.databases import Where
from tests.unit.games.playing import a_record

OPERATOR = "operator"
DAY = 24 * 3600.0


class Server:
    """The data of a server. Finished games are imported one day apart."""

    def __init__(self, where: Where) -> None:
        self.where = where
        self.taps = count()
        self.days = count(1)
        self.service = self.process()
        self.service.make_operator(OPERATOR)

    def process(self) -> TableService:
        """One more process, or the same after a restart."""
        return TableService(Store(self.where), Notifier())

    def keep(self, slug: str, *names: str, seed: int = 0) -> Imported:
        """Import a finished game of these people."""
        return import_record(self.service, a_record(slug, names or CAST[:4], seed), next(self.days) * DAY)

    def open(self, *names: str, slug: str = "vabanque", **options: object) -> str:
        """Open a lobby at which these people sit; `anna` and so on are their devices."""
        key = self.service.open("host", slug, options, {})
        for name, colour in zip(names, COLOURS, strict=False):
            self.tap(key, name.casefold(), "sit", name=name, colour=colour)
        return key

    def tap(
        self,
        key: str,
        device: str,
        kind: str,
        slot: str = "",
        *,
        op: str | None = None,
        at: TableService | None = None,
        **fields: Any,
    ) -> int:
        """Send a command, `at` another process or at this one."""
        op = f"tap-{next(self.taps):08d}" if op is None else op
        form = {name: str(value) for name, value in fields.items()}
        return (at or self.service).send(key, device, Command(kind, form, op, slot))

    def evening(self, key: str) -> GameResult:
        return next(one for one in self.service.results.all() if one.key == key)

    def computed_again(self) -> dict[str, GameResult]:
        """The results of all finished tables, each played once more from its log."""
        finished = (one for one in self.service.store.list_tables(OPERATOR) if one.status == "over")
        tables = (self.process().table(one.key) for one in finished)
        return {table.key: result for table in tables if (result := compute_result(table)) is not None}


class LiveTable(Server):
    """One table of Vabanque; a device without a seat is its host."""

    def __init__(self, where: Where, people: int = 0) -> None:
        super().__init__(where)
        self.new(people)

    def new(self, people: int = 0, slug: str = "vabanque", **options: object) -> None:
        """Open another table with these people; everything is about it from now on."""
        self.key = self.open(slug=slug, **options)
        for seat in range(people):
            self.sit(seat)

    def send(self, device: str, kind: str, slot: str = "", **fields: Any) -> int:
        return self.tap(self.key, device, kind, slot, **fields)

    def sit(self, seat: int) -> int:
        """Seat one of the cast; return their number at this table."""
        self.send(CAST[seat], "sit", name=CAST[seat], colour=list(COLOURS)[seat])
        return self.table.roster.joined - 1

    def begin(self) -> None:
        self.send("host", "begin", order=" ".join(str(one.id) for one in self.table.roster.people))
        self.send("host", "act", "start", do="start", seat=0, table=1)

    def short_game(self, begun: Callable[[], object] = lambda: None) -> None:
        """Play a game of Low Bid with three people and one round; call `begun` after its start."""
        self.new(3, "toy", rounds=1)
        self.send("host", "begin", order="0 1 2")
        begun()
        for seat in range(3):
            self.send(CAST[seat], "act", f"1.bid.{seat}", do="bid", number=1 + seat)
        self.send("host", "act", "1.turn", do="turn", which="lowest", sure="yes")

    def chip(
        self, seat: int, nth: int = 0, *, op: str | None = None, at: TableService | None = None, table: object = 1
    ) -> int:
        return self.send(CAST[seat], "act", f"1.chips.{seat}.{nth}", op=op, at=at, do="chip", table=table)

    @property
    def table(self) -> Table:
        return self.service.table(self.key)

    def log(self) -> list[Entry]:
        return self.service.store.load_after(self.table.id)[0]
