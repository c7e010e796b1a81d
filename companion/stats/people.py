"""Players and their participations, with different spellings and aliases merged."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeVar

from companion.games.types import Seat
from companion.table.model.game_result import GameResult
from companion.table.model.names import NameAliases, is_erased, name_id, resolve_alias, sort_key

T = TypeVar("T")


class Participation(NamedTuple):
    """One player in one finished game."""

    result: GameResult
    seat: Seat

    @property
    def score(self) -> int:
        return self.result.scores[self.seat]

    @property
    def place(self) -> int:
        return self.result.places[self.seat]

    @property
    def won(self) -> bool:
        """Whether they won, alone or with others."""
        return self.place == 1

    @property
    def colour(self) -> str:
        return self.result.colours[self.seat]


@dataclass(frozen=True)
class Player:
    """One person: `typed` are all their typed names, `participations` the earliest first."""

    name: str
    mark: str
    typed: tuple[str, ...]
    participations: tuple[Participation, ...]

    @property
    def plays(self) -> int:
        return len(self.participations)

    @cached_property
    def wins(self) -> int:
        return [result.places[seat] for result, seat in self.participations].count(1)

    @cached_property
    def colours(self) -> tuple[tuple[str, int], ...]:
        """Their colours with the number of games, most frequent first."""
        return count_words([result.colours[seat] for result, seat in self.participations])

    @property
    def colour(self) -> str:
        """Their most frequent colour."""
        return self.colours[0][0]

    @cached_property
    def favourite(self) -> str:
        """The title they played most often."""
        return count_words([result.title for result, _ in self.participations])[0][0]


def sort_by_time(results: Iterable[GameResult]) -> list[GameResult]:
    return sorted(results, key=lambda one: (one.began, one.table))


def group_by_game(items: Iterable[T], result: Callable[[T], GameResult]) -> list[tuple[str, tuple[T, ...]]]:
    """Group items by what was played in their results, the most frequent first: (slug, items)."""
    found: dict[tuple[str, str], list[T]] = {}
    for one in items:
        found.setdefault(result(one).kind, []).append(one)
    return [(slug, tuple(group)) for (slug, _), group in sorted(found.items(), key=lambda pair: -len(pair[1]))]


def seats_by_person(one: GameResult, known: NameAliases, called: dict[str, tuple[str, bool]]) -> dict[str, Seat]:
    """Map the mark of each person to their seat. `called` caches (mark, own name?) of each typed name.

    Two names at one table may later become one person. Then the game counts once: at the seat of the name they are
    known by, otherwise at the first.
    """
    there: dict[str, Seat] = {}
    for seat, typed in enumerate(one.names):
        if typed not in called:
            mark, name = identify(typed, known)
            called[typed] = mark, name.casefold() == typed.casefold()
        mark, own = called[typed]
        if own or mark not in there:
            there[mark] = seat
    return there


def collect_players(results: Sequence[GameResult], known: NameAliases) -> dict[str, Player]:
    """Return all players by mark, the most frequent first, then the latest."""
    participations: dict[str, list[Participation]] = {}
    called: dict[str, tuple[str, bool]] = {}
    for one in sort_by_time(results):
        for mark, seat in seats_by_person(one, known, called).items():
            if mark:
                participations.setdefault(mark, []).append(Participation(one, seat))
    names: dict[str, list[str]] = {}
    for typed in sorted(called):
        names.setdefault(called[typed][0], []).append(typed)
    found = (_player(mark, theirs, names[mark], known) for mark, theirs in participations.items())
    often = sorted(found, key=lambda one: (-one.plays, -one.participations[-1].result.began, sort_key(one.name)))
    return {one.mark: one for one in often}


def find_player(results: Sequence[GameResult], known: NameAliases, mark: str) -> Player | None:
    """Return one player, without collecting the others."""
    typed = {name for one in results for name in one.names}
    theirs = {name for name in typed if identify(name, known)[0] == mark}
    if not mark or not theirs:
        return None
    ours = sort_by_time([one for one in results if not theirs.isdisjoint(one.names)])
    called: dict[str, tuple[str, bool]] = {}
    found = [Participation(one, seats_by_person(one, known, called)[mark]) for one in ours]
    return _player(mark, found, sorted(theirs), known)


def _player(mark: str, participations: Sequence[Participation], names: Sequence[str], known: NameAliases) -> Player:
    """Use the latest spelling of their name."""
    typed = [result.names[seat] for result, seat in participations]
    spelled = {name.casefold(): name for name in (*names, *typed)}
    return Player(resolve_alias(typed[-1], known), mark, tuple(spelled.values()), tuple(participations))


def identify(typed: str, known: NameAliases) -> tuple[str, str]:
    """Return the mark and the name of a typed name; the mark is empty for a forgotten person."""
    name = resolve_alias(typed, known)
    return "" if is_erased(name) else name_id(name), name


def count_words(words: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """Count words, the most frequent first; among equals the earlier one."""
    return tuple(Counter(words).most_common())


def rounded_mean(amounts: Sequence[int]) -> int:
    """Return the mean, halves rounded up; 0 for no amounts."""
    return (2 * sum(amounts) + len(amounts)) // (2 * len(amounts)) if amounts else 0
