"""Types and helpers for all rules: pending decisions, events, hidden values, refusals and seats."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from random import Random
from typing import ClassVar, Final, TypeVar

T = TypeVar("T")

Seat = int
"""A player's place, counted clockwise from 0 in the record's order of players."""

HIDDEN: Final = "hidden"
"""Replaces a secret in a redacted move."""

Choices = Mapping[str, Sequence[object]]
"""The possible values of each key, the default first: a tuple, or an `IntRange` of `companion.games.choices`."""

Chance = Callable[[str], Random]
"""Random numbers that depend only on the word and the table, so that a page can be rendered again."""


class Refusal(Exception):
    """A refused move or command: a reason, and parameters for its sentence in `_refused.txt`.

    `templates/table/_refused.txt` has sentences for the reasons of this file, and `templates/<slug>/_refused.txt` for a
    game's own. No sentence may reveal a secret. A parameter named `player` holds a seat and is shown as a name.
    """

    def __init__(self, reason: str, /, **params: object) -> None:
        super().__init__(reason, params)
        self.reason = reason
        self.params = params


class InvalidMove(Refusal):
    """Not a move at all: an unknown word, a missing field, a wrong type."""


class IllegalMove(Refusal):
    """A move that this seat cannot make now."""


class Unseen(IllegalMove):
    """A move that needs a hidden secret."""


@dataclass(frozen=True, slots=True)
class PendingDecision:
    """A move that the table waits for, or offers.

    `do`: the word of the move. `start` is for the host alone; it chooses who begins.
    `seat`: the player; None: anybody with a seat, or the host, makes it for the table.
    `slot`: the place in the game that the move fills, as `f"{round}.bid.{seat}"`. It occurs once in a game, unless the
    move is undone. Alternatives of one seat have different slots.
    `waits`: False for a move that may be left out.
    `final`: the move reveals something, so it is confirmed first and cannot be undone. For sealed moves nobody knows
    who is last, so `final` may be omitted.
    `consent`: the seats that must all agree first. The host need not wait for them if the table `waits` for the move.
    `standing`: players can agree once to all decisions with this word.
    `fields`: the keys of the record line beside `do`, each with its possible values: the controls of the plain form.
    Mostly `MoveFormat.choices`; narrow them if the state allows less. Each value must be legal with some value of the
    other fields.
    `hidden`: the move is secret, so its form is only in the opened hand. Only there may the fields show private
    information.

    Forms and addresses use these keys, so no field may have them: `act`, `all`, `claim`, `do`, `entry`, `kind`, `op`,
    `over`, `page`, `person`, `player`, `proposal`, `seat`, `seconds`, `slot`, `standing`, `step`, `sure`.
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

    Pages, history and summary show the events of a move in order, each as one short sentence. `seat`, `player`, `whom`
    and `…_seat` are seats and shown as names, None as –; `seats`, `players` and `…_seats` are tuples of seats. An
    `amount` is formatted as money; call other numbers `points`.

    Events with a page of their own (`paged`) follow those without. The score already includes what they pay. `totals`:
    this page sums up a round or the game, and Skip leads to it.

    A ply is a move's number, counted from 0. `reveals`: the plies whose secrets this event turns up. `discards`: the
    plies whose secrets are removed for everybody, including their owner.
    """

    @property
    def word(self) -> str:
        """The name of the class, for templates."""
        return type(self).__name__

    @property
    def public_fields(self) -> dict[str, object]:
        """The fields by name, for a game without its own sentences."""
        names = [one.name for one in fields(self) if one.name not in ("reveals", "discards")]
        return {name: getattr(self, name) for name in names}

    @property
    def conceals(self) -> bool:
        """Whether it says only that a secret was entered. The history omits it once the secret is open."""
        return False

    paged: ClassVar[bool] = False
    totals: ClassVar[bool] = False
    reveals: tuple[int, ...] = field(default=(), repr=False)
    discards: tuple[int, ...] = field(default=(), repr=False)


def find_skip_target(pages: Sequence[GameEvent]) -> int:
    """Return the page to which Skip leads, counted from 1: the first that `totals`, otherwise the last."""
    return next((step for step, event in enumerate(pages, 1) if event.totals), len(pages))


def check_integer(value: object, key: str, low: int, high: int) -> int:
    """Check a whole number of the record; true and 2.0 are refused. Raises InvalidMove."""
    if type(value) is not int:
        raise InvalidMove("not-integer", key=key, low=low, high=high)
    if not low <= value <= high:
        raise InvalidMove("out-of-range", key=key, low=low, high=high)
    return value


def check_choice(value: object, key: str, expected: Sequence[object]) -> object:
    """Check one of the possible values of a key; true is not 1. Raises InvalidMove."""
    for candidate in expected:
        if type(candidate) is type(value) and candidate == value:
            return candidate
    raise InvalidMove("not-one-of", key=key, expected=", ".join(map(format_for_record, expected)))


def format_for_record(value: object) -> str:
    """Format a value as in the record."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def format_for_display(value: object) -> str:
    """Format a value as in the record, but with a true minus sign."""
    return format_for_record(value).replace("-", "−") if type(value) is int else format_for_record(value)


def parse_integer(text: str | None, key: str, low: int, high: int) -> int:
    """Parse ASCII digits of a form, since int() accepts far more. Raises InvalidMove.

    If low is negative, a hyphen or a minus sign may come first.
    """
    if text is None:
        raise InvalidMove("missing-key", key=key, expected=key)
    negative = low < 0 and text.startswith(("-", "−"))
    figures = text[1:] if negative else text
    if not (figures.isascii() and figures.isdigit() and len(figures) <= max(4, len(str(low)), len(str(high)))):
        raise InvalidMove("not-integer", key=key, low=low, high=high)
    return check_integer(-int(figures) if negative else int(figures), key, low, high)


def is_seat(key: str) -> bool:
    """Whether this field of an event or a move is a seat, shown as a name."""
    return key in ("seat", "player", "whom") or key.endswith("_seat")


def are_seats(key: str) -> bool:
    """Whether this field of an event is a tuple of seats."""
    return key in ("seats", "players") or key.endswith("_seats")


def check_player_count(players: int, expected: range) -> int:
    """Return the number of players if the game allows it. Raises InvalidMove."""
    if players not in expected:
        raise InvalidMove("players", low=expected[0], high=expected[-1])
    return players


def wrong_phase(phase: str, **when: int) -> IllegalMove:
    """Make the refusal of a move that belongs to another phase. `when`: the round, by the game's word for it."""
    return IllegalMove("phase", phase=str(phase), **when)


def require_seat(seat: Seat | None) -> Seat:
    """Return the seat. Raises IllegalMove if there is none."""
    if seat is None:
        raise IllegalMove("nobody")
    return seat


def require_turn(seat: Seat | None, turn: Seat, phase: str) -> Seat:
    """Return the seat if it is its turn. Raises IllegalMove."""
    if require_seat(seat) != turn:
        raise IllegalMove("turn", player=turn, phase=str(phase))
    return turn


def still_hidden(seat: Seat) -> Unseen:
    """Make the refusal of a move that needs this seat's hidden choice."""
    return Unseen("face-down", player=seat)


def replace_at(by_seat: tuple[T, ...], seat: Seat, thing: T) -> tuple[T, ...]:
    """Return the tuple with another value for one seat."""
    return (*by_seat[:seat], thing, *by_seat[seat + 1 :])


def richest(money: Sequence[int]) -> tuple[Seat, ...]:
    """List the seats with the highest score, in seating order."""
    return tuple(seat for seat, sum_ in enumerate(money) if sum_ == max(money))
