"""Queries about rows of tables, without reading logs."""

import json
import time
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import BindParameter, ColumnElement, Connection, Select, and_, bindparam, case, func, not_, or_, select

from companion.games import GAMES
from companion.games.types import InvalidMove
from companion.table.model.game_result import RESULT_VERSION
from companion.table.model.permissions import VIEWING_ROLES, Permissions, permissions_of
from companion.table.storage.schema import Prepared, constant, entries, game_results, operators, people, rights, tables

OPEN_STATUSES = ("lobby", "play")  # of tables that somebody may still play at
ListFilter = Literal["all", "away", "untold"]
"""`away` lists archived tables, `untold` all others without a result that this version can read."""

RANKS = {"play": 0, "lobby": 1, "broken": 2}  # order in lists; finished and archived tables come last


@dataclass(frozen=True, slots=True)
class Listed:
    """A table in a list. `status` is lobby, play, over, away or broken.

    `title` is the name of what is played; `people` are names and colours, clockwise after the start.
    """

    key: str
    slug: str
    title: str
    status: str
    created: float
    people: tuple[tuple[str, str], ...]


def list_tables(
    db: Connection, device: str, first: int = 0, most: int | None = None, which: ListFilter = "all"
) -> list[Listed]:
    """The tables that a device sees on its start page, all for the operator.

    Those being played come first, then those in the lobby, newest first.
    """
    columns = (tables.c.key, tables.c.slug, tables.c.options, tables.c.status, tables.c.created, tables.c.people)
    rank = case(RANKS, value=tables.c.status, else_=len(RANKS))
    found = (
        select(*columns)
        .where(*_filters(db, device, which))
        .order_by(rank, tables.c.id.desc())
        .offset(first)
        .limit(most)
    )
    return [
        Listed(key, slug, parse_title(slug, options), status, created, parse_people(people))
        for key, slug, options, status, created, people in db.execute(found)
    ]


def earlier_options(db: Connection, device: str, slug: str, most: int) -> list[tuple[str, dict[str, object]]]:
    """(key, options) of the tables of a game that a device sees and that are not archived, the latest first.

    Tables with the same options occur once.
    """
    readable = tables.c.status.not_in(("away", "broken"))
    ids = select(func.max(tables.c.id)).where(tables.c.slug == slug, readable, *_filters(db, device, "all"))
    found = select(tables.c.key, tables.c.options).where(tables.c.id.in_(ids.group_by(tables.c.options)))
    return [(key, json.loads(text)) for key, text in db.execute(found.order_by(tables.c.id.desc()).limit(most))]


def tables_of_device(device: str) -> Select[int]:
    """The ids of the tables that a device was at."""
    return select(rights.c.table_id).where(rights.c.device == device, rights.c.role.in_(VIEWING_ROLES))


def is_operator(db: Connection, device: str) -> bool:
    """Whether a device has the operator's rights now: not while it is lent at any table."""
    return _IS_OPERATOR(device_=device, used_after_=used_after()).execute(db).first() is not None


def used_after() -> float:
    """The time after which the operator's rights must have been used."""
    return time.time() - RIGHTS_SECONDS


def is_lent(db: Connection, device: str, *, beside: int = 0) -> bool:
    """Whether a device is lent or in transit at an open table other than row `beside`."""
    return _LENT(device_=device, table_id_=beside).execute(db).first() is not None


RIGHTS_SECONDS = 365 * 24 * 3600.0  # without use, after which the operator's rights end
TABLE_ID: BindParameter[int] = bindparam("table_id_")
DEVICE: BindParameter[str] = bindparam("device_")
_owned = rights.alias("owned")
_LENT_SOMEWHERE = (  # only with a role of its owner: a device that lost its seat is not lent
    select(rights.c.id)
    .join_from(rights, tables)
    .join(_owned, and_(_owned.c.table_id == rights.c.table_id, _owned.c.device == rights.c.device))
    .where(rights.c.device == DEVICE, rights.c.role.in_(map(constant, ("lent", "cover"))))
    .where(_owned.c.role.in_(map(constant, ("host", "seat"))))
    .where(tables.c.status.in_(map(constant, OPEN_STATUSES)))
)
_LENT = Prepared(_LENT_SOMEWHERE.where(tables.c.id != TABLE_ID))
_used_lately = operators.c.used > bindparam("used_after_")
IS_OPERATOR = select(operators.c.device).where(operators.c.device == DEVICE, _used_lately, ~_LENT_SOMEWHERE.exists())
"""Selects one row if `device_` has the operator's rights now."""
_IS_OPERATOR = Prepared(IS_OPERATOR)


def count_tables(db: Connection, device: str, which: ListFilter) -> int:
    return db.execute(select(func.count()).select_from(tables).where(*_filters(db, device, which))).scalar_one()


def _filters(db: Connection, device: str, which: ListFilter) -> list[ColumnElement[bool]]:
    among: list[ColumnElement[bool]] = []
    if not is_operator(db, device):
        among.append(tables.c.id.in_(tables_of_device(device)))
    if which == "away":
        among.append(tables.c.status == "away")
    if which == "untold":
        stored = select(game_results.c.table_id).where(
            game_results.c.table_id == tables.c.id, game_results.c.reckoned == RESULT_VERSION
        )
        has_result = and_(tables.c.slug.in_(GAMES), stored.exists())
        among += [tables.c.status != "away", or_(tables.c.status != "over", not_(has_result))]
    return among


def rights_at(db: Connection, device: str, keys: Collection[str]) -> dict[str, Permissions]:
    operator = is_operator(db, device)
    roles: dict[str, dict[str, Any]] = {key: {"operator": None} if operator else {} for key in keys}
    found = select(tables.c.key, rights.c.role, rights.c.number).join_from(rights, tables)
    for key, role, number in db.execute(found.where(rights.c.device == device, tables.c.key.in_(keys))):
        roles[key][role] = number
    return {key: permissions_of(one) for key, one in roles.items()}


def has_played_elsewhere(db: Connection, device: str, slug: str, key: str) -> bool:
    """Whether a device has a right at another table of this game that has begun."""
    return bool(_HAS_PLAYED_ELSEWHERE(device_=device, slug_=slug, key_=key).execute(db).scalar_one())


_HAS_PLAYED_ELSEWHERE = Prepared(  # run for each page of a table
    select(
        select(tables.c.id)
        .join_from(rights, tables)
        .where(rights.c.device == bindparam("device_"), rights.c.role.in_(map(constant, VIEWING_ROLES)))
        .where(tables.c.slug == bindparam("slug_"), tables.c.key != bindparam("key_"))
        .where(tables.c.status.not_in(map(constant, ("lobby", "away"))))
        .exists()
    )
)


def all_names(db: Connection) -> set[str]:
    """All names at tables, and all shown names."""
    typed = {name for text in db.execute(select(tables.c.people)).scalars() for name, _ in parse_people(text)}
    return typed | set(db.execute(select(people.c.shown)).scalars())


def parse_title(slug: str, options: str) -> str:
    """The name of what is played with these options; the game's name if they cannot be read."""
    if slug not in GAMES:
        return slug
    try:
        return GAMES[slug].title_of(json.loads(options))
    except (InvalidMove, ValueError, TypeError):
        return GAMES[slug].title


def parse_people(text: str) -> tuple[tuple[str, str], ...]:
    """Names and colours as a row stores them; none if they cannot be read."""
    try:
        return tuple((str(name), str(colour)) for name, colour in json.loads(text))
    except (ValueError, TypeError):
        return ()


@dataclass(frozen=True, slots=True)
class IdleTable:
    """An open table, with the time and number of its latest entry."""

    key: str
    slug: str
    status: str
    since: float
    number: int


def count_unfinished(db: Connection, device: str) -> int:
    """The number of open or archived tables that a device hosts."""
    own = select(rights.c.table_id).where(rights.c.device == device, rights.c.role == "host")
    unfinished = tables.c.status.in_((*OPEN_STATUSES, "away"))
    return db.execute(select(func.count()).select_from(tables).where(tables.c.id.in_(own), unfinished)).scalar_one()


def count_by_status(db: Connection) -> dict[str, int]:
    found = select(tables.c.status, func.count()).group_by(tables.c.status)
    return {row[0]: row[1] for row in db.execute(found)}


def idle_tables(db: Connection, before: float) -> list[IdleTable]:
    """The open tables without an entry since `before`, longest unused first."""
    here = entries.c.table_id == tables.c.id
    latest, number = (select(func.max(one)).where(here).scalar_subquery() for one in (entries.c.at, entries.c.number))
    since = func.coalesce(latest, tables.c.created).label("since")
    found = select(tables.c.key, tables.c.slug, tables.c.status, since, func.coalesce(number, 0))
    rows = db.execute(found.where(tables.c.status.in_(OPEN_STATUSES), since < before).order_by(since, tables.c.id))
    return [IdleTable(*row) for row in rows]
