"""Importing a record as a finished game at a new table without devices.

Secrets that the game never revealed are not stored.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from companion.games.choices import resolve_options
from companion.games.types import IllegalMove, InvalidMove
from companion.records.record import Record
from companion.table.model import names
from companion.table.model.entry import Entry
from companion.table.model.game_result import compute_result
from companion.table.model.log import Table
from companion.table.model.names import COLOURS
from companion.table.model.player_view import player_view
from companion.table.model.roster import paging
from companion.table.service.cache import listing_of
from companion.table.service.table_service import MAX_ATTEMPTS, TableService
from companion.table.storage.results import insert_statement
from companion.table.storage.statements import ConcurrentWriteError
from companion.table.storage.store import NotSaved


@dataclass(frozen=True, slots=True)
class Imported:
    """The table of a record; `is_new` is False if it was there before."""

    key: str
    is_new: bool


def import_record(service: TableService, record: Record, ended: float) -> Imported:
    """Import a record of a game that ended then. Raises IllegalMove if it is unfinished, and NotSaved."""
    record = replace(record, header=replace(record.header, players=_clean_names(record.header.players)))
    if record.game.asks(record.state):
        raise IllegalMove("unfinished")
    options = resolve_options(record.header.options, record.game.choices)
    with service.new_row(record.header.game, options, resolve_options({}, record.game.preferences)) as new:
        row = new | {"created": ended}
        table = Table(0, row["key"], row["code"], row["slug"], options, row["preferences"], row["secret"], ended)
        table, entries = _play_record(table, record, ended)
        result = compute_result(table)
        assert result is not None
        for _ in range(MAX_ATTEMPTS):
            if (key := service.results.find_duplicate(result)) is not None:
                return Imported(key, is_new=False)
            with suppress(ConcurrentWriteError):  # imported by another process meanwhile
                service.store.import_table(
                    row, _redacted_log(table, entries), listing_of(table), result.mark, (insert_statement(result),)
                )
                return Imported(str(row["key"]), is_new=True)
    raise NotSaved("other processes were always faster")


def _clean_names(players: Sequence[str]) -> tuple[str, ...]:
    """Normalize names as at a table, unless two become the same. A record may hold other names."""
    seated = tuple(map(_clean_name, players))
    return seated if len({name.casefold() for name in seated}) == len(seated) else tuple(players)


def _clean_name(name: str) -> str:
    try:
        return names.clean_name(name)
    except InvalidMove:  # a record may hold such a name
        return name


def _play_record(table: Table, record: Record, at: float) -> tuple[Table, list[Entry]]:
    """Play a record at a table. Return the table and its log."""
    entries: list[Entry] = []

    def enter(kind: str, by: int | None, body: dict[str, Any]) -> None:
        nonlocal table
        number = table.number + 1
        entries.append(Entry(number, kind, by, body, f"import-{number:08d}", "", at))
        table = table.after(entries[-1])

    for seat, (name, colour) in enumerate(zip(record.header.players, COLOURS, strict=False)):
        enter("sit", seat, {"name": name, "colour": colour, "phone": False})
    enter("begin", None, {"order": list(range(len(record.header.players)))})
    for act in record.acts:
        forced = {"forced": True} if table.forced == act else {}
        enter("act", act.seat, {"seat": act.seat, "line": record.game.write(act.move)} | forced)
        while paging(table.roster) and table.roster.page is not None:
            enter("page", None, {"step": table.roster.page.step + 1})
    return table, entries


def _redacted_log(table: Table, entries: list[Entry]) -> Iterator[Entry]:
    """The log without secrets that were never revealed."""
    lines = {played.number: table.game.write(played.act.move) for played in player_view(table).played}
    for entry in entries:
        known = {"line": lines[entry.number]} if entry.number in lines else {}
        yield replace(entry, body={**entry.body, **known})
