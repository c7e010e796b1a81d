"""Tables that nobody has touched for long are put away: nothing is lost, and their hosts can open them again."""

from collections.abc import Iterator
from secrets import token_hex

from companion.games.types import Refusal
from companion.table.commands.types import Command
from companion.table.service.loading import Unreadable
from companion.table.service.registry import NoSuchTable
from companion.table.service.table_service import TableService
from companion.table.storage.counts import IdleTable

OPERATOR_ITSELF = "the house"
"""The operator who puts them away, as databases have it: no cookie has this hash."""


def archive_idle_tables(service: TableService, before: float) -> Iterator[IdleTable]:
    """Each table that was put away, since nothing was done there after that time. Raises NotSaved."""
    found = service.store.idle_tables(before)
    if found:
        service.make_operator(OPERATOR_ITSELF)
    for table in found:
        try:
            service.send(table.key, OPERATOR_ITSELF, Command("away", {"entry": str(table.number)}, token_hex(16)))
        except (Refusal, NoSuchTable, Unreadable):  # somebody was there meanwhile, or it cannot be read
            continue
        yield table
