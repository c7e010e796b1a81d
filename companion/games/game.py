"""`Game`: one game's rules, as everything else in the project knows them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Generic, Literal, TypeVar

from companion.games.box import Box
from companion.games.kit import Ask, Chance, Choices, Fact, Seat
from companion.games.lore import Lore

S = TypeVar("S")
M = TypeVar("M")


def _nothing(_state: object, _names: Sequence[str]) -> Mapping[str, object]:
    return {}


def _nobodys(_state: object) -> tuple[()]:
    return ()


def _anywhere(_state: object) -> str:
    return ""


def _none(_state: object) -> None:
    return None


def _never(_move: object) -> bool:
    return False


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S, M]):
    """A rules module's functions. S is its state, M its moves; both are frozen and compare by value."""

    slug: str
    title: str
    """Its name on the box, the same in all languages."""

    players: range
    """With how many it is played."""

    start: Callable[[int, Mapping[str, object]], S]
    """The first state for so many players with these options. Raises Garbled for a wrong number or option."""

    asks: Callable[[S], tuple[Ask, ...]]
    """Whom the table waits for, and for what. Empty when the game is over."""

    play: Callable[[S, Seat | None, M], tuple[S, tuple[Fact, ...]]]
    """The next state and what everybody now knows. Raises Refused."""

    read: Callable[[Mapping[str, object]], M]
    """From a record line without its player. Raises Garbled."""

    write: Callable[[M], dict[str, object]]
    """The record line without its player, `do` first."""

    seated: Callable[[M], bool]
    """Whether a player makes this move, and not the table as a whole."""

    cover: Callable[[M], M]
    """The move as others see it while it lies face down."""

    sealed: Callable[[M], bool]
    """Whether others see nothing of it but that it was made, so that it answers nothing of theirs."""

    scores: Callable[[S], tuple[int, ...]]
    """What each seat has now, in the units of the record."""

    unit: Literal["money", "points"] = "money"
    """What that is called on pages and paper that are not its own; whatever is no money is points (`_unit.html` has its
    own word for them). The result of a record calls it money always."""

    rounds: Callable[[S, Sequence[str]], list[dict[str, object]]]
    """The finished rounds as the record's result tells them, with the players' names."""

    hand: Callable[[S, Seat, Chance], object]
    """What only this seat may look at, arranged for its phone."""

    from_form: Callable[[S, Seat | None, Mapping[str, str], Chance], M]
    """From the fields of a form on a phone; of the plain form by `choices.filled_in`. Raises Garbled."""

    suggest: Callable[[S, Ask, Random], M]
    """Some legal move that answers this ask, for tests, demonstrations and load."""

    choices: Choices = field(default_factory=dict)
    """House rules: the options of the record."""

    preferences: Choices = field(default_factory=dict)
    """What the host chooses for the table and the record does not hold."""

    extras: Callable[[S, Sequence[str]], Mapping[str, object]] = _nothing
    """What the result of this game's records tells beside what every game's tells."""

    faceup: Callable[[S], Sequence[str]] = _nobodys
    """The real cards that may lie face up now: which of them do, people tell the table, and no record holds it."""

    forced: Callable[[S], tuple[Seat | None, M] | None] = _none
    """The one move that is possible now, everybody's to know and nobody's to decide: it makes itself."""

    foregone: Callable[[S], tuple[Seat | None, M] | None] = _none
    """The next act of a round in which nobody can change anything any more: one tap enters all that are left of it."""

    copied: Callable[[M], bool] = _never
    """Whether a hidden move was typed from a real card, which lies there for all to see once it is turned up."""

    finished: Callable[[S], int] | None = None
    """How many rounds are over, where that can be counted without telling them."""

    story: Callable[[S], Sequence[Sequence[int]]] = _nobodys
    """For each seat what it had at the start and after each round, for the chart of the end."""

    highlights: Callable[[S], Sequence[object]] = _nobodys
    """What is worth telling once more at the end, for the game's own sentences."""

    lore: Lore = field(default_factory=Lore)
    """What is remembered of its evenings."""

    chapter: Callable[[S], str] = _anywhere
    """The section of its rules page that tells what is done now, where no payout is shown and the game is not over."""

    box: Box = field(default_factory=Box)
    """What its material is printed from."""

    face: object = None
    """What its own templates call."""

    def rounds_over(self, state: S, names: Sequence[str]) -> int:
        """How many rounds are over. It is asked with every entry."""
        return len(self.rounds(state, names)) if self.finished is None else self.finished(state)

    def undecided(self, state: S) -> tuple[Seat | None, M] | None:
        """The next act that is nobody's to decide: it makes itself, or it is foregone."""
        return self.forced(state) or self.foregone(state)

    def after_forced(self, state: S) -> S:
        """The state once all that makes itself has been done."""
        while (forced := self.forced(state)) is not None:
            state, _ = self.play(state, *forced)
        return state

    def public(self, move: M) -> bool:
        """Whether everybody saw what was entered."""
        return self.cover(move) == move
