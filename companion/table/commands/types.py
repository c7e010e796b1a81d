"""What a device sends, what it becomes, and the ways in which it is not taken."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from companion.games.types import IllegalMove, Refusal, parse_integer
from companion.table.model.log import Table
from companion.table.model.permissions import Grant, Permissions
from companion.table.storage.seat_codes import SeatCode


class Stale(IllegalMove):
    """The table has moved on since the page was drawn from which this was sent."""


class Forbidden(Refusal):
    """Not for this device."""


class Conflict(Refusal):
    """The name of an operation that was something else."""


class AlreadyDone(Exception):
    """What was wanted is so already: nothing to write, nothing lost."""


@dataclass(frozen=True, slots=True)
class Command:
    """What a device sent. `op` is its own name for it, kept when it is sent again; `slot` that of the ask.

    `anew`: it has the same name however often somebody tries, so what refused it once does not refuse it for good.
    """

    kind: str
    fields: Mapping[str, str]
    op: str
    slot: str = ""
    retryable: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """What a command becomes: the body of an entry, of the command's own kind where it names no other.

    `brings_home`: all that nobody decides any more is entered with it, until somebody does.
    """

    body: Mapping[str, Any]
    grants: tuple[Grant, ...] = ()
    by: int | None = field(default=None)
    kind: str | None = None
    finish_round: bool = False


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sent it: the hash of the device's token, its rights here, who else holds which, what codes hand over."""

    device: str
    rights: Permissions
    holders: Callable[[], Iterable[Grant]]
    find_seat_code: Callable[[str], SeatCode | None] = lambda _typed: None

    def holder(self, role: str, number: int | None) -> str | None:
        """The device that holds a right at this table."""
        held = (grant.device for grant in self.holders() if (grant.role, grant.number) == (role, number))
        return next(held, None)


MAX_NUMBER: Final = 10**9
"""More than there will ever be of what is counted: of entries, and of people who sat down and got up again."""


def read_number(command: Command, key: str, low: int = 0) -> int:
    """A number that only ever grows, as a form sends it back. Raises InvalidMove."""
    return parse_integer(command.fields.get(key), key, low, MAX_NUMBER)


def return_device(sender: Sender) -> tuple[Grant, ...]:
    """A lent device goes back. It is its owner's again when they have said that they hold it."""
    return () if sender.rights.lent is None else _return_grants(sender.device)


def return_devices_of(person: int, sender: Sender) -> tuple[Grant, ...]:
    """Whatever device was handed to a person goes back, whose hands it may still be in."""
    lent = (held.device for held in sender.holders() if (held.role, held.number) == ("lent", person))
    return tuple(grant for device in lent for grant in _return_grants(device))


def _return_grants(device: str) -> tuple[Grant, ...]:
    return Grant(device, "lent", revoked=True), Grant(device, "cover")


def clear_lending(device: str) -> tuple[Grant, ...]:
    """What is left over from a place that a device has lost: in its next one it is nobody else's."""
    return Grant(device, "lent", revoked=True), Grant(device, "cover", revoked=True)


def require_seat(table: Table, sender: Sender) -> None:
    """Raises Forbidden for whoever has no seat, and is not the host either."""
    if table.roster.seat(sender.rights.acting) is None and not sender.rights.host:
        raise Forbidden("no-seat")


def require_host(sender: Sender) -> None:
    """Raises Forbidden for everybody but the host, and while the host's device is lent."""
    if not sender.rights.hosting:
        raise Forbidden("not-host")
