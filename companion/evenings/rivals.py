"""Who sat with somebody, and who of the two ended ahead."""

from dataclasses import dataclass

from companion.evenings.people import Player, Sat, identity
from companion.table.known import Known


@dataclass(frozen=True)
class Rival:
    """Somebody's rival: so often they were `ahead` of the rival, `behind`, or `level`; `last` is the latest evening."""

    mark: str
    name: str
    ahead: int
    behind: int
    level: int
    last: Sat

    @property
    def together(self) -> int:
        """How often they sat at one table."""
        return self.ahead + self.behind + self.level


def rivals(player: Player, known: Known) -> tuple[Rival, ...]:
    """Everybody at the same tables, most often together first."""
    met: dict[str, list[tuple[int, Sat]]] = {}
    called: dict[str, tuple[str, str]] = {}
    names: dict[str, str] = {}
    for evening, own in player.sat:
        places = evening.places
        for seat, typed in enumerate(evening.names):
            if typed not in called:
                called[typed] = identity(typed, known)
            mark, name = called[typed]
            if mark and mark != player.mark:
                names[mark] = name  # as it was spelled last
                met.setdefault(mark, []).append((places[seat] - places[own], Sat(evening, seat)))
    found = [_rival(mark, names[mark], some) for mark, some in met.items()]
    return tuple(sorted(found, key=lambda one: (-one.together, -one.last.evening.ended, one.name)))


def _rival(mark: str, name: str, met: list[tuple[int, Sat]]) -> Rival:
    """`met` says of each evening how many places the rival was behind."""
    places = [apart for apart, _ in met]
    ahead = sum(apart > 0 for apart in places)
    return Rival(mark, name, ahead, sum(apart < 0 for apart in places), places.count(0), met[-1][1])
