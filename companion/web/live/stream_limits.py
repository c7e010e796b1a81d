"""How many event streams are open at once: of one device, of one address, and in all.

A page that opens one more gets it, and another one ends. Only where streams are opened faster than others end is the
new one refused.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from werkzeug.exceptions import ServiceUnavailable, TooManyRequests

OF_A_DEVICE = 12
OF_AN_ADDRESS = 600
"""Behind one address: a hundred tables of five phones, with their screens."""


@dataclass(eq=False, slots=True)
class StreamSlot:
    """A stream's place. `wake` lets the stream look whether it is `over`: another one has taken its place."""

    device: str
    address: str
    table: int
    stranger: bool
    wake: Callable[[], object] = field(repr=False)
    over: bool = False

    def end(self) -> None:
        """Give way to another stream."""
        self.over = True
        self.wake()


def oldest(places: Sequence[StreamSlot]) -> StreamSlot:
    """Of one device: nobody looks at that page any more."""
    return places[0]


def least_missed(places: Sequence[StreamSlot]) -> StreamSlot:
    """Of one address: a stranger's, else of the device that has most, else of the newest table.

    So a party that plays already keeps its streams beside somebody who opens as many as possible.
    """
    streams = Counter(place.device for place in places)
    return max(places, key=lambda place: (place.stranger, streams[place.device], place.table))


class Crowd:
    """At most so many places for each; twice as many while others end."""

    def __init__(self, most: int, gives_way: Callable[[Sequence[StreamSlot]], StreamSlot]) -> None:
        self._most = most
        self._gives_way = gives_way
        self._places: dict[str, list[StreamSlot]] = {}

    def full(self, who: str) -> bool:
        """Whether nothing more may be opened now."""
        return len(self._places.get(who, ())) >= 2 * self._most

    def come(self, who: str, place: StreamSlot) -> None:
        """Add one; where that is one too many, one gives way."""
        places = self._places.setdefault(who, [])
        places.append(place)
        staying = [place for place in places if not place.over]
        if len(staying) > self._most:
            self._gives_way(staying).end()

    def leave(self, who: str, place: StreamSlot) -> None:
        """Remove one."""
        self._places[who].remove(place)
        if not self._places[who]:
            del self._places[who]


class Streams:
    """All open streams; `told` is how many. They leave a quarter of the server's connections to everything else."""

    def __init__(self, room: int, told: Callable[[int], object] = lambda _count: None) -> None:
        self._told = told
        self._most = room * 3 // 4
        self._open: set[StreamSlot] = set()
        self._devices = Crowd(OF_A_DEVICE, oldest)
        self._addresses = Crowd(max(1, min(OF_AN_ADDRESS, room // 3)), least_missed)

    def enter(self, place: StreamSlot) -> None:
        """Take a place, which must be left. Raises what Flask answers with 429 or 503."""
        if self._devices.full(place.device) or self._addresses.full(place.address):
            raise TooManyRequests
        if len(self._open) >= self._most:
            raise ServiceUnavailable
        self._open.add(place)
        self._told(len(self._open))
        self._devices.come(place.device, place)
        self._addresses.come(place.address, place)

    def leave(self, place: StreamSlot) -> None:
        """The stream has ended; it may be said twice."""
        if place not in self._open:
            return
        self._open.remove(place)
        self._told(len(self._open))
        self._devices.leave(place.device, place)
        self._addresses.leave(place.address, place)
