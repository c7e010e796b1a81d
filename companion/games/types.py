"""Types and helpers for all rules: asks, facts, hidden values, refusals and seats."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from random import Random
from typing import ClassVar, Final, TypeVar

T = TypeVar("T")

Seat = int
"""A player's place, counted clockwise from 0 in the record's order of players."""

HIDDEN: Final = "hidden"
"""Stands in a move for a secret that is not turned up."""

Choices = Mapping[str, Sequence[object]]
"""For each key its possible values, the default first: a tuple, or an `IntRange` of `companion.games.choices`."""

Chance = Callable[[str], Random]
"""Random numbers that are the same for the same word and table, so that a page can be rendered again."""


class Refusal(Exception):
    """Why a move is not accepted: a reason, and the blanks of its sentence in `_refused.txt`.

    `templates/table/_refused.txt` has sentences for the reasons of this file, and `templates/<slug>/_refused.txt` for a
    game's own. The sentence must not tell a secret. A blank named `player` holds a seat and is shown as a name.
    """

    def __init__(self, reason: str, /, **blanks: object) -> None:
        super().__init__(reason, blanks)
        self.reason = reason
        self.blanks = blanks


class InvalidMove(Refusal):
    """No move at all: unknown word, missing field, wrong type."""


class IllegalMove(Refusal):
    """A move that this seat cannot make now."""


class Unseen(IllegalMove):
    """A move that needs a secret which lies face down."""


@dataclass(frozen=True, slots=True)
class PendingDecision:
    """One move that the table waits for, or offers.

    `do`: the word of the move. `start` is for the host alone; it chooses who begins.
    `seat`: whose move it is. None: anybody with a seat, or the host, makes it for the table.
    `slot`: the place in the game that the move fills, as `f"{round}.bid.{seat}"`. It comes once in a game, unless the
    move is undone. Alternatives of one seat have different slots.
    `waits`: False for a move that may be left out.
    `final`: the move reveals something, so it cannot be undone and is confirmed first. The last of several sealed moves
    may reveal them all without it, since nobody knows who is last.
    `consent`: the seats that must all agree first. The host need not wait for them if the table `waits` for the move.
    `standing`: players can agree once to all asks with this word.
    `fields`: the keys of the record line beside `do`, each with its possible values: the controls of the plain form.
    Mostly `MoveFormat.choices`; narrow them where the state says more (cards that are left). Each value must be legal
    with some value of the other fields.
    `hidden`: the move is covered, so its form is only in the opened hand. Only there may the fields show what their
    player alone knows.

    These keys are taken by forms and addresses and cannot name a field: `act`, `all`, `claim`, `do`, `entry`, `kind`,
    `op`, `over`, `page`, `person`, `player`, `proposal`, `seat`, `slot`, `standing`, `step`, `sure`.
    """

    do: str
    seat: Seat | None
    slot: str
    waits: bool = True
    final: bool = False
    consent: tuple[Seat, ...] = ()
    standing: str = ""
    fields: Choices = field(default_factory=dict, hash=False)
    hidden: bool = False


@dataclass(frozen=True, kw_only=True)
class GameEvent:
    """Something that everybody at the table now knows. Subclasses are frozen, with `kw_only=True`.

    Pages, history and summary show the facts of a move in order, each as one short sentence. `seat`, `player`, `whom`
    and `…_seat` are seats and shown as names, None as –; `seats`, `players` and `…_seats` are tuples of seats. An
    `amount` gets the look of money; what only a sentence tells is better called `points`.

    Facts of a move with a page of their own (`paged`) come after those without. The score already counts what they pay.
    `totals`: this page sums up a round or the game, and Skip leads to it.

    A ply is a move's number, counted from 0. `reveals`: the plies whose secrets this fact turns up. `discards`: the
    plies whose secrets nobody keeps, not even their owner; without it the owner can still look at them.
    """

    @property
    def word(self) -> str:
        """The name of the class, for templates."""
        return type(self).__name__

    @property
    def public_fields(self) -> dict[str, object]:
        """The fields by name, for a game without sentences of its own."""
        names = [one.name for one in fields(self) if one.name not in ("reveals", "discards")]
        return {name: getattr(self, name) for name in names}

    @property
    def conceals(self) -> bool:
        """Whether it says only that something was entered in secret. Once that lies open the history leaves it out."""
        return False

    paged: ClassVar[bool] = False
    totals: ClassVar[bool] = False
    reveals: tuple[int, ...] = field(default=(), repr=False)
    discards: tuple[int, ...] = field(default=(), repr=False)


def find_skip_target(pages: Sequence[GameEvent]) -> int:
    """The page to which Skip leads, counted from 1: the first that `totals`, else the last."""
    return next((step for step, fact in enumerate(pages, 1) if fact.totals), len(pages))


def check_integer(value: object, key: str, low: int, high: int) -> int:
    """A whole number of the record; true and 2.0 are none. Raises InvalidMove."""
    if type(value) is not int:
        raise InvalidMove("not-integer", key=key, low=low, high=high)
    if not low <= value <= high:
        raise InvalidMove("out-of-range", key=key, low=low, high=high)
    return value


def check_choice(value: object, key: str, expected: Sequence[object]) -> object:
    """One of the possible values of a key; true is not 1. Raises InvalidMove."""
    for candidate in expected:
        if type(candidate) is type(value) and candidate == value:
            return candidate
    raise InvalidMove("not-one-of", key=key, expected=", ".join(map(format_for_record, expected)))


def format_for_record(value: object) -> str:
    """A value as the record spells it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def format_for_display(value: object) -> str:
    """A value as people read it: as in the record, but with a real minus sign."""
    return format_for_record(value).replace("-", "−") if type(value) is int else format_for_record(value)


def parse_integer(text: str | None, key: str, low: int, high: int) -> int:
    """A whole number from a form: ASCII digits, since int() takes far more. Raises InvalidMove.

    If it can be negative, a hyphen or a minus sign may come first.
    """
    if text is None:
        raise InvalidMove("missing-key", key=key, expected=key)
    negative = low < 0 and text.startswith(("-", "−"))
    figures = text[1:] if negative else text
    if not (figures.isascii() and figures.isdigit() and len(figures) <= max(4, len(str(low)), len(str(high)))):
        raise InvalidMove("not-integer", key=key, low=low, high=high)
    return check_integer(-int(figures) if negative else int(figures), key, low, high)


def is_seat(key: str) -> bool:
    """Whether this field of a fact or a move is a seat, shown by its player's name."""
    return key in ("seat", "player", "whom") or key.endswith("_seat")


def are_seats(key: str) -> bool:
    """Whether this field of a fact is a tuple of seats."""
    return key in ("seats", "players") or key.endswith("_seats")


def check_player_count(players: int, expected: range) -> int:
    """The number of players, if that many can play. Raises InvalidMove."""
    if players not in expected:
        raise InvalidMove("players", low=expected[0], high=expected[-1])
    return players


def wrong_phase(phase: str, **when: int) -> IllegalMove:
    """The refusal of a move that belongs to another phase. `when`: the round, by the game's word for it."""
    return IllegalMove("phase", phase=str(phase), **when)


def require_seat(seat: Seat | None) -> Seat:
    """The seat, if there is one. Raises IllegalMove."""
    if seat is None:
        raise IllegalMove("nobody")
    return seat


def require_turn(seat: Seat | None, turn: Seat, phase: str) -> Seat:
    """The seat, if it is its turn. Raises IllegalMove."""
    if require_seat(seat) != turn:
        raise IllegalMove("turn", player=turn, phase=str(phase))
    return turn


def still_hidden(seat: Seat) -> Unseen:
    """The refusal of a move that needs the hidden choice of this seat."""
    return Unseen("face-down", player=seat)


def replace_at(by_seat: tuple[T, ...], seat: Seat, thing: T) -> tuple[T, ...]:
    """The same tuple with another value for one seat."""
    return (*by_seat[:seat], thing, *by_seat[seat + 1 :])


def richest(money: Sequence[int]) -> tuple[Seat, ...]:
    """The seats with the highest score, in seating order."""
    return tuple(seat for seat, sum_ in enumerate(money) if sum_ == max(money))
