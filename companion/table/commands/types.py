"""Commands, drafts of entries, and the ways in which a command fails."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from companion.games.types import IllegalMove, Refusal, parse_integer
from companion.table.model.log import Table
from companion.table.model.permissions import Grant, Permissions
from companion.table.storage.seat_codes import SeatCode


class Stale(IllegalMove):
    """The table has changed since the page was rendered."""


class Forbidden(Refusal):
    """This device may not do that."""


class Conflict(Refusal):
    """The idempotency key belongs to another request."""


class AlreadyDone(Exception):
    """Nothing to do: the wanted state is already there."""


@dataclass(frozen=True, slots=True)
class Command:
    """A device's request. `op` is its idempotency key, `slot` that of the decision.

    `retryable`: the key stays the same for every try, so a refusal is not stored.
    """

    kind: str
    fields: Mapping[str, str]
    op: str
    slot: str = ""
    retryable: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """The entry that a command becomes, of the command's kind unless `kind` is set.

    `finish_round`: enter the moves that nobody decides any more, too.
    """

    body: Mapping[str, Any]
    grants: tuple[Grant, ...] = ()
    by: int | None = field(default=None)
    kind: str | None = None
    finish_round: bool = False


@dataclass(frozen=True, slots=True)
class Sender:
    """The hash of the device's token, its permissions, all rights at the table, and a look-up of seat codes."""

    device: str
    rights: Permissions
    holders: Callable[[], Iterable[Grant]]
    find_seat_code: Callable[[str], SeatCode | None] = lambda _typed: None

    def holder(self, role: str, number: int | None) -> str | None:
        held = (grant.device for grant in self.holders() if (grant.role, grant.number) == (role, number))
        return next(held, None)


MAX_NUMBER: Final = 10**9  # no counter of entries or people gets there


def read_number(command: Command, key: str, low: int = 0) -> int:
    """Read a number of the form that only ever grows. Raises InvalidMove."""
    return parse_integer(command.fields.get(key), key, low, MAX_NUMBER)


def return_device(sender: Sender) -> tuple[Grant, ...]:
    """A lent device goes back. Its owner must confirm first."""
    return () if sender.rights.lent is None else _return_grants(sender.device)


def return_devices_of(person: int, sender: Sender) -> tuple[Grant, ...]:
    """All devices lent to a person go back."""
    lent = (held.device for held in sender.holders() if (held.role, held.number) == ("lent", person))
    return tuple(grant for device in lent for grant in _return_grants(device))


def _return_grants(device: str) -> tuple[Grant, ...]:
    return Grant(device, "lent", revoked=True), Grant(device, "cover")


def clear_lending(device: str) -> tuple[Grant, ...]:
    """Remove what is left of a device's former seat: lending and transit."""
    return Grant(device, "lent", revoked=True), Grant(device, "cover", revoked=True)


def require_seat(table: Table, sender: Sender) -> None:
    """Raise Forbidden for anyone who has no seat and is not the host."""
    if table.roster.seat(sender.rights.acting) is None and not sender.rights.host:
        raise Forbidden("no-seat")


def require_host(sender: Sender) -> None:
    """Raise Forbidden for anyone but the host, and while the host's device is lent."""
    if not sender.rights.hosting:
        raise Forbidden("not-host")
