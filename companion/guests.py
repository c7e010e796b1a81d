"""Open connections, and which of them gives way when there is no room for another one.

The server ends a connection that it waits for: for a request, for the rest of one, or for its answer to be read. So
nobody takes the place of others by keeping connections open.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass

ENOUGH = 65_536
ON_A_MAC = 10_240  # more is refused there, whatever the hard limit says
OWN = 256  # handles for the database, printer, files on their way, and connections that are not counted yet
MOST = 20_000
FOR_ONE = 1_000  # a party of five at each of a hundred tables, all behind one address


@dataclass(slots=True, eq=False)
class Guest:
    """One connection. `leave` ends it from outside."""

    address: str
    leave: Callable[[], None]
    waiting: bool = False


class Guests:
    """All open connections: `room` of them, and `share` of one address."""

    def __init__(self, room: int, share: int) -> None:
        self.room = room
        self.share = share
        self._open: dict[str, dict[Guest, None]] = {}

    def welcome(self, address: str, leave: Callable[[], None], *, own: bool = False) -> Guest | None:
        """Let a connection in, or nobody. `own` bounds it by the room alone: this machine, or a proxy."""
        if not own and len(self._open.get(address, ())) >= self.share and not self._end_one([address]):
            return None
        fullest = sorted(self._open, key=lambda one: -len(self._open[one])) if self._count >= self.room else None
        if fullest is not None and not self._end_one(fullest):
            return None
        guest = Guest(address, leave)
        self._open.setdefault(address, {})[guest] = None
        return guest

    def waits(self, guest: Guest) -> None:
        """The server waits for this guest, the last of its address to give way from now on."""
        own = self._open.get(guest.address, {})
        if guest in own:
            own[guest] = own.pop(guest)
            guest.waiting = True

    def goodbye(self, guest: Guest) -> None:
        """A connection has ended; it may be said twice."""
        own = self._open.get(guest.address, {})
        own.pop(guest, None)
        if not own:
            self._open.pop(guest.address, None)

    @property
    def busy(self) -> int:
        """How many wait for the server."""
        return sum(not guest.waiting for own in self._open.values() for guest in own)

    @property
    def _count(self) -> int:
        return sum(map(len, self._open.values()))

    def _end_one(self, addresses: Iterable[str]) -> bool:
        """End the connection that has waited longest, at the first address that has one."""
        for guest in (guest for address in addresses for guest in self._open.get(address, ()) if guest.waiting):
            self.goodbye(guest)
            guest.leave()
            return True
        return False


def handles() -> int:
    """How many files and connections this process may hold, raised as far as it may raise that itself."""
    try:
        import resource
    except ImportError:  # Windows counts them otherwise
        return MOST
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft, hard = (ENOUGH if limit == resource.RLIM_INFINITY else limit for limit in limits)
    for wished in (min(hard, ENOUGH), min(hard, ON_A_MAC)):
        if soft < wished:
            with suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wished, limits[1]))
                return wished
    return soft


def places(held: int) -> Guests:
    """The room that so many handles give."""
    room = min(held - min(OWN, held // 4), MOST)
    return Guests(room, min(FOR_ONE, room // 2))
