"""Achievements of finished games, computed from what everybody saw. Knows no game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from companion.games.types import Seat

Best = Literal["most", "least"]


class Achievement(NamedTuple):
    """Something worth counting in a game: the best trap, a sale.

    `word` is its kind; `templates/<slug>/_words.html` has sentences for it. `round` counts from 1. Achievements of one
    kind are compared by `amount`, then by `many`. `seat` is None if it belongs to the whole table. `what` is the casino
    table, colour, card or horse. The game's `collect` documents its units.
    """

    word: str
    round: int
    amount: int
    seat: Seat | None = None
    what: str = ""
    many: int = 0


def rank(best: Best, feat: Achievement) -> tuple[int, int]:
    """A sort key that is larger for the better achievement."""
    sign = 1 if best == "most" else -1
    return sign * feat.amount, sign * feat.many


@dataclass(frozen=True, kw_only=True)
class GameAchievements:
    """The achievements of a game. The default has none, so statistics show places and results only."""

    collect: Callable[[Any], Iterable[Achievement]] = field(default=lambda _state: ())
    """All achievements of a finished game, in chronological order."""

    best: Mapping[str, Best] = field(default_factory=dict)
    """The kinds that have a record on this server, in display order, and whether the most or the least wins."""

    shown: Sequence[str] = ()
    """The kinds whose best is a highlight at the end of a game, in display order."""

    favourite: str = ""
    """The kind whose most frequent `what` is a player's favourite."""

    starter: Callable[[Any], Seat | None] = field(default=lambda _state: None)
    """The seat that acted first in the first round, if the game has one."""

    def highlights(self, state: Any) -> tuple[Achievement, ...]:
        """Return the best of each kind in `shown`, the earlier among equals. Kinds that never occurred are left out."""
        found, best = list(self.collect(state)), []
        for kind in self.shown:
            counts = self.best[kind]
            if some := [one for one in found if one.word == kind and (counts == "least" or one.amount)]:
                best.append(max(some, key=lambda one: rank(counts, one)))
        return tuple(best)
