"""Movement and places of the horses (phases 2 and 4)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.games.types import Seat
from companion.games.wetten.constants import HORSES
from companion.games.wetten.events import Arrival, Reason, Stride
from companion.games.wetten.moves import Numbers


@dataclass(frozen=True, slots=True)
class Horse:
    """A horse on its field, 0 at the start; `place` is None until it arrives."""

    number: int
    field: int = 0
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Adjusted:
    """An action card on the table, and its player."""

    seat: Seat
    adjust: tuple[tuple[int, int], ...]


def starting_horses() -> tuple[Horse, ...]:
    return tuple(Horse(number) for number in range(1, len(HORSES) + 1))


def compute_strides(
    horses: Sequence[Horse], cards: Sequence[Numbers], adjusts: Sequence[Adjusted], track: int
) -> tuple[Stride, ...]:
    """Move the horses that have not arrived by one turn."""
    return tuple(_stride(horse, cards, adjusts, track) for horse in horses if horse.place is None)


def _stride(horse: Horse, cards: Sequence[Numbers], adjusts: Sequence[Adjusted], track: int) -> Stride:
    """Decided: a horse never moves backwards, counting the whole turn; the line lies behind the last field."""
    numbers = tuple(card[horse.number - 1] for card in cards)
    by = tuple((card.seat, by) for card in adjusts for number, by in card.adjust if number == horse.number)
    moved = max(0, sum(numbers) + sum(further for _, further in by))
    field = horse.field + moved
    return Stride(horse.number, numbers, by, moved, horse.field, field, arrived=field > track)


def rank_arrivals(strides: Sequence[Stride], earlier: int, track: int) -> tuple[Arrival, ...]:
    """Rank the horses that arrive in this turn. `earlier` counts those that arrived before.

    Further past the line is first; on the same field, the one that moved more. Equals share a place, and the places
    behind it that they would have filled stay empty.
    """
    came = [stride for stride in strides if stride.arrived]
    found = (_arrival(stride, came, earlier, track) for stride in came)
    return tuple(sorted(found, key=lambda arrival: (arrival.place, arrival.horse)))


def _arrival(stride: Stride, came: Sequence[Stride], earlier: int, track: int) -> Arrival:
    ahead = sum((other.field, other.moved) > (stride.field, stride.moved) for other in came)
    reason, rivals = _reason(stride, [other for other in came if other != stride])
    horses = tuple(rival.horse for rival in rivals)
    return Arrival(stride.horse, 1 + earlier + ahead, stride.field - track, stride.moved, reason, horses)


def _reason(stride: Stride, others: Sequence[Stride]) -> tuple[Reason, Sequence[Stride]]:
    level = [other for other in others if other.field == stride.field]
    equal = [other for other in level if other.moved == stride.moved]
    if equal:
        return "shared", equal
    if level:
        return "moved", level
    return ("past", others) if others else ("alone", ())


def move_horses(horses: Sequence[Horse], strides: Sequence[Stride], arrivals: Sequence[Arrival]) -> tuple[Horse, ...]:
    fields = {stride.horse: stride.field for stride in strides}
    places = {arrival.horse: arrival.place for arrival in arrivals}
    return tuple(
        replace(horse, field=fields.get(horse.number, horse.field), place=places.get(horse.number, horse.place))
        for horse in horses
    )
