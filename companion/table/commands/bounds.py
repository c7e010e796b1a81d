"""How much one table holds: far above any real game, so that nobody can fill the disk or make a table slow to read."""

from itertools import takewhile

from companion.games.types import IllegalMove
from companion.table.model.log import Table

OF_A_TABLE = 10_000
"""Entries; the longest real games have about a thousand."""
OF_A_ROUND = 1_000
"""Entries after which nothing more is taken that people can repeat at will."""
UNDONE = 50
"""Moves that one person may undo in a round."""

AT_WILL = frozenset({"rename", "phone", "lend", "faceup", "propose", "put-right", "propose-end"})
"""Commands that people repeat at will. All others stay possible, so nobody can block a table by filling it: neither
its moves nor what the host needs to seat people."""
STILL = frozenset({"away", "host", "hand-on"})
"""Commands that a full table still takes: it can be put away."""


def check(table: Table, kind: str, by: int | None) -> None:
    """Raises IllegalMove where a table, a round or one person has had enough entries."""
    if table.number >= OF_A_TABLE and kind not in STILL:
        raise IllegalMove("table-full", most=OF_A_TABLE)
    if kind in AT_WILL and table.number - _before_this_round(table) >= OF_A_ROUND:
        raise IllegalMove("round-full")
    if kind == "back" and _undone(table, by) >= UNDONE:
        raise IllegalMove("undone-enough", most=UNDONE)


def _round(table: Table) -> int:
    return table.played[-1].round if table.played else 0


def _before_this_round(table: Table) -> int:
    """The number of the entry that ended the round before; 0 in the lobby and the first round."""
    earlier = (played.number for played in reversed(table.played) if played.round != _round(table))
    return next(earlier, 0)


def _undone(table: Table, by: int | None) -> int:
    """How many moves a person has undone in this round."""
    late = takewhile(lambda undone: undone.round == _round(table), reversed(table.undone))
    return sum(undone.by == by for undone in late)
