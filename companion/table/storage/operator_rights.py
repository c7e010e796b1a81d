"""Devices with the operator's rights. Rights end when revoked, or unused for a year."""

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, select, update

from companion.table.storage.queries import used_after
from companion.table.storage.schema import Prepared, operators
from companion.table.storage.statements import INSERT_OPERATOR, Statements

if TYPE_CHECKING:
    from companion.table.storage.store import Store

A_DAY = 24 * 3600.0
_its = operators.c.device == bindparam("device_")
_DELETE = Prepared(delete(operators).where(_its))
_UPDATE_USED = Prepared(update(operators).where(_its).values(used=bindparam("used_")))


@dataclass(frozen=True, slots=True)
class Operator:
    """A device. Times are in seconds since 1970; `since` is None before schema version 5."""

    device: str
    since: float | None
    used: float


def grant_statements(device: str) -> Statements:
    """Give a device the rights anew."""
    now = time.time()
    return _DELETE(device_=device), INSERT_OPERATOR(device=device, since=now, used=now)


def list_operators(store: "Store") -> list[Operator]:
    """All devices with current rights, the last used first."""
    found = select(operators.c.device, operators.c.since, operators.c.used).where(operators.c.used > used_after())
    with store.reading() as db:
        return [Operator(*row) for row in db.execute(found.order_by(operators.c.used.desc(), operators.c.device))]


def record_use(store: "Store", device: str) -> None:
    """Store that a device uses its rights, at most once a day. Raises NotSaved."""
    now = time.time()
    with store.reading() as db:
        used = db.execute(select(operators.c.used).where(operators.c.device == device)).scalar()
    if used is not None and used < now - A_DAY:
        store.write(_UPDATE_USED(device_=device, used_=now))


def revoke(store: "Store", device: str) -> None:
    """Raises NotSaved."""
    store.write(_DELETE(device_=device), notifies=True)
