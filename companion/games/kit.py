"""What every rules module speaks: asks, facts, hidden values, the two refusals, and who sits where. Knows no game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from random import Random
from typing import ClassVar, Final, TypeVar

T = TypeVar("T")

Seat = int
"""A place at the table, counted clockwise from 0 in the record's order of players."""

HIDDEN: Final = "hidden"
"""Stands in a move for a secret that the rules have not turned up."""

Choices = Mapping[str, Sequence[object]]
"""For each key the values it can have, the default first; a range of numbers as `companion.games.choices.IntRange`."""

Chance = Callable[[str], Random]
"""Gives the same draw for the same word, so that a page can be rendered again; another one at every table."""


class Trouble(Exception):
    """A reason that is a key, and what fills its blanks; the sentence is in `templates/<slug>/_refused.txt`."""

    def __init__(self, reason: str, /, **blanks: object) -> None:
        super().__init__(reason, blanks)
        self.reason = reason
        self.blanks = blanks


class Garbled(Trouble):
    """Not a move at all: unknown word, missing field, wrong type."""


class Refused(Trouble):
    """A move, but not one for this seat now. A blank named `player` holds a seat."""


class Unseen(Refused):
    """A move for which the rules need a secret that lies face down."""


@dataclass(frozen=True, slots=True)
class Ask:
    """The table waits for, or offers, one move of one seat.

    `seat` is None where the keeper of the table may act for all. `slot` names the place in the game that the
    move would fill: the same seat is never asked twice with the same slot, unless a move was taken back.
    `waits` is False for what may be done but need not. `final`: it turns something up and cannot be taken back, so it
    is asked twice. Of sealed moves, which are filled in in the opened hand, whoever makes the last need not know it:
    there it may be left out.
    `consent`: the seats that must all say so before it is done; the host need not wait where the table `waits` for it.
    `standing`: who wants to, says so once for all asks that have this word in common.
    `fields` is what the plain form asks for, where a game has no page of its own: each key of the record line beside
    `do`. `hidden`: what is filled in lies face down, so that the form is never on the page but in the opened hand.
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
class Fact:
    """Something that everybody at the table now knows.

    `reveals` and `discards` are plies, moves counted from the start of the game (0, 1, …): those whose secrets are
    turned up by this fact, and those whose secrets are now nobody's any more, not even their owner's.
    """

    @property
    def word(self) -> str:
        """The name of its kind, for templates."""
        return type(self).__name__

    @property
    def told(self) -> dict[str, object]:
        """What it says by the names of its fields, for a game without sentences of its own."""
        names = [one.name for one in fields(self) if one.name not in ("reveals", "discards")]
        return {name: getattr(self, name) for name in names}

    @property
    def conceals(self) -> bool:
        """Whether it says only that something was entered in secret: it tells nothing to who knows the entry."""
        return False

    paged: ClassVar[bool] = False  # shown on a page of its own that the table turns together
    totals: ClassVar[bool] = False  # its page sums a round or the game up: there Skip stops
    reveals: tuple[int, ...] = field(default=(), repr=False)
    discards: tuple[int, ...] = field(default=(), repr=False)


def skips_to(pages: Sequence[Fact]) -> int:
    """The page of a payout, counted from 1, to which Skip leads: the first that sums up, else the last."""
    return next((step for step, fact in enumerate(pages, 1) if fact.totals), len(pages))


def integer(value: object, key: str, low: int, high: int) -> int:
    """A whole number of the record, where true is no number and 2.0 no integer."""
    if type(value) is not int:
        raise Garbled("not-integer", key=key, low=low, high=high)
    if not low <= value <= high:
        raise Garbled("out-of-range", key=key, low=low, high=high)
    return value


def one_of(value: object, key: str, expected: Sequence[object]) -> object:
    """One of the values that a key can have; types count, so true is not 1."""
    for candidate in expected:
        if type(candidate) is type(value) and candidate == value:
            return candidate
    raise Garbled("not-one-of", key=key, expected=", ".join(map(spelled, expected)))


def spelled(value: object) -> str:
    """A value as the record spells it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def printed(value: object) -> str:
    """A value as people read it: like the record, but with a minus sign and no hyphen before a number."""
    return spelled(value).replace("-", "−") if type(value) is int else spelled(value)


def digits(text: str | None, key: str, low: int, high: int) -> int:
    """A whole number typed or tapped: ASCII digits only, since int() takes far more, and no more than it can have.

    Where it can be negative either minus sign is taken, that of a keyboard and that of print.
    """
    if text is None:
        raise Garbled("missing-key", key=key, expected=key)
    negative = low < 0 and text.startswith(("-", "−"))
    figures = text[1:] if negative else text
    if not (figures.isascii() and figures.isdigit() and len(figures) <= max(4, len(str(low)), len(str(high)))):
        raise Garbled("not-integer", key=key, low=low, high=high)
    return integer(-int(figures) if negative else int(figures), key, low, high)


def is_seat(key: str) -> bool:
    """Whether what a fact or a move has under this key is a seat, by which somebody is named."""
    return key in ("seat", "player", "whom") or key.endswith("_seat")


def are_seats(key: str) -> bool:
    """Whether what a fact has under this key are several seats."""
    return key in ("seats", "players") or key.endswith("_seats")


def fitting(players: int, expected: range) -> int:
    """How many sit at the table, where that many can play. Raises Garbled."""
    if players not in expected:
        raise Garbled("players", low=expected[0], high=expected[-1])
    return players


def not_now(phase: str, **when: int) -> Refused:
    """What to raise for a move of another phase; `when` is the round, by the game's own word for it."""
    return Refused("phase", phase=str(phase), **when)


def somebody(seat: Seat | None) -> Seat:
    """Who makes a move that is a player's own. Raises Refused."""
    if seat is None:
        raise Refused("nobody")
    return seat


def in_turn(seat: Seat | None, turn: Seat, phase: str) -> Seat:
    """The same where it must be this one's turn."""
    if somebody(seat) != turn:
        raise Refused("turn", player=turn, phase=str(phase))
    return turn


def face_down(seat: Seat) -> Unseen:
    """What to raise for a move that turns up what this one chose, where it lies face down here."""
    return Unseen("face-down", player=seat)


def put(by_seat: tuple[T, ...], seat: Seat, thing: T) -> tuple[T, ...]:
    """What each seat has, where one now has something else."""
    return (*by_seat[:seat], thing, *by_seat[seat + 1 :])


def richest(money: Sequence[int]) -> tuple[Seat, ...]:
    """Who has most, in seating order; equals share the victory."""
    return tuple(seat for seat, sum_ in enumerate(money) if sum_ == max(money))
