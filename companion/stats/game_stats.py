"""Statistics of one game: records, averages, lengths."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from companion.games.types import Seat
from companion.records.scoring import standings
from companion.stats import achievements
from companion.stats.achievements import AchievementRecord
from companion.stats.people import Participation, group_by_game, rounded_mean, sort_by_time
from companion.table.model.game_result import GameResult


class BestRound(NamedTuple):
    """A player's amount in one round; `round` counts from 1."""

    result: GameResult
    seat: Seat
    round: int
    amount: int


class Margin(NamedTuple):
    """The difference between the first and the second."""

    result: GameResult
    amount: int

    @property
    def seats(self) -> tuple[Seat, Seat]:
        (_, first), (_, second), *_ = standings(self.result.scores)
        return first, second


class ByPlayers(NamedTuple):
    """Mean result and mean winning result with this number of players."""

    players: int
    plays: int
    average: int
    winning: int


class ByTurn(NamedTuple):
    """Wins of the player who acts at this turn in the first round, and the wins expected by chance."""

    turn: int
    plays: int
    wins: int
    chance: float

    @property
    def share(self) -> float:
        return self.wins / self.plays


@dataclass(frozen=True)
class Lengths:
    """Lengths of the games whose length is known, in minutes."""

    known: int
    shortest: GameResult
    average: int
    longest: GameResult


@dataclass(frozen=True)
class GameStats:
    """All results of a game, the earliest first; at least one."""

    slug: str
    results: tuple[GameResult, ...]

    @property
    def title(self) -> str:
        return self.results[0].title

    @property
    def plays(self) -> int:
        return len(self.results)

    @cached_property
    def winning(self) -> tuple[Participation, ...]:
        """The winner of each game; the first of those who share a victory."""
        return tuple(Participation(one, one.winners[0]) for one in self.results)

    @cached_property
    def highest(self) -> Participation:
        """The highest winning result."""
        return max(self.winning, key=lambda one: one.score)

    @cached_property
    def lowest(self) -> Participation:
        """The lowest winning result."""
        return min(self.winning, key=lambda one: one.score)

    @cached_property
    def closest(self) -> Margin:
        return min((Margin(one, one.summary.margin) for one in self.results), key=lambda one: one.amount)

    @cached_property
    def round(self) -> BestRound | None:
        """The best single round, if the game has scores by round."""
        rounds = (BestRound(one, best[1], best[2], best[0]) for one in self.results if (best := one.summary.round))
        return max(rounds, key=lambda one: one.amount, default=None)

    @cached_property
    def records(self) -> tuple[AchievementRecord, ...]:
        return achievements.find_records(self.slug, self.results)

    @cached_property
    def by_players(self) -> tuple[ByPlayers, ...]:
        groups: dict[int, list[GameResult]] = {}
        for one in self.results:
            groups.setdefault(len(one.names), []).append(one)
        found = []
        for players, results in sorted(groups.items()):
            average = rounded_mean([score for one in results for score in one.scores])
            winning = rounded_mean([max(one.scores) for one in results])
            found.append(ByPlayers(players, len(results), average, winning))
        return tuple(found)

    @cached_property
    def by_turn(self) -> tuple[ByTurn, ...]:
        """Wins by turn in the first round; empty for games without a first player."""
        turns: dict[int, list[tuple[bool, float]]] = {}
        for one in self.results:
            for seat in range(len(one.names)):
                if (turn := one.turn(seat)) is not None:
                    chance = len(one.winners) / len(one.names)
                    turns.setdefault(turn, []).append((seat in one.winners, chance))
        return tuple(
            ByTurn(turn, len(found), sum(won for won, _ in found), sum(chance for _, chance in found) / len(found))
            for turn, found in sorted(turns.items())
        )

    @cached_property
    def lengths(self) -> Lengths | None:
        known = [(one.seconds, one) for one in self.results if one.seconds is not None]
        if not known:
            return None
        shortest, longest = (pick(known, key=lambda each: each[0])[1] for pick in (min, max))
        return Lengths(len(known), shortest, rounded_mean([one.minutes or 0 for _, one in known]), longest)


def stats_by_game(results: Iterable[GameResult]) -> list[GameStats]:
    """Return the statistics of each game, the most played one first."""
    return [GameStats(slug, group) for slug, group in group_by_game(sort_by_time(results), lambda one: one)]
