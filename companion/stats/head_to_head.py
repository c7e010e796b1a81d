"""Comparison of a player with each opponent."""

from collections import defaultdict
from dataclasses import dataclass

from companion.games.types import Seat
from companion.stats.people import Participation, Player, seats_by_person
from companion.table.model.aliases import NameAliases, by_alphabet, shown
from companion.table.model.game_result import GameResult


@dataclass(frozen=True)
class Opponent:
    """An opponent: the games in which the player was `ahead`, `behind` or `level`; `last` is the latest one."""

    mark: str
    name: str
    ahead: int
    behind: int
    level: int
    last: Participation

    @property
    def together(self) -> int:
        return self.ahead + self.behind + self.level


class _Met:
    def __init__(self) -> None:
        self.times = [0, 0, 0]  # behind them, level, ahead of them
        self.last: tuple[GameResult, Seat] | None = None


def compare_with_opponents(player: Player, known: NameAliases) -> tuple[Opponent, ...]:
    """Compare a player with everybody at the same tables, most frequent first."""
    met: defaultdict[str, _Met] = defaultdict(_Met)
    called: dict[str, tuple[str, bool]] = {}
    for evening, own in player.participations:
        places = evening.places
        mine = places[own]
        for mark, seat in seats_by_person(evening, known, called).items():
            one = met[mark]
            one.times[1 + (places[seat] > mine) - (places[seat] < mine)] += 1
            one.last = evening, seat
    found = (_rival(mark, one, known) for mark, one in met.items() if mark not in ("", player.mark))
    return tuple(sorted(found, key=lambda one: (-one.together, -one.last.result.began, by_alphabet(one.name))))


def _rival(mark: str, met: _Met, known: NameAliases) -> Opponent:
    """Use the latest spelling of their name."""
    assert met.last is not None  # they sat there once at least
    evening, seat = met.last
    behind, level, ahead = met.times
    return Opponent(mark, shown(evening.names[seat], known), ahead, behind, level, Participation(evening, seat))
