"""Public events of any game."""

from dataclasses import dataclass
from typing import ClassVar

from companion.games.any_game.sheet import Answers, Value
from companion.games.types import GameEvent, Seat


@dataclass(frozen=True, kw_only=True)
class Entered(GameEvent):
    """An open entry of a player; of the table, if `seat` is None."""

    seat: Seat | None
    ask: str
    answers: Answers
    value: Value


@dataclass(frozen=True, kw_only=True)
class Revealed(GameEvent):
    """The secret choices of a step, turned up together: one for each seat."""

    paged: ClassVar[bool] = True
    ask: str
    answers: Answers
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A player's amount in a step, with the branch of the formula that counts and its numbers filled in.

    `value` is the formula's result; the points are below zero if the lowest wins. `failed`: the formula of the sheet's
    `line` has no result with these numbers, so it counts 0: `zero`, `size` or `kind`. `filled` lists its values then.
    """

    seat: Seat
    ask: str
    value: int
    points: int
    formula: str
    filled: str
    line: int
    failed: str = ""


@dataclass(frozen=True, kw_only=True)
class RoundOver(GameEvent):
    """Each seat's points of this round with their calculation, and the totals."""

    paged: ClassVar[bool] = True
    totals: ClassVar[bool] = True
    round: int
    lines: tuple[Line, ...]
    points: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Stopped(GameEvent):
    """The players ended the game after a round."""

    rounds: int
