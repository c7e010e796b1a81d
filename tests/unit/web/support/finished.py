"""Finished games that a house has taken in, and who was there."""

from dataclasses import replace

from sqlalchemy import insert

from companion.records import record
from companion.table.service.importing import imported
from companion.table.storage.results import kept
from companion.table.storage.schema import rights
from tests.unit.stats.data_folders import game
from tests.unit.web.support.devices import Device, Session

FIRST = 1_700_000_000.0
A_DAY = 24 * 3600


def finished_game(session: Session, slug: str, names: tuple[str, ...], day: int, seconds: int | None = 4_000) -> str:
    """A finished game of these people at this house; gives its key."""
    played = game(slug, len(names), 1 + day % 3)
    text = record.write(replace(played.header, players=names), played.acts)
    taken = imported(session.service, record.read(text.encode().splitlines()), FIRST + day * A_DAY)
    (one,) = [one for one in session.service.evenings.all() if one.key == taken.key]
    session.service.store.write(*kept(replace(one, seconds=seconds)))
    return taken.key


def sat_at(session: Session, device: Device, key: str) -> None:
    """The device was at that table."""
    device.get("/")
    assert device.known is not None
    table = next(one.table for one in session.service.evenings.all() if one.key == key)
    with session.service.store.engine.begin() as db:
        db.execute(insert(rights).values(table_id=table, device=device.known, role="seat", number=0))
