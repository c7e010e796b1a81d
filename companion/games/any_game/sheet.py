"""A sheet: the description of a game, and what its steps allow."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from companion.games.any_game.formula import Names, Uncomputable, evaluate
from companion.games.choices import FreeText, IntRange
from companion.games.types import HIDDEN, InvalidMove, Seat

PLAYERS: Final = range(2, 11)
MOST_ROUNDS: Final = 50
MOST_STEPS: Final = 12
MOST_TEXT: Final = 40
"""Letters of a short text."""

LARGEST_ENTRY: Final = 9_999

Kind = Literal["secret", "each", "turn", "one", "table", "value", "score"]
"""How a step is entered. `secret`: by all, revealed together. `each`: openly, in any order. `turn`: openly, in the
order of play. `one`: someone enters a number for each player. `table`: one number for all. `value` and `score` are
computed after the entries; a score is added to the total."""

COMPUTED: Final = ("value", "score")

Answers = Literal["numbers", "words", "players", "text"]
Value = int | str
"""An entry; a player is a seat."""

Order = Literal["clockwise", "rotate", "standing"]


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a round. `line` is that of its formula or limit in the sheet.

    `low` and `high` are formulas of the round. `others`: nobody chooses themselves. `limit` must hold for the entries
    of all; `say` is its sentence.
    """

    name: str
    ask: str
    kind: Kind
    answers: Answers = "numbers"
    low: str = "0"
    high: str = "0"
    words: tuple[str, ...] = ()
    others: bool = False
    limit: str = ""
    say: str = ""
    formula: str = ""
    line: int = 0

    @property
    def computed(self) -> bool:
        return self.kind in COMPUTED


@dataclass(frozen=True, slots=True)
class Sheet:
    """`rounds`: their number, or the most if `open_end`. `numbers`: constants that the host can change."""

    title: str
    players: range
    rounds: int
    open_end: bool
    lowest: bool
    order: Order
    numbers: tuple[tuple[str, int], ...]
    steps: tuple[Step, ...]

    @property
    def entered(self) -> tuple[Step, ...]:
        """The steps in which somebody enters something; they come before the computed ones."""
        return tuple(step for step in self.steps if not step.computed)

    @property
    def computed(self) -> tuple[Step, ...]:
        return tuple(step for step in self.steps if step.computed)

    def common_names(self, players: int, round_: int) -> dict[str, object]:
        """The names that mean the same for all players."""
        return {**dict(self.numbers), "players": players, "round": round_, "rounds": self.rounds}


def possible(step: Step, seat: Seat | None, names: Names) -> Sequence[Value]:
    """The possible entries of a seat. `names`: `Sheet.common_names`."""
    match step.answers:
        case "words":
            return step.words
        case "text":
            return TEXT
        case "players":
            return tuple(other for other in range(int(str(names["players"]))) if not (step.others and other == seat))
        case _:
            low = _bound(step.low, names)
            return _numbers(low, max(low, _bound(step.high, names)))


def _bound(formula: str, names: Names) -> int:
    """A limit of a range; where the formula has no result, the range is small rather than without end."""
    try:
        return max(-LARGEST_ENTRY, min(LARGEST_ENTRY, evaluate(formula, names)))
    except Uncomputable:
        return 0


@lru_cache(256)
def _numbers(low: int, high: int) -> IntRange:
    return IntRange(max(low, min(0, high)), low, high)


def check_text(text: str) -> str:
    """Raises InvalidMove for a short text that is empty or not printable, or looks like a hidden one in a record."""
    if not (text.strip() == text and text.isprintable() and 0 < len(text) <= MOST_TEXT) or text == HIDDEN:
        raise InvalidMove("short-text", key="value", most=MOST_TEXT)
    return text


TEXT: Final = FreeText("–", most=MOST_TEXT, check=check_text)
