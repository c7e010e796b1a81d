"""Who sat with somebody, and who of the two ended ahead."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.evenings.people import Player, Sat, identity
from companion.table.known import Known, shown


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
    met: dict[str, list[int]] = {}
    last: dict[str, Sat] = {}
    called: dict[str, str] = {}
    for evening, own in player.sat:
        mine = evening.places[own]
        for seat, (typed, place) in enumerate(zip(evening.names, evening.places, strict=True)):
            if typed not in called:
                called[typed] = identity(typed, known)[0]
            if (mark := called[typed]) not in ("", player.mark):
                met.setdefault(mark, [0, 0, 0])[1 + (place > mine) - (place < mine)] += 1
                last[mark] = Sat(evening, seat)
    found = (_rival(mark, times, last[mark], known) for mark, times in met.items())
    return tuple(sorted(found, key=lambda one: (-one.together, -one.last.evening.ended, one.name)))


def _rival(mark: str, times: Sequence[int], last: Sat, known: Known) -> Rival:
    """As their name was spelled last; `times` they were behind, level, ahead."""
    behind, level, ahead = times
    return Rival(mark, shown(last.evening.names[last.seat], known), ahead, behind, level, last)
