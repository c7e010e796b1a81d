"""What a store wants of a database, whichever it is; and which one an address leads to."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from sqlalchemy import Connection, Engine

from companion.table.storage.group_commit import Outcome
from companion.table.storage.sqlite.opening import BadFile

if TYPE_CHECKING:
    from companion.table.model.entry import Entry
    from companion.table.model.permissions import Grant
    from companion.table.storage.statements import Write

FILE = "companion.sqlite3"
"""In the data folder, where no other address is given."""

OnWrite = Callable[[int, int], None]
"""What to do when another process has written entry `number` of a table; 0 and 0 for what is of the house."""


class Database(Protocol):
    """A database. `shared`: other processes write there too, and tell of it."""

    shared: bool
    engine: Engine

    def reading(self) -> AbstractContextManager[Connection]:
        """A connection for one question."""

    def snapshot(self) -> AbstractContextManager[Connection]:
        """A connection for several questions, all answered as of the same moment."""

    def save(self, batch: "Sequence[Write]") -> Sequence[Outcome]:
        """Writes a batch in one synced transaction; tells of each write what became of it, and never raises."""

    def load_after(self, table_id: int, number: int) -> "tuple[list[Entry], list[Grant]] | None":
        """What has been entered at a table after a number, and every right at it, where there is a quick way to it."""

    def listen(self, on_write: OnWrite, on_gap: Callable[[], None]) -> None:
        """From now on tells what other processes write, and calls `missed` where that may not have been all."""

    def close(self) -> None:
        """Gives all connections back."""


def open_database(where: Path | str, *, reads_only: bool = False) -> Database:
    """A file, or the address of a PostgreSQL database. Raises BadFile."""
    if isinstance(where, Path):
        from companion.table.storage.sqlite.database import SQLite

        return SQLite(where, reads_only=reads_only)
    from companion.table.storage.postgres import PostgreSQL

    return PostgreSQL(where, reads_only=reads_only)


__all__ = ["FILE", "BadFile", "Database", "OnWrite", "open_database"]
