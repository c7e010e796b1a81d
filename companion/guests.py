"""How many connections there is room for, and who gives way when there is none.

No connection of a guest is refused as long as somebody else keeps one open for nothing: a connection that the server
waits for (for a request, for the rest of one, or for its answer to be read) is closed first, the one that has waited
longest at the address that holds most. So one guest with a thousand idle connections takes no place from anybody.
"""

from collections.abc import Callable
from dataclasses import dataclass

ENOUGH = 65_536
ON_A_MAC = 10_240  # more is refused there, whatever the hard limit says
OWN = 256  # for the database, printer, files on their way, and what has been accepted and not counted yet
MOST = 20_000
FOR_ONE = 1_000  # a party of five at each of a hundred tables, all behind one address


@dataclass(slots=True, eq=False)
class Guest:
    """One connection. `leave` ends it from outside."""

    address: str
    leave: Callable[[], None]
    gone: bool = False


class Guests:
    """All open connections: `room` of them, and `share` of one address."""

    def __init__(self, room: int, share: int) -> None:
        self.room = room
        self.share = share
        self._count = 0
        self._held: dict[str, int] = {}
        self._waiting: dict[str, dict[Guest, None]] = {}

    def welcome(self, address: str, leave: Callable[[], None], *, own: bool = False) -> Guest | None:
        """Lets a connection in, or nobody. `own` bounds it by the room alone: this machine, or a proxy."""
        if not own and self._held.get(address, 0) >= self.share and not self._send_away(address):
            return None
        if self._count >= self.room and not any(map(self._send_away, self._fullest())):
            return None
        self._count += 1
        self._held[address] = self._held.get(address, 0) + 1
        return Guest(address, leave)

    def waits(self, guest: Guest) -> None:
        """The server waits for this guest, who is the last to give way from now on."""
        if not guest.gone:
            self._waiting.setdefault(guest.address, {})[guest] = None

    def works(self, guest: Guest) -> None:
        """The guest waits for the server."""
        self._waiting.get(guest.address, {}).pop(guest, None)

    def goodbye(self, guest: Guest) -> None:
        """A connection has ended; it may be said twice."""
        if guest.gone:
            return
        guest.gone = True
        self.works(guest)
        self._count -= 1
        self._held[guest.address] -= 1
        if not self._held[guest.address]:
            del self._held[guest.address]
            self._waiting.pop(guest.address, None)

    @property
    def busy(self) -> int:
        """How many wait for the server."""
        return self._count - sum(map(len, self._waiting.values()))

    def _fullest(self) -> list[str]:
        return sorted(self._waiting, key=lambda address: -self._held[address])

    def _send_away(self, address: str) -> bool:
        longest = next(iter(self._waiting.get(address, ())), None)
        if longest is None:
            return False
        self.goodbye(longest)
        longest.leave()
        return True


def handles() -> int:
    """How many files and connections this process may hold, raised as far as it may raise that itself."""
    try:
        import resource
    except ImportError:  # Windows counts them otherwise
        return MOST
    soft, hard = (ENOUGH if limit == resource.RLIM_INFINITY else limit for limit in _limits())
    for wished in (min(hard, ENOUGH), min(hard, ON_A_MAC)):
        if wished <= soft:
            break
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wished, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
        except (ValueError, OSError):
            continue
        return wished
    return soft


def _limits() -> tuple[int, int]:
    import resource

    return resource.getrlimit(resource.RLIMIT_NOFILE)


def places(held: int) -> Guests:
    """The room that so many handles give."""
    room = min(held - min(OWN, held // 4), MOST)
    return Guests(room, min(FOR_ONE, room // 2))
