"""What is kept on disk: tables, their logs, and who may do what. What others ask of it they put together from `schema`.

What is read is read at once. What is written waits for the disk, and nothing else does: see `writer`.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import BindParameter, Connection, Engine, Row, exc, func, null, select, union_all

from companion.table.model.entry import Entry
from companion.table.model.permissions import Grant, Permissions, permissions_of
from companion.table.model.tokens import normalize_code
from companion.table.storage import operator_rights, queries
from companion.table.storage.database import BadFile as BadFile
from companion.table.storage.database import open_database
from companion.table.storage.group_commit import NotSaved as NotSaved
from companion.table.storage.group_commit import Outcome, Run, Writer, run_directly
from companion.table.storage.queries import (
    DEVICE,
    IS_OPERATOR,
    TABLE_ID,
    Listed,
    ListFilter,
    count_tables,
    has_played_elsewhere,
    is_lent,
    is_operator,
    list_tables,
    rights_at,
    used_after,
)
from companion.table.storage.schema import (
    Prepared,
    Statement,
    constant,
    entries,
    invitations,
    operators,
    refusals,
    rights,
    seat_codes,
    settings,
    tables,
)
from companion.table.storage.statements import (
    INSERT_SETTING,
    UPDATE_LISTING,
    UPDATE_SETTING,
    UPDATE_STATUS,
    Listing,
    Statements,
    Wipe,
    Write,
    append_write,
    import_write,
    listing_row,
    open_statements,
)


class Store:
    """A file, or the address of a database. `run` is how a commit is run, so that a server's streams go on meanwhile.

    Raises BadFile.
    """

    def __init__(self, where: Path | str, run: Run = run_directly, *, reads_only: bool = False) -> None:
        self.database = open_database(where, reads_only=reads_only)
        self.shared = self.database.shared
        self._writer: Writer[Write] = Writer(self.save, run)

    @property
    def engine(self) -> Engine:
        """Through which it is read."""
        return self.database.engine

    def save(self, batch: Sequence[Write]) -> Sequence[Outcome]:
        """Writes a batch in one synced transaction; tells of each write what became of it."""
        return self.database.save(batch)

    def reading(self) -> AbstractContextManager[Connection]:
        """A connection for one question. Raises NotSaved."""
        return _translate_errors(self.database.reading)

    def _snapshot(self) -> AbstractContextManager[Connection]:
        return _translate_errors(self.database.snapshot)

    def open_table(self, row: Mapping[str, Any], first: Grant) -> None:
        """Write a new table with its host.

        Raises NotSaved, or ConcurrentWriteError where its idempotency key is taken.
        """
        self._writer.write(Write(more=open_statements(row, (), Listing("lobby"), (first,))))

    def import_table(
        self, row: Mapping[str, Any], log: Iterable[Entry], listing: Listing, mark: str, more: Statements
    ) -> None:
        """A table with its evening. Raises NotSaved, or ConcurrentWriteError where an evening has that mark already."""
        self._writer.write(import_write(row, log, listing, mark, more))

    def append(
        self,
        table_id: int,
        log: Iterable[Entry],
        listing: Listing | None = None,
        grants: Iterable[Grant] = (),
        more: Statements = (),
    ) -> None:
        """Writes entries and what comes with them in one synced transaction. `listing` where lists tell otherwise now.

        Raises NotSaved, or ConcurrentWriteError where another process was there first.
        """
        write = append_write(table_id, log, listing, grants)
        self._writer.write(replace(write, more=(*write.more, *more)))

    def update_listing(self, table_id: int, listing: Listing) -> None:
        """What lists tell of a table from now on."""
        self._writer.write(Write(more=(UPDATE_LISTING(table_id=table_id, **listing_row(listing, "_")),)))

    def mark_broken(self, key: str) -> None:
        """Lists tell that a table cannot be read; who sits there is told as before."""
        self._writer.write(Write(more=(UPDATE_STATUS(key_=key, status_="broken"),)))

    def find_by_code(self, code: str) -> str | None:
        """The key of the table to which a short code leads: one that waits for players, or is being played."""
        with self.reading() as db:
            found = select(tables.c.key).where(tables.c.code == code, tables.c.status.in_(("lobby", "play")))
            return db.execute(found.order_by(tables.c.id.desc())).scalars().first()

    def find_by_operation(self, device: str, op: str) -> str | None:
        """The key of the table, of those at which a device has a right, that has an entry of an operation."""
        theirs = select(rights.c.table_id).where(rights.c.device == device)
        found = select(tables.c.key).join_from(entries, tables)
        with self.reading() as db:
            return db.execute(found.where(entries.c.table_id.in_(theirs), entries.c.op == op)).scalar()

    def find_by_idempotency_key(self, idempotency_key: str) -> str | None:
        """Return the key of the table that a request has opened, if it has."""
        with self.reading() as db:
            found = select(tables.c.key).where(tables.c.idempotency_key == idempotency_key)
            return db.execute(found).scalar()

    def is_code_taken(self, code: str) -> bool:
        """Whether a table that is not over bears that code, also one that is put away and may be opened again."""
        with self.reading() as db:
            found = select(tables.c.id).where(tables.c.code == code, tables.c.status != "over")
            return db.execute(found.limit(1)).first() is not None

    def resolve_key(self, word: str) -> str:
        """The key of a table by its short code, the newest of that code, or the key itself."""
        with self.reading() as db:
            found = select(tables.c.key).where(tables.c.code == normalize_code(word)).order_by(tables.c.id.desc())
            return db.execute(found).scalars().first() or word

    def load(self, key: str) -> tuple[Row[Any], list[Entry], list[Grant]] | None:
        """A table by the key in its address: its row, its log and every right at it, all of the same moment."""
        with self._snapshot() as db:
            row = db.execute(select(tables).where(tables.c.key == key)).one_or_none()
            return None if row is None else (row, _load_log(db, row.id), _load_grants(db, row.id))

    def load_after(self, table_id: int, number: int) -> tuple[list[Entry], list[Grant]]:
        """What has been entered at a table after a number, and every right at it, of the same moment."""
        if (quick := self.database.load_after(table_id, number)) is not None:
            return quick
        with self._snapshot() as db:
            return _load_log(db, table_id, number), _load_grants(db, table_id)

    def load_log(self, table_id: int) -> list[Entry]:
        """All entries of a table in the order of their numbers."""
        with self.reading() as db:
            return _load_log(db, table_id)

    def load_grants(self, table_id: int) -> list[Grant]:
        """Every right at a table."""
        with self.reading() as db:
            return _load_grants(db, table_id)

    def latest_number(self, table_id: int) -> int:
        """The number of a table's latest entry."""
        with self.reading() as db:
            return db.execute(_latest(table_id)).scalar_one() or 0

    def latest_numbers(self, table_ids: Sequence[int]) -> dict[int, int]:
        """The same of several tables."""
        latest = select(func.max(entries.c.number)).where(entries.c.table_id == tables.c.id).scalar_subquery()
        with self.reading() as db:
            found = db.execute(select(tables.c.id, latest).where(tables.c.id.in_(table_ids)))
            return {table_id: number or 0 for table_id, number in found}

    def load_rights(self, table_id: int, device: str) -> tuple[int, Permissions]:
        """The number of a table's latest entry and what a device may do there, in one look at the disk."""
        with self.reading() as db:
            found = {
                row[0]: row[1]
                for row in _RIGHTS(table_id_=table_id, device_=device, used_after_=used_after()).execute(db)
            }
        return found["last"] or 0, permissions_of(found)

    def list_tables(
        self, device: str, first: int = 0, most: int | None = None, which: ListFilter = "all"
    ) -> list[Listed]:
        """The tables that a device may see on its start page: all of them for the operator.

        Those being played come first, then those that wait for players; each time the newest first.
        """
        with self.reading() as db:
            return list_tables(db, _unless_operator(db, device), first, most, which)

    def count_tables(self, device: str, which: ListFilter) -> int:
        """How many of these tables a device may see."""
        with self.reading() as db:
            return count_tables(db, _unless_operator(db, device), which)

    def rights_at(self, device: str, keys: Sequence[str]) -> dict[str, Permissions]:
        """What a device may do at each of these tables."""
        with self.reading() as db:
            return rights_at(db, device, keys)

    def has_played(self, device: str, slug: str, key: str) -> bool:
        """Whether a device has been at another table of this game that has begun."""
        with self.reading() as db:
            return has_played_elsewhere(db, device, slug, key)

    def operators(self) -> set[str]:
        """The devices that run this house: they came by the link in the terminal."""
        with self.reading() as db:
            return set(db.execute(select(operators.c.device)).scalars())

    def is_operator(self, device: str) -> bool:
        """Whether a device has the operator's rights now: not while it is lent at any table."""
        with self.reading() as db:
            return is_operator(db, device)

    def is_lent(self, device: str, *, beside: int) -> bool:
        """Whether a device is in somebody else's hands, or on its way, at an open table other than this row."""
        with self.reading() as db:
            return is_lent(db, device, beside=beside)

    def has_rights(self, device: str) -> bool:
        """Whether a device has a right anywhere."""
        operator = select(operators.c.device).where(operators.c.device == device)
        with self.reading() as db:
            return (
                db.execute(select(rights.c.device).where(rights.c.device == device).union(operator)).first() is not None
            )

    def make_operator(self, device: str) -> None:
        """Lets a device run this house."""
        self._writer.write(Write(more=operator_rights.grant_statements(device), notifies=True))

    def redeem_invitation(self, invited: Statement, device: str) -> None:
        """Lets a device run this house by an invitation, which is gone then.

        Raises ConcurrentWriteError where it was gone.
        """
        self._writer.write(Write(more=operator_rights.grant_statements(device), notifies=True, must_match=(invited,)))

    def write(
        self,
        *statements: Statement,
        table_id: int = 0,
        notifies: bool = False,
        must_match: Statements = (),
        wipe: Wipe = "",
    ) -> None:
        """What is no entry. Where it `tells`, other processes read what is of that table anew; `wipes`: see Write.

        Raises NotSaved, or ConcurrentWriteError where what it takes was gone.
        """
        self._writer.write(
            Write(more=statements, table_id=table_id, notifies=notifies, must_match=must_match, wipe=wipe)
        )

    def set_default(self, name: str, value: str) -> str:
        """What all processes of the house hold under a name: this value, where nobody has said another before."""
        self.write(INSERT_SETTING(name=name, value=value))
        return self.get_setting(name) or value

    def get_setting(self, name: str) -> str | None:
        """What is held under a name."""
        with self.reading() as db:
            return db.execute(select(settings.c.value).where(settings.c.name == name)).scalar()

    def set_setting(self, name: str, value: str) -> None:
        """From now on all processes hold this under a name."""
        self._writer.write(
            Write(
                more=(INSERT_SETTING(name=name, value=value), UPDATE_SETTING(name_=name, value_=value)), notifies=True
            )
        )

    def has_invitation(self, mark: str, now: float) -> bool:
        """Whether somebody may still come in by an invitation."""
        found = select(invitations.c.mark).where(invitations.c.mark == mark, invitations.c.until > now)
        with self.reading() as db:
            return db.execute(found).first() is not None

    def find_seat_code(self, mark: str, now: float) -> Any | None:
        """What a code hands over, where it still works: (key, person, device, until)."""
        found = select(seat_codes.c.key, seat_codes.c.person, seat_codes.c.device, seat_codes.c.until)
        with self.reading() as db:
            return db.execute(found.where(seat_codes.c.mark == mark, seat_codes.c.until > now)).one_or_none()

    def find_refusal(self, table_id: int, op: str) -> tuple[str, str] | None:
        """What an operation was answered with at any process: the mark of what was sent, and the answer."""
        found = select(refusals.c.sent, refusals.c.answer).where(refusals.c.table_id == table_id, refusals.c.op == op)
        with self.reading() as db:
            row = db.execute(found).one_or_none()
        return None if row is None else (row.sent, row.answer)

    def count_unfinished(self, device: str) -> int:
        """How many tables a device is the host of that are open or were put away."""
        with self.reading() as db:
            return queries.count_unfinished(db, device)

    def open_tables(self) -> int:
        """How many tables are open."""
        return sum(count for status, count in self.count_by_status().items() if status in queries.OPEN_STATUSES)

    def count_by_status(self) -> dict[str, int]:
        """How many tables there are of each status."""
        with self.reading() as db:
            return queries.count_by_status(db)

    def idle_tables(self, before: float) -> list[queries.IdleTable]:
        """The open tables at which nobody has done anything since then."""
        with self.reading() as db:
            return queries.idle_tables(db, before)

    def close(self) -> None:
        """Gives all connections back."""
        self.database.close()


@contextmanager
def _translate_errors(connected: Callable[[], AbstractContextManager[Connection]]) -> Iterator[Connection]:
    try:
        with connected() as db:
            yield db
    except exc.DBAPIError as error:
        raise NotSaved(str(error.orig)) from error
    except exc.TimeoutError as error:  # all connections are in use, and stay so
        raise NotSaved("the database does not answer") from error


def _unless_operator(db: Connection, device: str) -> str | None:
    """None for the operator, who sees all."""
    return None if is_operator(db, device) else device


def _latest(table_id: int | BindParameter[int]) -> Any:
    return select(func.max(entries.c.number)).where(entries.c.table_id == table_id)


_RIGHTS = Prepared(  # asked for each hand that is shown
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
