"""Lists of tables, as the rows of tables tell them: no log is read for one."""

import json
import time
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import BindParameter, ColumnElement, Connection, Select, and_, bindparam, case, func, not_, or_, select

from companion.games import GAMES
from companion.table.model.game_result import RECKONED
from companion.table.model.permissions import SEES, Permissions, rights_of
from companion.table.storage import counts
from companion.table.storage.schema import Prepared, constant, evenings, operators, people, rights, tables

Which = Literal["all", "away", "untold"]
"""Which tables: those that were put away, or all others of which no evening tells that this version can read."""

RANKS = {"play": 0, "lobby": 1, "broken": 2}
"""Which tables come first; those that are over or put away are the last."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A table as a list shows it. `status` is lobby, play, over or away, or broken where it cannot be read.

    `people` are names and colours, clockwise once the game has begun.
    """

    key: str
    slug: str
    status: str
    created: float
    people: tuple[tuple[str, str], ...]


def tables_for(db: Connection, device: str | None, first: int, most: int | None, which: Which = "all") -> list[Listed]:
    """The tables of one device, or all."""
    found = select(tables.c.key, tables.c.slug, tables.c.status, tables.c.created, tables.c.people)
    rank = case(RANKS, value=tables.c.status, else_=len(RANKS))
    found = found.where(*_among(device, which)).order_by(rank, tables.c.id.desc()).offset(first).limit(most)
    rows = db.execute(found)
    return [Listed(key, slug, status, created, people_of(people)) for key, slug, status, created, people in rows]


def own(device: str) -> Select[int]:
    """The tables, by their rows, that a device was at."""
    return select(rights.c.table_id).where(rights.c.device == device, rights.c.role.in_(SEES))


def is_operator(db: Connection, device: str) -> bool:
    """Whether a device has the operator's rights now: not while it is lent at any table, since others hold it then."""
    return _OPERATES(device_=device, used_after_=used_after()).asked(db).first() is not None


def used_after() -> float:
    """The time after which the operator's rights must have been used, else they have ended."""
    return time.time() - UNUSED


def is_lent(db: Connection, device: str, *, beside: int = 0) -> bool:
    """Whether a device is lent, or on its way to or from somebody, at an open table other than `beside` (a row)."""
    return _LENT(device_=device, table_id_=beside).asked(db).first() is not None


UNUSED = 365 * 24 * 3600.0
"""Seconds without use after which the operator's rights of a device end."""
THERE: BindParameter[int] = bindparam("table_id_")
THEIRS: BindParameter[str] = bindparam("device_")
_owned = rights.alias("owned")
_LENT_SOMEWHERE = (  # only with a role of its owner's: a device that lost it is in nobody else's hands
    select(rights.c.id)
    .join_from(rights, tables)
    .join(_owned, and_(_owned.c.table_id == rights.c.table_id, _owned.c.device == rights.c.device))
    .where(rights.c.device == THEIRS, rights.c.role.in_(map(constant, ("lent", "cover"))))
    .where(_owned.c.role.in_(map(constant, ("host", "seat"))))
    .where(tables.c.status.in_(map(constant, counts.OPEN)))
)
_LENT = Prepared(_LENT_SOMEWHERE.where(tables.c.id != THERE))
_used_lately = operators.c.used > bindparam("used_after_")
OPERATES = select(operators.c.device).where(operators.c.device == THEIRS, _used_lately, ~_LENT_SOMEWHERE.exists())
"""Selects one row where `device_` has the operator's rights now."""
_OPERATES = Prepared(OPERATES)


def how_many(db: Connection, device: str | None, which: Which) -> int:
    """How many of them there are."""
    return db.execute(select(func.count()).select_from(tables).where(*_among(device, which))).scalar_one()


def _among(device: str | None, which: Which) -> list[ColumnElement[bool]]:
    among: list[ColumnElement[bool]] = [] if device is None else [tables.c.id.in_(own(device))]
    if which == "away":
        among.append(tables.c.status == "away")
    if which == "untold":
        told = select(evenings.c.table_id).where(evenings.c.table_id == tables.c.id, evenings.c.reckoned == RECKONED)
        known = and_(tables.c.slug.in_(GAMES), told.exists())
        among += [tables.c.status != "away", or_(tables.c.status != "over", not_(known))]
    return among


def rights_at(db: Connection, device: str, keys: Collection[str]) -> dict[str, Permissions]:
    """What a device may do at each of these tables."""
    operator = is_operator(db, device)
    held: dict[str, dict[str, Any]] = {key: {"operator": None} if operator else {} for key in keys}
    found = select(tables.c.key, rights.c.role, rights.c.number).join_from(rights, tables)
    for key, role, number in db.execute(found.where(rights.c.device == device, tables.c.key.in_(keys))):
        held[key][role] = number
    return {key: rights_of(one) for key, one in held.items()}


def played_elsewhere(db: Connection, device: str, slug: str, key: str) -> bool:
    """Whether a device has a right at a table of this game that has begun, other than the one with this key."""
    return bool(_ELSEWHERE(device_=device, slug_=slug, key_=key).asked(db).scalar_one())


_ELSEWHERE = Prepared(  # asked for each page of a table
    select(
        select(tables.c.id)
        .join_from(rights, tables)
        .where(rights.c.device == bindparam("device_"), rights.c.role.in_(map(constant, SEES)))
        .where(tables.c.slug == bindparam("slug_"), tables.c.key != bindparam("key_"))
        .where(tables.c.status.not_in(map(constant, ("lobby", "away"))))
        .exists()
    )
)


def names(db: Connection) -> set[str]:
    """All names at all tables, and those that the operator gave."""
    typed = {name for text in db.execute(select(tables.c.people)).scalars() for name, _ in people_of(text)}
    return typed | set(db.execute(select(people.c.shown)).scalars())


def people_of(text: str) -> tuple[tuple[str, str], ...]:
    """Names and colours as a row holds them; nobody where they cannot be read."""
    try:
        return tuple((str(name), str(colour)) for name, colour in json.loads(text))
    except (ValueError, TypeError):
        return ()
