"""One number of a played game is changed everywhere, so that whatever shows it must change too."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from typing import Any

from companion.table.model.player_view import PlayerView

LEFT_OUT = ("reveals", "discards")
MARK = 7013
"""The number to add; no page shows such sums otherwise."""


@dataclass(frozen=True)
class Leaf:
    """A number, by its object and its path there; `kind` is the same for all of its like."""

    owner: Any
    path: tuple[str | int, ...]
    value: int

    @property
    def kind(self) -> str:
        return ".".join([type(self.owner).__name__, *(key for key in self.path if isinstance(key, str))])

    def alike(self, other: "Leaf") -> bool:
        """Whether an object of another kind has the same number under the same name, such as place and places."""
        names = {str(self.path[0]).rstrip("s"), str(other.path[0]).rstrip("s")}
        return self.value == other.value and len(names) == 1 and type(self.owner) is not type(other.owner)

    def changed(self) -> Any:
        """Its object with another number."""
        return _put(self.owner, self.path, self.value + MARK)


@cache
def _parts(kind: type) -> tuple[str, ...]:
    """The fields that a dataclass is made from; none for other classes."""
    return tuple(field.name for field in fields(kind) if field.init) if is_dataclass(kind) else ()


def leaves(thing: Any) -> Iterator[Leaf]:
    """All numbers in an object, each with the innermost dataclass that holds it."""
    yield from _leaves(thing, None, ())


def _leaves(thing: Any, owner: Any, path: tuple[str | int, ...]) -> Iterator[Leaf]:
    if is_dataclass(thing):
        for field in fields(thing):
            if field.name not in LEFT_OUT:
                yield from _leaves(getattr(thing, field.name), thing, (field.name,))
    elif isinstance(thing, tuple):
        for place, part in enumerate(thing):
            yield from _leaves(part, owner, (*path, place))
    elif type(thing) is int and owner is not None:
        yield Leaf(owner, path, thing)


def _put(thing: Any, path: tuple[str | int, ...], value: int) -> Any:
    if not path:
        return value
    key, rest = path[0], path[1:]
    if isinstance(key, str):
        return replace(thing, **{key: _put(getattr(thing, key), rest, value)})
    return tuple(_put(part, rest, value) if place == key else part for place, part in enumerate(thing))


def exchanged(thing: Any, old: Any, new: Any) -> Any:
    """The object with `new` wherever `old` was."""
    if thing is old:
        return new
    return _rebuilt(thing, lambda part, _: exchanged(part, old, new))


def with_number_changed(player_view: PlayerView, leaf: Leaf) -> PlayerView:
    """The view with another number in its state and moves."""
    new = leaf.changed()
    state, played = (exchanged(thing, leaf.owner, new) for thing in (player_view.state, player_view.played))
    return replace(player_view, state=state, played=played)


def numbers(told: object) -> set[int]:
    if isinstance(told, Mapping):
        return {number for value in told.values() for number in numbers(value)}
    if isinstance(told, list | tuple):
        return {number for value in told for number in numbers(value)}
    return {told} if type(told) is int else set()


def shows(text: str, number: int) -> bool:
    """Whether a text shows the number as games write it."""
    return any(told.replace("-", "−") in text for told in (str(number), f"{number:,}"))


def with_kind_changed(player_view: PlayerView, kind: str) -> PlayerView:
    """The view with all numbers of a kind enlarged."""
    state, played = (_larger(thing, kind, "", ()) for thing in (player_view.state, player_view.played))
    return replace(player_view, state=state, played=played)


def _larger(thing: Any, kind: str, owner: str, names: tuple[str, ...]) -> Any:
    if type(thing) is int:
        return thing + MARK if ".".join((owner, *names)) == kind else thing
    if type(thing) is tuple:
        return _rebuilt(thing, lambda part, _: _larger(part, kind, owner, names))
    mine = type(thing).__name__
    return _rebuilt(thing, lambda part, name: part if name in LEFT_OUT else _larger(part, kind, mine, (name,)))


def _rebuilt(thing: Any, other: Callable[[Any, str], Any]) -> Any:
    """The object rebuilt from other parts, each found by its field's name; itself if no part changed."""
    if type(thing) is tuple:
        parts = tuple(other(part, "") for part in thing)
        return parts if any(part is not before for part, before in zip(parts, thing, strict=True)) else thing
    was = {name: getattr(thing, name) for name in _parts(thing.__class__)}
    now = {name: part for name, before in was.items() if (part := other(before, name)) is not before}
    return replace(thing, **now) if now else thing
