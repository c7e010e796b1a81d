"""Possible values of house rules and form fields, and parsing of the chosen ones."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from companion.games.types import (
    Choices,
    InvalidMove,
    PendingDecision,
    Seat,
    check_choice,
    check_integer,
    format_for_record,
    parse_integer,
)


class IntRange(tuple[int, ...]):
    """All whole numbers from low to high, the default first. Forms show + and −; low may be negative."""

    __slots__ = ()

    def __new__(cls, default: int, low: int, high: int) -> "IntRange":
        return super().__new__(cls, (default, *(number for number in range(low, high + 1) if number != default)))

    @property
    def low(self) -> int:
        return min(self)

    @property
    def high(self) -> int:
        return max(self)


class FreeText(tuple[str, ...]):
    """Any text of at most `most` characters; `texts` are suggestions, the default first.

    `check` raises InvalidMove for a text that is not possible.
    """

    most: int
    check: Callable[[str], object]

    def __new__(cls, *texts: str, most: int, check: Callable[[str], object] = str) -> "FreeText":
        made = super().__new__(cls, texts)
        made.most, made.check = most, check
        return made

    def parse(self, text: object, key: str) -> str:
        """Check a text. Raises InvalidMove."""
        if not isinstance(text, str):
            raise InvalidMove("missing-value", key=key, expected=key)
        if len(text) > self.most:
            raise InvalidMove("long-text", key=key, most=self.most)
        self.check(text)
        return text


def resolve_options(given: Mapping[str, object], choices: Choices) -> dict[str, object]:
    """Check a game's options and fill in the defaults. Raises InvalidMove."""
    for key in given:
        if key not in choices:
            raise InvalidMove("unknown-option", key=key, expected=", ".join(choices))
    chosen: dict[str, object] = {}
    for key, values in choices.items():
        value = given.get(key, values[0])
        if isinstance(values, IntRange):
            chosen[key] = check_integer(value, key, values.low, values.high)
        elif isinstance(values, FreeText):
            chosen[key] = values.parse(value, key)
        else:
            chosen[key] = check_choice(value, key, values)
    return chosen


def parse_choices(fields: Mapping[str, str], choices: Choices) -> dict[str, object]:
    """Parse the values chosen in a form. Raises InvalidMove."""
    return {key: _parse_choice(fields.get(key), key, values) for key, values in choices.items()}


def parse_choices_or_defaults(fields: Mapping[str, str], choices: Choices) -> dict[str, object]:
    """Parse the values chosen in a form; missing ones get their default. Raises InvalidMove."""
    return parse_choices({key: format_for_record(values[0]) for key, values in choices.items()} | dict(fields), choices)


def _parse_choice(text: str | None, key: str, values: Sequence[object]) -> object:
    if isinstance(values, IntRange):
        return parse_integer(text, key, values.low, values.high)
    if isinstance(values, FreeText):
        return values.parse(text, key)
    for value in values:
        if format_for_record(value) == text:
            return value
    raise InvalidMove("not-one-of", key=key, expected=", ".join(map(format_for_record, values)))


def parse_decision_form(
    asks: Iterable[PendingDecision], seat: Seat | None, fields: Mapping[str, str]
) -> dict[str, object]:
    """Parse the plain form of a pending decision into a record line. Raises InvalidMove."""
    own = {ask.do: ask.fields for ask in asks if ask.seat == seat}
    do = str(check_choice(fields.get("do"), "do", tuple(own)))
    return {"do": do, **parse_choices(fields, own[do])}
