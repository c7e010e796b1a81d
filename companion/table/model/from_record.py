"""The view of a table whose game comes from a record, for printing games that were played elsewhere."""

from collections.abc import Iterator

from companion.records.record import Record
from companion.table.model.entry import Entry
from companion.table.model.log import Table
from companion.table.model.names import COLOURS
from companion.table.model.player_view import PlayerView, player_view


def record_view(record: Record) -> PlayerView:
    """The public view of a record's game. Colours follow the seats."""
    header = record.header
    preferences = {key: values[0] for key, values in record.game.preferences.items()}
    table = Table(0, "", "", header.game, header.options, preferences, b"", 0.0)
    for number, (kind, body) in enumerate(_bodies(record), start=1):
        table = table.after(Entry(number, kind, None, body, "", ""))
    return player_view(table)


def _bodies(record: Record) -> Iterator[tuple[str, dict[str, object]]]:
    for name, colour in zip(record.header.players, COLOURS, strict=False):
        yield "sit", {"name": name, "colour": colour}
    yield "begin", {"order": list(range(len(record.header.players)))}
    for act in record.acts:
        yield "act", {"seat": act.seat, "line": record.game.write(act.move)}
