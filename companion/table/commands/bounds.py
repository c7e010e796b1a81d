"""How much one table holds: far above any real game, so that nobody can fill the disk or make a table slow to read."""

from itertools import takewhile

from companion.games.types import IllegalMove
from companion.table.model.log import Table

TABLE_ENTRIES = 10_000
"""Entries; the longest real games have about a thousand."""
ROUND_ENTRIES = 1_000
"""Entries after which nothing more is taken that people can repeat at will."""
ROUND_UNDOS = 50
"""Moves that one person may undo in a round."""

REPEATABLE = frozenset({"rename", "phone", "lend", "faceup", "propose", "put-right", "propose-end"})
"""Commands that people repeat at will. All others stay possible, so nobody can block a table by filling it: neither
its moves nor what the host needs to seat people."""
WHEN_FULL = frozenset({"away", "host", "hand-on"})
"""Commands that a full table still takes: it can be put away."""


def check_limits(table: Table, kind: str, by: int | None) -> None:
    """Raises IllegalMove where a table, a round or one person has had enough entries."""
    if table.number >= TABLE_ENTRIES and kind not in WHEN_FULL:
        raise IllegalMove("table-full", most=TABLE_ENTRIES)
    if kind in REPEATABLE and table.number - _last_entry_before_round(table) >= ROUND_ENTRIES:
        raise IllegalMove("round-full")
    if kind == "back" and _count_undone(table, by) >= ROUND_UNDOS:
        raise IllegalMove("undone-enough", most=ROUND_UNDOS)


def _round(table: Table) -> int:
    return table.played[-1].round if table.played else 0


def _last_entry_before_round(table: Table) -> int:
    """The number of the entry that ended the round before; 0 in the lobby and the first round."""
    earlier = (played.number for played in reversed(table.played) if played.round != _round(table))
    return next(earlier, 0)


def _count_undone(table: Table, by: int | None) -> int:
    """How many moves a person has undone in this round."""
    late = takewhile(lambda undone: undone.round == _round(table), reversed(table.undone))
    return sum(undone.by == by for undone in late)
