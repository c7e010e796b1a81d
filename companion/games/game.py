"""`Game`: the rules of one game. `docs/adding-a-game.md` builds one step by step."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Generic, Literal, TypeVar

from companion.games.achievements import GameAchievements
from companion.games.choices import parse_decision_form
from companion.games.material import Box
from companion.games.types import Chance, Choices, GameEvent, PendingDecision, Seat

S = TypeVar("S")
M = TypeVar("M")


def _empty_mapping(_state: object, _names: Sequence[str]) -> Mapping[str, object]:
    return {}


def _empty(_state: object) -> tuple[()]:
    return ()


def _play(_state: object) -> str:
    return "play"


def _none(_state: object) -> None:
    return None


def _never(_move: object) -> bool:
    return False


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S, M]):
    """The functions of a rules module. S is its state, M its moves: frozen dataclasses that compare by value.

    The functions are pure and raise nothing but `InvalidMove` and `IllegalMove`. Whatever is dealt, drawn or rolled
    happens at
    the real table; somebody enters it as a move.
    """

    slug: str
    title: str
    """The name on the box, the same in all languages."""

    players: range
    """The possible numbers of players."""

    start: Callable[[int, Mapping[str, object]], S]
    """The first state, for a number of players and their options: see `check_player_count` and `resolve_options`.

    Raises InvalidMove.
    """

    asks: Callable[[S], tuple[PendingDecision, ...]]
    """The moves that the table waits for. Empty when the game is over."""

    play: Callable[[S, Seat | None, M], tuple[S, tuple[GameEvent, ...]]]
    """The next state, and what everybody now knows.

    A public move brings a fact; a move that brings none is listed with its reason in `SILENT` of
    `tests/unit/games/<slug>/__init__.py`. A hidden move is played like any other, and `still_hidden` is raised only
    where
    the rules need its secret. Two secrets that must not meet are refused when they are turned up. Once the game is over
    everything is refused. Raises IllegalMove.
    """

    read: Callable[[Mapping[str, object]], M]
    """The move of a record line without its player, mostly `MoveFormats.read`. Raises InvalidMove."""

    write: Callable[[M], dict[str, object]]
    """The record line of a move, without its player, `do` first."""

    seated: Callable[[M], bool]
    """Whether one player makes this move, and not the table as a whole."""

    redact: Callable[[M], M]
    """The move as others see it while it lies face down: HIDDEN in place of each secret."""

    sealed: Callable[[M], bool]
    """Whether others see only that the move was made. They can still undo their own moves then."""

    scores: Callable[[S], tuple[int, ...]]
    """The score of each seat now. The highest wins, and equal scores share a place. Scores may be negative.

    Penalties lessen the score. A rule that breaks ties is told by a fact, and not put into the score.
    """

    unit: Literal["money", "points"] = "money"
    """The unit of a score. For another word than these two write `_unit.html`. A result always says money."""

    rounds: Callable[[S, Sequence[str]], list[dict[str, object]]]
    """The finished rounds for the record's result, with the players' names.

    They tell only what facts told: keep those facts in the state. The end of the game belongs to the last round. A game
    with `achievements` also tells each player's score after the round, as a mapping by names.
    """

    hand: Callable[[S, Seat, Chance], object]
    """What only this seat may look at: a mapping, empty if there is nothing."""

    suggest: Callable[[S, PendingDecision, Random], M]
    """A legal move that answers this ask, for tests and demonstrations.

    It must not look at what others have hidden. Moves suggested to several seats in one state must go together; where
    no two seats may choose the same, give each a range of its own.
    """

    from_form: Callable[[S, Seat | None, Mapping[str, str], Chance], M] | None = None
    """The move of a form whose fields are not the keys of the record line. Raises InvalidMove."""

    choices: Choices = field(default_factory=dict)
    """House rules, the options of the record: for each the possible values, the default first."""

    preferences: Choices = field(default_factory=dict)
    """The host's choices for the table that are not in the record."""

    extras: Callable[[S, Sequence[str]], Mapping[str, object]] = _empty_mapping
    """More entries for the record's result."""

    faceup: Callable[[S], Sequence[str]] = _empty
    """The real cards that may lie face up now. People tell the table which do; the record does not hold it."""

    forced: Callable[[S], tuple[Seat | None, M] | None] = _none
    """The one possible move, where it is public and nobody decides: the table makes it. `suggest` returns the same.

    It is never refused, except by what lies face down (`Unseen`). Where two secrets may forbid each other, ask somebody
    instead: `PendingDecision("turn", None, slot, final=True)`.
    """

    auto_finish: Callable[[S], tuple[Seat | None, M] | None] = _none
    """The next move of a round that nobody can change any more, from public knowledge: one tap enters all the rest.

    A page of the game's own offers that tap (form field `kind=foregone`).
    """

    copied_from_card: Callable[[M], bool] = _never
    """Whether a hidden move was typed from a real card or die, which all see once it is turned up.

    Its owner can then put a typing error right in the opened hand, until a page is shown. Not for moves that are chosen
    on the phone.
    """

    finished: Callable[[S], int] | None = None
    """The number of finished rounds, if that is faster than counting `rounds`."""

    score_history: Callable[[S], Sequence[Sequence[int]]] = _empty
    """For each seat its score at the start and after each round, for the chart at the end."""

    highlights: Callable[[S], Sequence[object]] = _empty
    """Highlights for the end, told by the macro `tale` of `_words.html`."""

    achievements: GameAchievements = field(default_factory=GameAchievements)
    """What statistics remember of finished games. It needs `tests/unit/games/<slug>/achievements.py`."""

    rules_section: Callable[[S], str] = _play
    """The section of `_rules.html` about the current phase. Payouts and the end have sections of fixed names."""

    box: Box = field(default_factory=Box)
    """The data of printed material."""

    template_api: object = None
    """Functions for the game's own templates (`game.template_api`): an object of a class of its own."""

    def parse_form_move(self, state: S, seat: Seat | None, fields: Mapping[str, str], chance: Chance) -> M:
        """The move of a form: by `from_form`, else by the fields of the ask that it answers. Raises InvalidMove."""
        if self.from_form is not None:
            return self.from_form(state, seat, fields, chance)
        return self.read(parse_decision_form(self.asks(state), seat, fields))

    def count_rounds(self, state: S, names: Sequence[str]) -> int:
        """The number of finished rounds. Called for every entry."""
        return len(self.rounds(state, names)) if self.finished is None else self.finished(state)

    def next_automatic_move(self, state: S) -> tuple[Seat | None, M] | None:
        """The next move that nobody decides: forced or foregone."""
        return self.forced(state) or self.auto_finish(state)

    def play_forced(self, state: S) -> S:
        """The state after all forced moves."""
        while (forced := self.forced(state)) is not None:
            state, _ = self.play(state, *forced)
        return state

    def is_public(self, move: M) -> bool:
        """Whether everybody sees the whole move."""
        return self.redact(move) == move
