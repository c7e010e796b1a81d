"""`Game`: the rules of one game. `docs/adding-a-game.md` builds one step by step."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Generic, Literal, TypeVar

from companion.games.achievements import GameAchievements
from companion.games.choices import parse_choices_or_defaults, parse_decision_form
from companion.games.types import Chance, Choices, GameEvent, PendingDecision, Seat

S = TypeVar("S")
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Box:
    """The choices for printed material, the default first, and the function that fills the sheets.

    A choice named `players` is preset with the number at the table, others with the table's choices of the same name.
    `sets` has the names of sheets for values of the choice `set`; all others mean every sheet. With the value `duplex`
    of the choice `backs`, sheets are printed on both sides.
    """

    choices: Choices = field(default_factory=dict)
    fill: Callable[[Mapping[str, object]], object] = dict
    sets: Mapping[object, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S, M]):
    """The functions of a rules module. S is its state, M its moves: frozen dataclasses that compare by value.

    The functions are pure and raise only `InvalidMove` and `IllegalMove`. Dealing, drawing and rolling happen at the
    real table; somebody enters the result as a move.
    """

    slug: str
    title: str
    """The name on the box, the same in all languages."""

    players: range

    start: Callable[[int, Mapping[str, object]], S]
    """The first state for a number of players and their options. Raises InvalidMove.

    Use `check_player_count` and `resolve_options`.
    """

    asks: Callable[[S], tuple[PendingDecision, ...]]
    """The pending decisions. Empty when the game is over."""

    play: Callable[[S, Seat | None, M], tuple[S, tuple[GameEvent, ...]]]
    """The next state and its public events. Raises IllegalMove; once the game is over, always.

    A public move without an event is listed with its reason in `SILENT` of `tests/unit/games/<slug>/__init__.py`. A
    hidden move is played like any other; raise `still_hidden` only where the rules need its secret. Two secrets that
    exclude each other are refused when they are turned up.
    """

    read: Callable[[Mapping[str, object]], M]
    """Parse a record line without its player, mostly `MoveFormats.read`. Raises InvalidMove."""

    write: Callable[[M], dict[str, object]]
    """Format a move as a record line without its player, `do` first."""

    seated: Callable[[M], bool]
    """Whether one player makes this move, and not the whole table."""

    redact: Callable[[M], M]
    """Replace the secrets of a move by HIDDEN, for everyone but its player."""

    sealed: Callable[[M], bool]
    """Whether others see only that the move was made. They can still undo their own moves then."""

    scores: Callable[[S], tuple[int, ...]]
    """The current score of each seat. The highest wins, and equals share a place. Scores may be negative.

    Penalties lessen the score. A rule that breaks ties is an event and does not change the score.
    """

    unit: Literal["money", "points"] = "money"
    """The unit of a score. For another word than these two write `_unit.html`. A result always says money."""

    rounds: Callable[[S, Sequence[str]], list[dict[str, object]]]
    """The finished rounds for the record's result, with the players' names.

    They contain only what events told, so keep those events in the state. The end of the game belongs to the last
    round. A game with `achievements` adds each player's score after the round, as a mapping by names.
    """

    hand: Callable[[S, Seat, Chance], object]
    """The secrets of one seat: a mapping, empty if there is nothing."""

    suggest: Callable[[S, PendingDecision, Random], M]
    """A legal move for a pending decision, for tests and demonstrations.

    It must not use what others have hidden. Moves suggested to several seats in one state must be compatible; if no two
    seats may choose the same, give each its own range.
    """

    from_form: Callable[[S, Seat | None, Mapping[str, str], Chance], M] | None = None
    """Parse a form whose fields are not the keys of the record line. Raises InvalidMove."""

    choices: Choices = field(default_factory=dict)
    """House rules, the options of the record: the possible values of each, the default first."""

    options_from_form: Callable[[Mapping[str, str]], dict[str, object]] | None = None
    """Parse house rules whose form fields are not the options; a file is a field with its text. Raises InvalidMove."""

    players_with: Callable[[Mapping[str, object]], range] | None = None
    """The possible numbers of players with these options, if they depend on them. Raises InvalidMove."""

    title_with: Callable[[Mapping[str, object]], str] | None = None
    """The name of what is played with these options, if it depends on them. Raises InvalidMove."""

    preferences: Choices = field(default_factory=dict)
    """The host's choices for the table that are not in the record."""

    extras: Callable[[S, Sequence[str]], Mapping[str, object]] = field(default=lambda _state, _names: {})
    """More entries for the record's result."""

    faceup: Callable[[S], Sequence[str]] = field(default=lambda _state: ())
    """The real cards that may lie face up now. Players say which do; the record does not contain it."""

    forced: Callable[[S], tuple[Seat | None, M] | None] = field(default=lambda _state: None)
    """The only possible move, if it is public and nobody decides: the table makes it. `suggest` returns the same.

    It is never refused, except because of hidden moves (`Unseen`). If two secrets may exclude each other, ask somebody
    instead: `PendingDecision("turn", None, slot, final=True)`.
    """

    auto_finish: Callable[[S], tuple[Seat | None, M] | None] = field(default=lambda _state: None)
    """The next move of a round whose outcome is certain from public knowledge. One button enters all the rest.

    The game's own page offers that button (form field `kind=foregone`).
    """

    copied_from_card: Callable[[M, Mapping[str, object]], bool] = field(default=lambda _move, _preferences: False)
    """Whether a hidden move copies a real card or die that all see once it is turned up. It knows the preferences.

    Its player can then correct a typing error until a page is shown. Not for moves chosen on the phone.
    """

    holds: Callable[[S, Seat, M, Mapping[str, object], Chance], bool] = field(default=lambda *_: True)
    """Whether a player has the card of a move, if the table's preferences let the server deal."""

    draws: Callable[[M, Mapping[str, object]], bool] = field(default=lambda _move, _preferences: False)
    """Whether a move shows its player a card that the server deals (see the preferences); then it cannot be undone."""

    finished: Callable[[S], int] | None = None
    """The number of finished rounds, if that is faster than counting `rounds`."""

    score_history: Callable[[S], Sequence[Sequence[int]]] = field(default=lambda _state: ())
    """Each seat's scores at the start and after each round, for the chart at the end."""

    shown_scores: Callable[[S, Sequence[GameEvent]], Sequence[int]] | None = None
    """Each seat's score as far as the shown pages of a payout tell. By default it changes on the page that `totals`."""

    achievements: GameAchievements = field(default_factory=GameAchievements)
    """Achievements for statistics. They need `tests/unit/games/<slug>/achievements.py`."""

    rules_section: Callable[[S], str] = field(default=lambda _state: "play")
    """The section of `_rules.html` about the current phase. Sections for payouts and the end have fixed names."""

    box: Box = field(default_factory=Box)
    """Choices and data for printed material."""

    template_api: object = None
    """Functions for the game's own templates: an object of its own class."""

    def parse_options(self, fields: Mapping[str, str]) -> dict[str, object]:
        """Parse the house rules chosen in a form; missing ones get their default. Raises InvalidMove."""
        if self.options_from_form is not None:
            return self.options_from_form(fields)
        return parse_choices_or_defaults(fields, self.choices)

    def player_range(self, options: Mapping[str, object]) -> range:
        """The possible numbers of players. Raises InvalidMove."""
        return self.players if self.players_with is None else self.players_with(options)

    def title_of(self, options: Mapping[str, object]) -> str:
        """The name of what is played. Raises InvalidMove."""
        return self.title if self.title_with is None else self.title_with(options)

    def parse_form_move(self, state: S, seat: Seat | None, fields: Mapping[str, str], chance: Chance) -> M:
        """Parse a move by `from_form`, otherwise by the fields of the pending decision. Raises InvalidMove."""
        if self.from_form is not None:
            return self.from_form(state, seat, fields, chance)
        return self.read(parse_decision_form(self.asks(state), seat, fields))

    def count_rounds(self, state: S, names: Sequence[str]) -> int:
        """Count the finished rounds. Called for every entry."""
        return len(self.rounds(state, names)) if self.finished is None else self.finished(state)

    def next_automatic_move(self, state: S) -> tuple[Seat | None, M] | None:
        """Return the next forced or certain move."""
        return self.forced(state) or self.auto_finish(state)

    def play_forced(self, state: S) -> S:
        """Return the state after all forced moves."""
        while (forced := self.forced(state)) is not None:
            state, _ = self.play(state, *forced)
        return state

    def is_public(self, move: M) -> bool:
        """Whether everybody sees the whole move."""
        return self.redact(move) == move
