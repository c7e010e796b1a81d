"""Public events of Vabanque. `templates/vabanque` has their sentences."""

from dataclasses import dataclass, field
from typing import Literal

from companion.games.types import GameEvent, Seat
from companion.games.vabanque.moves import Card

Source = Literal["pawn", "trap"]


@dataclass(frozen=True, slots=True)
class Laid:
    """A card at a casino table. `ply` is the number of its move, from the start of the game."""

    seat: Seat
    casino: int
    card: Card
    ply: int = field(repr=False)


@dataclass(frozen=True, slots=True)
class Line:
    """The payout of one pawn or trap at a casino table, zero included.

    `rivals` of a pawn are the other players whose traps lie there, so it earns nothing. `rivals` of a trap are the
    other players whose pawns stand there; it earns the value for each.
    """

    seat: Seat
    source: Source
    amount: int
    rivals: tuple[Seat, ...]


@dataclass(frozen=True, kw_only=True)
class Begun(GameEvent):
    """All pawns stand: the start player's where they chose, each next one two casino tables further."""

    order: tuple[Seat, ...]
    pawns: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Placed(GameEvent):
    """Chips on casino tables, by one seat or, if seat is None, by one person for all."""

    seat: Seat | None
    chips: int
    counts: tuple[tuple[int, int], ...]


@dataclass(frozen=True, kw_only=True)
class FaceDown(GameEvent):
    """A card was laid. Its kind is not in here."""

    seat: Seat
    casino: int

    @property
    def conceals(self) -> bool:
        return True


@dataclass(frozen=True, kw_only=True)
class Moved(GameEvent):
    """A pawn has moved to another casino table, or stayed."""

    seat: Seat
    origin: int
    casino: int


@dataclass(frozen=True, kw_only=True)
class CasinoPaid(GameEvent):
    """The payout of a casino table with a pawn (phase 4). `value` and amounts are in single units."""

    paged = True
    casino: int
    chips: int
    cards: tuple[Laid, ...]
    raises: int
    value: int
    lines: tuple[Line, ...]


@dataclass(frozen=True, kw_only=True)
class RoundPaid(GameEvent):
    """All casino tables of a round are paid. Its page also shows the new order."""

    paged = True
    totals = True
    round: int
    paid: tuple[int, ...]
    money: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class NewOrder(GameEvent):
    """The richest first; seats with equal money (`ties`, in the new order) are reversed (phase 5)."""

    round: int
    order: tuple[Seat, ...]
    ties: tuple[tuple[Seat, ...], ...]


@dataclass(frozen=True, kw_only=True)
class GameOver(GameEvent):
    """The game is over. The most money wins; equals share the victory."""

    winners: tuple[Seat, ...]
