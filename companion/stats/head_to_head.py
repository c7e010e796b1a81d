"""Comparison of a player with each opponent."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.types import Seat
from companion.stats.people import Participation, Player, seats_by_person
from companion.table.model.game_result import GameResult
from companion.table.model.names import NameAliases, resolve_alias, sort_key


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


def compare_with_opponents(player: Player, known: NameAliases) -> tuple[Opponent, ...]:
    """Compare a player with everybody at the same tables, most frequent first."""
    met: defaultdict[str, list[tuple[GameResult, Seat, Seat]]] = defaultdict(list)
    called: dict[str, tuple[str, bool]] = {}
    for result, own in player.participations:
        for mark, seat in seats_by_person(result, known, called).items():
            met[mark].append((result, own, seat))
    found = (_compare(mark, games, known) for mark, games in met.items() if mark not in ("", player.mark))
    return tuple(sorted(found, key=lambda one: (-one.together, -one.last.result.began, sort_key(one.name))))


def _compare(mark: str, games: Sequence[tuple[GameResult, Seat, Seat]], known: NameAliases) -> Opponent:
    """Use the latest spelling of their name."""
    ahead = sum(result.places[own] < result.places[seat] for result, own, seat in games)
    behind = sum(result.places[own] > result.places[seat] for result, own, seat in games)
    result, _, seat = games[-1]
    name, level = resolve_alias(result.names[seat], known), len(games) - ahead - behind
    return Opponent(mark, name, ahead, behind, level, Participation(result, seat))
