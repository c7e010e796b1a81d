"""How many event streams are open at once: of one device, of strangers at one address, and in all.

A page that opens one more gets it, and the oldest of its device ends: it is the one that nobody looks at any more.
Only where streams are opened faster than others end is the new one refused.
"""

from collections.abc import Callable

from werkzeug.exceptions import ServiceUnavailable, TooManyRequests

OF_A_DEVICE = 12
WATCHING = 200  # strangers at one address: screens that only watch, and whoever has the table's address


class Standing:
    """A stream's place. `over`: another one has taken it, and the stream shall end."""

    def __init__(self, streams: "Streams", device: str, watching: str | None) -> None:
        self.over = False
        self.device = device
        self.watching = watching
        self._streams = streams

    def leave(self) -> None:
        """The stream has ended; it may be said twice."""
        self._streams.leave(self)


class Crowd:
    """At most so many places for each; twice as many while the old ones end."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._places: dict[str, list[Standing]] = {}

    def full(self, who: str) -> bool:
        """Whether nothing more may be opened now."""
        return len(self._places.get(who, ())) >= 2 * self.most

    def come(self, who: str, place: Standing) -> None:
        """One more; the oldest that is too many is over."""
        places = self._places.setdefault(who, [])
        places.append(place)
        for oldest in [place for place in places if not place.over][: -self.most]:
            oldest.over = True

    def leave(self, who: str, place: Standing) -> None:
        """One less."""
        self._places[who].remove(place)
        if not self._places[who]:
            del self._places[who]


class Streams:
    """All open streams; `told` is how many. They leave a quarter of the house's connections to everything else."""

    def __init__(self, room: int, told: Callable[[int], object] = lambda _count: None) -> None:
        self._told = told
        self._most = room * 3 // 4
        self._open: set[Standing] = set()
        self._devices = Crowd(OF_A_DEVICE)
        self._watching = Crowd(max(1, min(WATCHING, room // 4)))

    def enter(self, device: str | None, address: str, *, stranger: bool) -> Standing:
        """A place, which must be left. Raises what Flask answers with 429 or 503."""
        place = Standing(self, device or address, address if stranger else None)
        if self._devices.full(place.device) or (stranger and self._watching.full(address)):
            raise TooManyRequests
        if len(self._open) >= self._most:
            raise ServiceUnavailable
        self._open.add(place)
        self._told(len(self._open))
        self._devices.come(place.device, place)
        if place.watching is not None:
            self._watching.come(place.watching, place)
        return place

    def leave(self, place: Standing) -> None:
        """A stream has ended."""
        if place not in self._open:
            return
        self._open.remove(place)
        self._told(len(self._open))
        self._devices.leave(place.device, place)
        if place.watching is not None:
            self._watching.leave(place.watching, place)
