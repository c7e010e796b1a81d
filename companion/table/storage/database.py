"""The interface of a database, and the choice between SQLite and PostgreSQL."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from sqlalchemy import Connection, Engine

from companion.table.storage.group_commit import Outcome
from companion.table.storage.sqlite.opening import BadFile as BadFile

if TYPE_CHECKING:
    from companion.table.model.entry import Entry
    from companion.table.model.permissions import Grant
    from companion.table.storage.statements import Write

FILE = "companion.sqlite3"  # in the data folder, unless another address is given

OnWrite = Callable[[int, int], None]
"""Called when another process has written entry `number` of a table; 0 and 0 for writes that concern no table."""


class Database(Protocol):
    """A database. `shared`: other processes write there too and notify each other."""

    shared: bool
    engine: Engine

    def reading(self) -> AbstractContextManager[Connection]: ...

    def snapshot(self) -> AbstractContextManager[Connection]:
        """A connection whose queries all see the same moment."""

    def save(self, batch: "Sequence[Write]") -> Sequence[Outcome]:
        """Write a batch in one synced transaction. Return the outcome of each write; never raise."""

    def load_after(self, table_id: int, number: int) -> "tuple[list[Entry], list[Grant]] | None":
        """The entries after a number and all rights, if the database has a fast way, else None."""

    def listen(self, on_write: OnWrite, on_gap: Callable[[], None]) -> None:
        """Report writes of other processes; `on_gap` is called when reports may have been lost."""

    def close(self) -> None: ...


def open_database(where: Path | str, *, reads_only: bool = False) -> Database:
    """Open a file or the URL of a PostgreSQL database. Raises BadFile."""
    if isinstance(where, Path):
        from companion.table.storage.sqlite.database import SQLite

        return SQLite(where, reads_only=reads_only)
    from companion.table.storage.postgres.database import PostgreSQL

    return PostgreSQL(where, reads_only=reads_only)
