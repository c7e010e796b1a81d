"""Erasing a person: their name goes from all tables, their results stay under a placeholder.

This is the only change of stored entries. A final entry names the placeholders, so that all processes reload. The
rights of the person's devices at these tables are deleted.
"""

import json
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import bindparam, delete, func, select, true, update

from companion.games.types import IllegalMove
from companion.table.model.game_result import GameResult, hash_record
from companion.table.model.names import free_erased_name, names_of
from companion.table.model.permissions import Grant
from companion.table.service.table_service import MAX_ATTEMPTS, TableService
from companion.table.storage import results
from companion.table.storage.queries import OPEN_STATUSES, parse_people
from companion.table.storage.schema import Prepared, entries, people, refusals, rights, tables
from companion.table.storage.statements import ConcurrentWriteError, Listing, Statements
from companion.table.storage.store import NotSaved

NAMING = ("sit", "rename", "claim", "admit", "leave")  # kinds of entries that may hold a name, or end one

_REWRITE = Prepared(
    update(entries)
    .where(entries.c.table_id == bindparam("table_id_"), entries.c.number == bindparam("number_"))
    .values(body=bindparam("body_"))
)
_there = (rights.c.table_id == bindparam("table_id_"), rights.c.role == bindparam("role_"))
_theirs = select(rights.c.device).where(*_there, rights.c.number == bindparam("person_"))
_DELETE_SEATS = Prepared(
    delete(rights).where(rights.c.table_id == bindparam("table_id_"), rights.c.device.in_(_theirs))
)
_DELETE_ROLE = Prepared(delete(rights).where(*_there))
_DELETE_REFUSALS = Prepared(delete(refusals).where(refusals.c.table_id == bindparam("table_id_")))
_DELETE_ALIAS = Prepared(delete(people).where(people.c.name == bindparam("name_")))


@dataclass
class _TableNames:
    """The names in a table's log: entries with a name, whose it is, and the last name of each person.

    `left` are people who left the lobby: somebody else may have the same name. `number` is the table's latest entry.
    """

    key: str
    listing: Listing
    number: int
    bodies: dict[int, dict[str, Any]] = field(default_factory=dict)
    owners: dict[int, int | None] = field(default_factory=dict)
    last: dict[int, str] = field(default_factory=dict)
    left: set[int] = field(default_factory=set)
    came: int = 0

    def add(self, number: int, kind: str, body: dict[str, Any]) -> None:
        """Add one more entry, in order. A claim belongs to no person."""
        person = None if kind == "claim" else body.get("person", self.came)
        self.came += kind == "sit"
        if kind == "leave":
            self.left.add(body["person"])
        if "name" in body:
            self.bodies[number], self.owners[number] = body, person
            if person is not None:
                self.last[person] = body["name"]

    def erased_names(self, typed: Collection[str]) -> dict[int, str]:
        """The placeholder of each person with one of these names."""
        taken = set(self.last.values())
        marks: dict[int, str] = {}
        for person, name in self.last.items():
            if name.casefold() in typed:
                taken.add(marks.setdefault(person, free_erased_name(taken)))
        return marks

    def rewritten_bodies(self, typed: Collection[str], marks: dict[int, str]) -> Iterator[tuple[int, str]]:
        """Entries with one of these names, or an earlier name of the same person, as they shall be."""
        for number, body in self.bodies.items():
            owner = self.owners[number]
            mark = None if owner is None else marks.get(owner)
            if mark is None and body["name"].casefold() in typed:
                mark = free_erased_name(self.last.values())
            if mark is not None:
                yield number, json.dumps({**body, "name": mark}, ensure_ascii=False)


def erase_person(service: TableService, name: str) -> int:
    """Erase the person who is shown under a name, and return the number of their tables.

    Raises IllegalMove while they play, or NotSaved: then call it again to finish.
    """
    typed = names_of(name, service.results.aliases())
    logs = {
        table: log
        for table, log in _load_logs(service).items()
        if list(log.rewritten_bodies(typed, log.erased_names(typed)))
    }
    if any(log.listing.status in OPEN_STATUSES for log in logs.values()):
        raise IllegalMove("still-plays", name=name)
    stored = {result.table: result for result in service.results.all()}
    for table, log in logs.items():
        if not _erase_at_table(service, table, log, typed, stored.get(table)):
            _erase_with_retries(service, table, typed, name)
    service.store.write(*(_DELETE_ALIAS(name_=one) for one in typed), wipe="file")
    return len(logs)


def _load_logs(service: TableService, *only: int) -> dict[int, _TableNames]:
    """Load the names of all tables, or of some. Numbers are read first, so that later entries are noticed."""
    of_these = entries.c.table_id.in_(only) if only else true()
    latest = select(entries.c.table_id, func.max(entries.c.number)).where(of_these).group_by(entries.c.table_id)
    found = select(tables.c.id, tables.c.key, tables.c.status, tables.c.people)
    naming = select(entries.c.table_id, entries.c.number, entries.c.kind, entries.c.body)
    naming = naming.where(of_these, entries.c.kind.in_(NAMING)).order_by(entries.c.table_id, entries.c.number)
    with service.store.reading() as db:
        numbers = {table: number for table, number in db.execute(latest)}  # noqa: C416  # a result is taken for a mapping
        rows = db.execute(found.where(tables.c.id.in_(only)) if only else found)
        logs = {
            row.id: _TableNames(row.key, Listing(row.status, parse_people(row.people)), numbers.get(row.id, 0))
            for row in rows
        }
        for table, number, kind, body in db.execute(naming):
            with suppress(ValueError, KeyError, TypeError):  # written by another version
                logs[table].add(number, kind, json.loads(body))
    return logs


def _erase_with_retries(service: TableService, table: int, typed: Collection[str], name: str) -> None:
    """Erase at a table that was changed meanwhile."""
    for _ in range(MAX_ATTEMPTS):
        log = _load_logs(service, table).get(table)
        if log is None:  # deleted meanwhile
            return
        if log.listing.status in OPEN_STATUSES:
            raise IllegalMove("still-plays", name=name)
        if _erase_at_table(
            service,
            table,
            log,
            typed,
            next((result for result in service.results.all() if result.table == table), None),
        ):
            return
    raise NotSaved("others were always faster")


def _erase_at_table(
    service: TableService, table: int, log: _TableNames, typed: Collection[str], result: GameResult | None
) -> bool:
    """Erase at one table. Return False if an entry was added meanwhile."""
    marks = log.erased_names(typed)
    renamed = {log.last[person].casefold(): mark for person, mark in marks.items() if person not in log.left}
    rewritten = [_REWRITE(table_id_=table, number_=nr, body_=body) for nr, body in log.rewritten_bodies(typed, marks)]
    listed = tuple((renamed.get(name.casefold(), name), colour) for name, colour in log.listing.people)
    stored: Statements = ()
    if result is not None:
        names = tuple(renamed.get(one.casefold(), one) for one in result.names)
        stored = results.replace_statements(replace(result, names=names, mark=hash_record(result.acts, names)))
    unseated = [_DELETE_SEATS(table_id_=table, role_="seat", person_=person) for person in marks]
    unsaid = (
        _DELETE_ROLE(table_id_=table, role_="claim"),
        _DELETE_REFUSALS(table_id_=table),
    )  # they may quote the name
    lent = [Grant("", "lent", person, exclusive=True, revoked=True) for person in marks]
    body = {"names": {str(person): mark for person, mark in marks.items()}}
    listing = replace(log.listing, people=listed)
    more = (*rewritten, *stored, *unseated, *unsaid)
    try:
        service.append_system_entry(table, log.key, "forgotten", body, listing, lent, more, after=log.number)
    except ConcurrentWriteError:
        return False
    return True
