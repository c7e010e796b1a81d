"""A number of a game that was played, changed wherever it stands: then what is drawn from it must be another."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from typing import Any

from companion.table.model.player_view import PlayerView

LEFT_OUT = ("reveals", "discards")
MARK = 7013
"""What is added: no game has so much that the sum stands anywhere already."""


@dataclass(frozen=True)
class Leaf:
    """A number: in which object, and by which names and places there. `kind` is the same for all of its like."""

    owner: Any
    path: tuple[str | int, ...]
    value: int

    @property
    def kind(self) -> str:
        """Such as RoundPaid.paid."""
        return ".".join([type(self.owner).__name__, *(key for key in self.path if isinstance(key, str))])

    def alike(self, other: "Leaf") -> bool:
        """Whether a number in an object of another kind is as large and called the same: a place, the places."""
        names = {str(self.path[0]).rstrip("s"), str(other.path[0]).rstrip("s")}
        return self.value == other.value and len(names) == 1 and type(self.owner) is not type(other.owner)

    def changed(self) -> Any:
        """Its object with another number."""
        return _put(self.owner, self.path, self.value + MARK)


@cache
def _parts(kind: type) -> tuple[str, ...]:
    """The fields that an object of a kind is made from: none where it is no dataclass."""
    return tuple(field.name for field in fields(kind) if field.init) if is_dataclass(kind) else ()


def leaves(thing: Any) -> Iterator[Leaf]:
    """All numbers in a thing and in what it holds, each in the innermost object that it is a part of."""
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
    """A thing in which another object stands wherever the old one stood."""
    if thing is old:
        return new
    return _rebuilt(thing, lambda part, _: exchanged(part, old, new))


def with_number_changed(player_view: PlayerView, leaf: Leaf) -> PlayerView:
    """A chair from which another number is seen, in the state and in what was told."""
    new = leaf.changed()
    state, played = (exchanged(thing, leaf.owner, new) for thing in (player_view.state, player_view.played))
    return replace(player_view, state=state, played=played)


def numbers(told: object) -> set[int]:
    """All numbers in a result, however deep."""
    if isinstance(told, Mapping):
        return {number for value in told.values() for number in numbers(value)}
    if isinstance(told, list | tuple):
        return {number for value in told for number in numbers(value)}
    return {told} if type(told) is int else set()


def shows(text: str, number: int) -> bool:
    """Whether a number stands in a text, as a game writes it."""
    return any(told.replace("-", "−") in text for told in (str(number), f"{number:,}"))


def with_kind_changed(player_view: PlayerView, kind: str) -> PlayerView:
    """A chair from which all numbers of a kind are seen larger."""
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
    """A thing made of other parts, each told with its field's name; the thing itself where they are all the same."""
    if type(thing) is tuple:
        parts = tuple(other(part, "") for part in thing)
        return parts if any(part is not before for part, before in zip(parts, thing, strict=True)) else thing
    was = {name: getattr(thing, name) for name in _parts(thing.__class__)}
    now = {name: part for name, before in was.items() if (part := other(before, name)) is not before}
    return replace(thing, **now) if now else thing
