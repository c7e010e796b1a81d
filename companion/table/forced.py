"""What nobody decides is entered beside what led to it: the record wants the line, and nobody need tap for it."""

from companion.table.entry import Entry
from companion.table.log import Table


def followed(table: Table, entry: Entry) -> tuple[Table, tuple[Entry, ...]]:
    """The table after an entry and all that makes itself then; and these entries, the given one first."""
    table, entries = table.after(entry), [entry]
    while (act := table.forced) is not None:
        number, body = table.number + 1, {"seat": act.seat, "line": table.game.write(act.move), "forced": True}
        made = Entry(number, "act", None, body, f"/{number}", "", entry.at)  # no device can give it that name
        entries.append(made)
        table = table.after(made)
    return table, tuple(entries)
