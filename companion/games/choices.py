"""Possible values of house rules and of form fields, and reading which was chosen."""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from companion.games.types import Choices, InvalidMove, PendingDecision, Seat, digits, integer, one_of, spelled


class IntRange(tuple[int, ...]):
    """All whole numbers from low to high, the default first. A form shows them with + and −; low may be negative."""

    __slots__ = ()

    def __new__(cls, default: int, low: int, high: int) -> "IntRange":
        """The default, then all others."""
        return super().__new__(cls, (default, *(number for number in range(low, high + 1) if number != default)))

    @property
    def low(self) -> int:
        """The lowest."""
        return min(self)

    @property
    def high(self) -> int:
        """The highest."""
        return max(self)


class Several(tuple[Sequence[object], ...]):
    """A field whose value is a list: the possible values of each place. The form has controls `key-1`, `key-2`, ….

    The record line has the whole list under `key`. `play` checks which values go together, and sorts where the order
    means nothing.
    """

    __slots__ = ()
    seats: ClassVar[bool] = False

    @property
    def places(self) -> Sequence[tuple[int, Sequence[object]]]:
        """Each place's number, counted from 1, with its values."""
        return tuple(enumerate(self, start=1))


class EachSeat(Several):
    """A list with one place for each seat, in order. The form shows names."""

    __slots__ = ()
    seats: ClassVar[bool] = True


def choose(given: Mapping[str, object], choices: Choices) -> dict[str, object]:
    """A game's options with the defaults filled in. Raises InvalidMove."""
    for key in given:
        if key not in choices:
            raise InvalidMove("unknown-option", key=key, expected=", ".join(choices))
    return {key: _chosen(given[key], key, values) if key in given else values[0] for key, values in choices.items()}


def _chosen(value: object, key: str, values: Sequence[object]) -> object:
    if isinstance(values, IntRange):
        return integer(value, key, values.low, values.high)
    return one_of(value, key, values)


def typed(fields: Mapping[str, str], choices: Choices) -> dict[str, object]:
    """The values chosen in a form. Raises InvalidMove."""
    return {key: _filled(fields, key, values) for key, values in choices.items()}


def agreed(fields: Mapping[str, str], choices: Choices) -> dict[str, object]:
    """The values chosen in a form, or their defaults. Raises InvalidMove."""
    return typed({key: spelled(values[0]) for key, values in choices.items()} | dict(fields), choices)


def _filled(fields: Mapping[str, str], key: str, values: Sequence[object]) -> object:
    if isinstance(values, Several):
        return [_filled(fields, f"{key}-{place}", each) for place, each in values.places]
    return _typed(fields.get(key), key, values)


def as_long(choices: Choices, fields: Mapping[str, str]) -> Choices:
    """The same choices, each list cut after the last place that the form has."""
    return {
        key: _so_far(values, key, fields) if isinstance(values, Several) else values for key, values in choices.items()
    }


def _so_far(values: Several, key: str, fields: Mapping[str, str]) -> Several:
    last = max((place for place, _ in values.places if f"{key}-{place}" in fields), default=len(values))
    return Several(values[:last])


def _typed(text: str | None, key: str, values: Sequence[object]) -> object:
    if isinstance(values, IntRange):
        return digits(text, key, values.low, values.high)
    for value in values:
        if spelled(value) == text:
            return value
    raise InvalidMove("not-one-of", key=key, expected=", ".join(map(spelled, values)))


def filled_in(asks: Iterable[PendingDecision], seat: Seat | None, fields: Mapping[str, str]) -> dict[str, object]:
    """The record line of a move, from the plain form of its ask. Raises InvalidMove."""
    own = {ask.do: ask.fields for ask in asks if ask.seat == seat}
    do = str(one_of(fields.get("do"), "do", tuple(own)))
    return {"do": do, **typed(fields, own[do])}
