"""Reads and writes of tables, logs and rights. Reads are immediate; writes wait for a group commit."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import (
    BindParameter,
    CompoundSelect,
    Connection,
    Engine,
    Row,
    Select,
    exc,
    func,
    null,
    select,
    union_all,
)

from companion.table.model.entry import Entry
from companion.table.model.permissions import Grant, Permissions, permissions_of
from companion.table.model.tokens import normalize_code
from companion.table.storage import operator_rights, queries, statements
from companion.table.storage.database import BadFile as BadFile
from companion.table.storage.database import open_database
from companion.table.storage.group_commit import NotSaved as NotSaved
from companion.table.storage.group_commit import Outcome, Run, Writer, run_directly
from companion.table.storage.queries import (
    DEVICE,
    IS_OPERATOR,
    TABLE_ID,
    used_after,
)
from companion.table.storage.schema import (
    Prepared,
    Statement,
    constant,
    entries,
    operators,
    refusals,
    rights,
    settings,
    tables,
)
from companion.table.storage.statements import Listing, Statements, Wipe, Write

P = ParamSpec("P")
T = TypeVar("T")


def _as_method(query: Callable[Concatenate[Connection, P], T]) -> Callable[Concatenate["Store", P], T]:
    """Make a method of the store from a query."""

    def method(store: "Store", /, *args: P.args, **kwargs: P.kwargs) -> T:
        with store.reading() as db:
            return query(db, *args, **kwargs)

    return method


class Store:
    """Opens a file or a database URL. `run` runs commits, so that a server's greenlets go on meanwhile.

    Raises BadFile.
    """

    def __init__(self, where: Path | str, run: Run = run_directly, *, reads_only: bool = False) -> None:
        self.database = open_database(where, reads_only=reads_only)
        self.shared = self.database.shared
        self._writer: Writer[Write] = Writer(self.save, run)

    @property
    def engine(self) -> Engine:
        return self.database.engine

    def save(self, batch: Sequence[Write]) -> Sequence[Outcome]:
        return self.database.save(batch)

    def reading(self) -> AbstractContextManager[Connection]:
        """A connection for one query. Raises NotSaved."""
        return _translate_errors(self.database.reading)

    def _snapshot(self) -> AbstractContextManager[Connection]:
        return _translate_errors(self.database.snapshot)

    def open_table(self, row: Mapping[str, Any], first: Grant) -> None:
        """Write a new table with its host.

        Raises NotSaved, or ConcurrentWriteError if its idempotency key is taken.
        """
        self._writer.write(Write(more=statements.open_statements(row, (), Listing("lobby"), (first,))))

    def import_table(
        self, row: Mapping[str, Any], log: Iterable[Entry], listing: Listing, mark: str, more: Statements
    ) -> None:
        """Write a table with its result. Raises NotSaved, or ConcurrentWriteError if a result has that mark."""
        self._writer.write(statements.import_write(row, log, listing, mark, more))

    def append(
        self,
        table_id: int,
        log: Iterable[Entry],
        listing: Listing | None = None,
        grants: Iterable[Grant] = (),
        more: Statements = (),
    ) -> None:
        """Write entries and their effects in one synced transaction. `listing` is None if lists do not change.

        Raises NotSaved, or ConcurrentWriteError if another process wrote first.
        """
        write = statements.append_write(table_id, log, listing, grants)
        self._writer.write(replace(write, more=(*write.more, *more)))

    def update_listing(self, table_id: int, listing: Listing) -> None:
        self._writer.write(
            Write(more=(statements.UPDATE_LISTING(table_id=table_id, **statements.listing_row(listing, "_")),))
        )

    def mark_broken(self, key: str) -> None:
        """List a table as unreadable. Its people stay listed."""
        self._writer.write(Write(more=(statements.UPDATE_STATUS(key_=key, status_="broken"),)))

    def _first(self, query: Select[T] | CompoundSelect[T]) -> T | None:
        """The first value of the first row, or None."""
        with self.reading() as db:
            return db.execute(query.limit(1)).scalar()

    def find_by_code(self, code: str) -> str | None:
        """The open table of a short code."""
        found = select(tables.c.key).where(tables.c.code == code, tables.c.status.in_(queries.OPEN_STATUSES))
        return self._first(found.order_by(tables.c.id.desc()))

    def find_by_operation(self, device: str, op: str) -> str | None:
        """The table with an entry of an operation, among those at which a device has a right."""
        own = select(rights.c.table_id).where(rights.c.device == device)
        found = select(tables.c.key).join_from(entries, tables)
        return self._first(found.where(entries.c.table_id.in_(own), entries.c.op == op))

    def find_by_idempotency_key(self, idempotency_key: str) -> str | None:
        return self._first(select(tables.c.key).where(tables.c.idempotency_key == idempotency_key))

    def is_code_taken(self, code: str) -> bool:
        """Whether an unfinished table has that code. An archived one may be opened again."""
        return self._first(select(tables.c.id).where(tables.c.code == code, tables.c.status != "over")) is not None

    def resolve_key(self, word: str) -> str:
        """The key of the newest table with a short code, else the word itself."""
        found = select(tables.c.key).where(tables.c.code == normalize_code(word)).order_by(tables.c.id.desc())
        return self._first(found) or word

    def load(self, key: str) -> tuple[Row[Any], list[Entry], list[Grant]] | None:
        """A table's row, log and rights, all of the same moment."""
        with self._snapshot() as db:
            row = db.execute(select(tables).where(tables.c.key == key)).one_or_none()
            return None if row is None else (row, _load_log(db, row.id), _load_grants(db, row.id))

    def load_after(self, table_id: int, number: int = 0) -> tuple[list[Entry], list[Grant]]:
        """The entries after a number and all rights, of the same moment."""
        if (quick := self.database.load_after(table_id, number)) is not None:
            return quick
        with self._snapshot() as db:
            return _load_log(db, table_id, number), _load_grants(db, table_id)

    def latest_number(self, table_id: int) -> int:
        return self._first(_latest(table_id)) or 0

    def latest_numbers(self, table_ids: Sequence[int]) -> dict[int, int]:
        latest = select(func.max(entries.c.number)).where(entries.c.table_id == tables.c.id).scalar_subquery()
        with self.reading() as db:
            found = db.execute(select(tables.c.id, latest).where(tables.c.id.in_(table_ids)))
            return {table_id: number or 0 for table_id, number in found}

    def load_rights(self, table_id: int, device: str) -> tuple[int, Permissions]:
        """A table's latest entry number and a device's permissions there, by one query."""
        with self.reading() as db:
            found = {
                row[0]: row[1]
                for row in _RIGHTS(table_id_=table_id, device_=device, used_after_=used_after()).execute(db)
            }
        return found["last"] or 0, permissions_of(found)

    list_tables = _as_method(queries.list_tables)
    count_tables = _as_method(queries.count_tables)
    earlier_options = _as_method(queries.earlier_options)
    rights_at = _as_method(queries.rights_at)
    has_played = _as_method(queries.has_played_elsewhere)
    is_operator = _as_method(queries.is_operator)
    is_lent = _as_method(queries.is_lent)
    count_unfinished = _as_method(queries.count_unfinished)
    count_by_status = _as_method(queries.count_by_status)
    idle_tables = _as_method(queries.idle_tables)

    def operators(self) -> set[str]:
        """All devices that ever had the operator's rights and were not revoked."""
        with self.reading() as db:
            return set(db.execute(_OPERATORS).scalars())

    def has_rights(self, device: str) -> bool:
        """Whether a device has a right anywhere."""
        found = select(rights.c.device).where(rights.c.device == device)
        return self._first(found.union(_OPERATORS.where(operators.c.device == device))) is not None

    def make_operator(self, device: str) -> None:
        self.write(*operator_rights.grant_statements(device), notifies=True)

    def write(
        self,
        *statements: Statement,
        table_id: int = 0,
        notifies: bool = False,
        must_match: Statements = (),
        wipe: Wipe = "",
    ) -> None:
        """Write statements without an entry; see `Write`.

        Raises NotSaved, or ConcurrentWriteError if a statement of `must_match` changes no row.
        """
        write = Write((), statements, table_id, notifies=notifies, must_match=must_match, wipe=wipe)
        self._writer.write(write)

    def set_default(self, name: str, value: str) -> str:
        """Set a setting of all processes unless it is set, and return it."""
        self.write(statements.INSERT_SETTING(name=name, value=value))
        return self.get_setting(name) or value

    def get_setting(self, name: str) -> str | None:
        return self._first(select(settings.c.value).where(settings.c.name == name))

    def set_setting(self, name: str, value: str) -> None:
        insert, update = statements.INSERT_SETTING, statements.UPDATE_SETTING
        self.write(insert(name=name, value=value), update(name_=name, value_=value), notifies=True)

    def find_refusal(self, table_id: int, op: str) -> tuple[str, str] | None:
        """The fingerprint and answer of a refused operation, from any process."""
        found = select(refusals.c.sent, refusals.c.answer).where(refusals.c.table_id == table_id, refusals.c.op == op)
        with self.reading() as db:
            row = db.execute(found).one_or_none()
        return None if row is None else (row.sent, row.answer)

    def open_tables(self) -> int:
        return sum(count for status, count in self.count_by_status().items() if status in queries.OPEN_STATUSES)

    def close(self) -> None:
        self.database.close()


@contextmanager
def _translate_errors(connected: Callable[[], AbstractContextManager[Connection]]) -> Iterator[Connection]:
    try:
        with connected() as db:
            yield db
    except exc.DBAPIError as error:
        raise NotSaved(str(error.orig)) from error
    except exc.TimeoutError as error:  # all connections are in use
        raise NotSaved("the database does not answer") from error


def _latest(table_id: int | BindParameter[int]) -> Any:
    return select(func.max(entries.c.number)).where(entries.c.table_id == table_id)


_OPERATORS = select(operators.c.device)
_RIGHTS = Prepared(  # run for each hand that is shown
    union_all(
        select(constant("last"), _latest(TABLE_ID).scalar_subquery()),
        select(constant("operator"), null()).where(IS_OPERATOR.exists()),
        select(rights.c.role, rights.c.number).where(rights.c.table_id == TABLE_ID, rights.c.device == DEVICE),
    )
)


def _load_log(db: Connection, table_id: int, after: int = 0) -> list[Entry]:
    found = select(entries).where(entries.c.table_id == table_id, entries.c.number > after)
    rows = db.execute(found.order_by(entries.c.number))
    return [Entry(row.number, row.kind, row.by, json.loads(row.body), row.op, row.sent, row.at) for row in rows]


def _load_grants(db: Connection, table_id: int) -> list[Grant]:
    rows = db.execute(select(rights).where(rights.c.table_id == table_id).order_by(rights.c.id))
    return [Grant(row.device, row.role, row.number) for row in rows]
