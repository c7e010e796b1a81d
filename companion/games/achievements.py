"""`GameAchievements`: what of a finished game is worth remembering, from what was turned up alone. Knows no game."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from companion.games.types import Seat

Best = Literal["most", "least"]


class Achievement(NamedTuple):
    """One thing that came about in a game. What its numbers are says the game's own `collect`.

    `word` is its kind, of which `templates/<slug>/_words.html` has sentences; `round` counts from 1; those of one kind
    are compared by `amount`, then by `many`; `seat` is whose it was, None where it was the table's; `what` the casino
    table, colour, card or horse.
    """

    word: str
    round: int
    amount: int
    seat: Seat | None = None
    what: str = ""
    many: int = 0


def _no_feats(_state: Any) -> tuple[()]:
    return ()


def _nobody(_state: Any) -> None:
    return None


@dataclass(frozen=True, kw_only=True)
class GameAchievements:
    """A game's part in what is remembered of evenings; without one, places and results alone are."""

    collect: Callable[[Any], Iterable[Achievement]] = _no_feats
    """All that came about in a finished game, in its order."""

    best: Mapping[str, Best] = field(default_factory=dict)
    """The kinds of which the house holds a record, in the order of telling: the most, or the least."""

    favourite: str = ""
    """The kind whose `what` tells by its number what a player likes best."""

    starter: Callable[[Any], Seat | None] = _nobody
    """Who acted first in the first round, where somebody does."""
