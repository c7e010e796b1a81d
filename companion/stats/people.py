"""Players and their participations, with different spellings and aliases merged."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from companion.games.types import Seat
from companion.table.model.aliases import NameAliases, by_alphabet, is_mark, mark_of, shown
from companion.table.model.game_result import GameResult


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
        return [evening.places[seat] for evening, seat in self.participations].count(1)

    @cached_property
    def colours(self) -> tuple[tuple[str, int], ...]:
        """Their colours with the number of games, most frequent first."""
        return count_words([evening.colours[seat] for evening, seat in self.participations])

    @property
    def colour(self) -> str:
        """Their most frequent colour."""
        return self.colours[0][0]

    @cached_property
    def games(self) -> tuple[str, ...]:
        """The games they played, most frequent first."""
        return tuple(slug for slug, _ in count_words([evening.slug for evening, _ in self.participations]))


def sort_by_time(evenings: Iterable[GameResult]) -> list[GameResult]:
    return sorted(evenings, key=lambda one: (one.began, one.table))


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


def collect_players(evenings: Sequence[GameResult], known: NameAliases) -> dict[str, Player]:
    """Return all players by mark, the most frequent first, then the latest."""
    sat: dict[str, list[Participation]] = {}
    called: dict[str, tuple[str, bool]] = {}
    for one in sort_by_time(evenings):
        for mark, seat in seats_by_person(one, known, called).items():
            if mark:
                sat.setdefault(mark, []).append(Participation(one, seat))
    names: dict[str, list[str]] = {}
    for typed in sorted(called):
        names.setdefault(called[typed][0], []).append(typed)
    found = (_player(mark, theirs, names[mark], known) for mark, theirs in sat.items())
    return {one.mark: one for one in sorted(found, key=_often)}


def find_player(evenings: Sequence[GameResult], known: NameAliases, mark: str) -> Player | None:
    """Return one player, without collecting the others."""
    typed = {name for one in evenings for name in one.names}
    theirs = {name for name in typed if identify(name, known)[0] == mark}
    if not mark or not theirs:
        return None
    ours = sort_by_time([one for one in evenings if not theirs.isdisjoint(one.names)])
    called: dict[str, tuple[str, bool]] = {}
    return _player(
        mark, [Participation(one, seats_by_person(one, known, called)[mark]) for one in ours], sorted(theirs), known
    )


def _player(mark: str, sat: Sequence[Participation], names: Sequence[str], known: NameAliases) -> Player:
    """Use the latest spelling of their name."""
    typed = [evening.names[seat] for evening, seat in sat]
    spelled = {name.casefold(): name for name in (*names, *typed)}
    return Player(shown(typed[-1], known), mark, tuple(spelled.values()), tuple(sat))


def identify(typed: str, known: NameAliases) -> tuple[str, str]:
    """Return the mark and the name of a typed name; the mark is empty for a forgotten person."""
    name = shown(typed, known)
    return "" if is_mark(name) else mark_of(name), name


def _often(one: Player) -> tuple[int, float, tuple[str, str]]:
    return -one.plays, -one.participations[-1].result.began, by_alphabet(one.name)


def count_words(words: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """Count words, the most frequent first; among equals the earlier one."""
    return tuple(Counter(words).most_common())


def rounded_mean(amounts: Sequence[int]) -> int:
    """Return the mean, halves rounded up; 0 for no amounts."""
    return (2 * sum(amounts) + len(amounts)) // (2 * len(amounts)) if amounts else 0
