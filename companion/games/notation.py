"""The format of moves in the record. Each move is declared once; reading, writing and forms follow from it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from companion.games.choices import IntRange, parse_choices
from companion.games.types import HIDDEN, Choices, InvalidMove, check_choice, check_integer

M = TypeVar("M")

Action = Mapping[str, object]
"""A record line without its player."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a move: its keys in the record line, its parser and its formatter.

    `choices`: controls of the plain form. `optional`: None if it is missing.
    """

    keys: Callable[[Action], tuple[str, ...]]
    read: Callable[[Action], object]
    write: Callable[[Any], Action]
    choices: Choices = field(default_factory=dict)
    optional: bool = False

    def parse(self, action: Action) -> object:
        """Raises InvalidMove."""
        return None if self.optional and not action.keys() & {*self.keys(action)} else self.read(action)

    def format(self, value: object) -> Action:
        return {} if self.optional and value is None else self.write(value)


def custom_field(
    key: str,
    read: Callable[[object], object],
    write: Callable[[Any], object] = lambda value: value,
    *,
    values: Sequence[object] = (),
    secret: bool = False,
    optional: bool = False,
) -> Field:
    """Make a field with one key, if neither `number` nor `word` fits.

    `values`: its possible values in a form. `secret`: it may also be HIDDEN. `optional`: None if it is missing, for
    house rules. Two secrets that are turned up at different times belong to different moves.
    """

    def parse(value: object) -> object:
        return HIDDEN if secret and value == HIDDEN else read(value)

    def format_value(value: object) -> Action:
        return {key: HIDDEN if secret and value == HIDDEN else write(value)}

    return Field(
        lambda _: (key,), lambda action: parse(action[key]), format_value, {key: values} if values else {}, optional
    )


def number(key: str, low: int, high: int, *, secret: bool = False) -> Field:
    """Make a field for a whole number from low to high."""
    return custom_field(
        key, lambda value: check_integer(value, key, low, high), values=IntRange(low, low, high), secret=secret
    )


def word(key: str, values: Sequence[str], *, secret: bool = False) -> Field:
    """Make a field for one of several words."""
    expected = (*values, HIDDEN) if secret else values
    return custom_field(key, lambda value: check_choice(value, key, expected), values=values)


class MoveFormat(Generic[M]):
    """A move's word, class and fields, in the order of the class. `seated`: one player makes it, not the table."""

    def __init__(self, do: str, move: Callable[..., M], *fields: Field, seated: bool = True) -> None:
        self.do = do
        self.move = move
        self.fields = fields
        self.seated = seated
        self.choices: Choices = {key: values for one in fields for key, values in one.choices.items()}

    def read(self, action: Action) -> M:
        """Parse an action. Raises InvalidMove."""
        self._check(action)
        return self.move(*(one.parse(action) for one in self.fields))

    def _check(self, action: Action) -> None:
        """Refuse unknown and missing keys."""
        needed = [key for one in self.fields if not one.optional for key in one.keys(action)]
        possible = [*needed, *(key for one in self.fields if one.optional for key in one.keys(action))]
        expected = ", ".join(("do", *(("player",) if self.seated else ()), *possible))
        for key in action:
            if key not in ("do", *possible):
                raise InvalidMove("unknown-key", key=key, expected=expected)
        for key in needed:
            if key not in action:
                raise InvalidMove("missing-key", key=key, expected=expected)

    def write(self, move: M) -> dict[str, object]:
        values = [getattr(move, name) for name in type(move).__match_args__]  # type: ignore[attr-defined]  # a dataclass
        parts = [one.format(value) for one, value in zip(self.fields, values, strict=True)]
        return {"do": self.do} | {key: value for action in parts for key, value in action.items()}


class MoveFormats(Generic[M]):
    """The formats of all moves of a game."""

    def __init__(self, *spellings: MoveFormat[M]) -> None:
        self._by_word = {one.do: one for one in spellings}
        self._by_move = {one.move: one for one in spellings}

    def _of(self, move: M) -> MoveFormat[M]:
        return self._by_move[type(move)]

    def _named(self, action: Action) -> MoveFormat[M]:
        do = action.get("do")
        if isinstance(do, str) and do in self._by_word:
            return self._by_word[do]
        raise InvalidMove(
            "not-one-of" if "do" in action else "missing-value", key="do", expected=", ".join(self._by_word)
        )

    def read(self, action: Action) -> M:
        """Parse a record line without its player. Raises InvalidMove."""
        return self._named(action).read(action)

    def write(self, move: M) -> dict[str, object]:
        """Format a move as a record line without its player."""
        return self._of(move).write(move)

    def seated(self, move: M) -> bool:
        return self._of(move).seated

    def parse_form(self, form: Mapping[str, str]) -> M:
        """Parse a plain form. `play` checks the length of lists. Raises InvalidMove."""
        spelling = self._named(form)
        return spelling.read({"do": spelling.do, **parse_choices(form, spelling.choices)})
