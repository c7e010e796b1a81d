"""A house with finished evenings, as they come from records."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import count

from companion.games import GAMES
from companion.records import record
from companion.records.record import Header, Record
from companion.table.commands.types import Command
from companion.table.model.colours import COLOURS
from companion.table.model.game_result import GameResult, evening
from companion.table.service.importing import Imported, imported
from companion.table.service.notifier import Notifier
from companion.table.service.table_service import TableService
from companion.table.storage.store import Store
from tests.support.cast import CAST
from tests.support.houses import Where
from tests.unit.games.playing import whole_game

OPERATOR = "operator"
DAY = 24 * 3600.0


def a_record(slug: str, names: Sequence[str], seed: int = 0) -> Record:
    """A whole game of these people."""
    return _record(slug, tuple(names), seed)


@lru_cache(256)
def _record(slug: str, names: tuple[str, ...], seed: int) -> Record:
    played = whole_game(slug, len(names), {}, seed)
    text = record.write(Header(slug, names, {}), played.acts)
    return record.read(text.encode().splitlines(keepends=True))


class House:
    """One that is run by a device of that name. Evenings come a day after the other."""

    def __init__(self, where: Where) -> None:
        self.where = where
        self.service = self.process()
        self.service.make_operator(OPERATOR)
        self.days = count(1)
        self.ops = count()

    def process(self) -> TableService:
        """One more process, or the same after a restart."""
        return TableService(Store(self.where), Notifier())

    def keep(self, slug: str, *names: str, seed: int = 0) -> Imported:
        """An evening of these people."""
        return imported(self.service, a_record(slug, names or CAST[:4], seed), next(self.days) * DAY)

    def open(self, *names: str) -> str:
        """A table of the first game, at which people sit and nobody has begun; `anna` and so on are their devices."""
        key = self.service.open("host", next(iter(GAMES)), {}, {})
        for name, colour in zip(names, COLOURS, strict=False):
            self.send(key, name.casefold(), "sit", name=name, colour=colour)
        return key

    def send(self, key: str, device: str, kind: str, **fields: str) -> int:
        """A tap."""
        return self.service.send(key, device, Command(kind, fields, f"tap-{next(self.ops):08d}"))

    def evening(self, key: str) -> GameResult:
        """What is remembered of a table."""
        return next(one for one in self.service.evenings.all() if one.key == key)

    def reckoned_anew(self) -> dict[str, GameResult]:
        """The same of all finished tables, each played once more from its log."""
        tables = (
            self.process().table(one.key) for one in self.service.store.tables_of(OPERATOR) if one.status == "over"
        )
        return {table.key: reckoned for table in tables if (reckoned := evening(table)) is not None}
