"""What nobody decides is entered beside what led to it: the record wants the line, and nobody need tap for it."""

from typing import Any

from companion.records.record import Act
from companion.table.model.entry import Entry
from companion.table.model.log import Table


def forced_body(table: Table, act: Act) -> dict[str, Any]:
    """The body of an entry that holds an act of nobody's choice."""
    return {"seat": act.seat, "line": table.game.write(act.move), "forced": True}


def apply_with_forced(table: Table, entry: Entry, *, finish_round: bool = False) -> tuple[Table, tuple[Entry, ...]]:
    """The table after an entry and all that makes itself then; and these entries, the given one first.

    Where it brings a round `home`, what is foregone is entered too, and nothing that is shown meanwhile stops it.
    """
    table, entries = table.after(entry), [entry]
    while (act := table.undecided if finish_round else table.forced) is not None:
        number = table.number + 1  # no device can give an entry such a name
        made = Entry(number, "act", None, forced_body(table, act), f"/{number}", "", entry.at)
        entries.append(made)
        table = table.after(made)
    return table, tuple(entries)
