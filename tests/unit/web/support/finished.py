"""Finished games that a server has imported, and who took part."""

from dataclasses import replace

from sqlalchemy import insert

from companion.records import record
from companion.table.service.importing import import_record
from companion.table.storage.results import replace_statements
from companion.table.storage.schema import rights
from tests.unit.games.playing import whole_game
from tests.unit.stats.data_folders import game
from tests.unit.web.support.devices import Device, Session

FIRST = 1_700_000_000.0
A_DAY = 24 * 3600


def finished_game(session: Session, slug: str, names: tuple[str, ...], day: int, seconds: int | None = 4_000) -> str:
    """Import a finished game of these people; return its key."""
    played = game(slug, len(names), 1 + day % 3)
    text = record.write(replace(played.header, players=names), played.acts)
    taken = import_record(session.service, record.read(text.encode().splitlines()), FIRST + day * A_DAY)
    (one,) = [one for one in session.service.results.all() if one.key == taken.key]
    session.service.store.write(*replace_statements(replace(one, seconds=seconds)))
    return taken.key


def import_games(session: Session, slug: str, *ended: float) -> list[str]:
    """Import games that ended at these times; return their keys."""
    keys = []
    for seed, at in enumerate(ended):
        played = whole_game(slug, 3, {}, seed)
        told = record.read(record.write(played.header, played.acts).encode().splitlines(keepends=True))
        keys.append(import_record(session.service, told, at).key)
    return keys


def take_part(session: Session, device: Device, key: str) -> None:
    """Give a device a seat at that game."""
    device.get("/")
    assert device.known is not None
    table = next(one.table for one in session.service.results.all() if one.key == key)
    with session.service.store.engine.begin() as db:
        db.execute(insert(rights).values(table_id=table, device=device.known, role="seat", number=0))
