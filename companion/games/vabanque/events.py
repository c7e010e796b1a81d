"""What everybody at a table of Vabanque comes to know. Words for it are in `templates/vabanque`."""

from dataclasses import dataclass, field
from typing import Literal

from companion.games.types import GameEvent, Seat
from companion.games.vabanque.moves import Card

Source = Literal["pawn", "trap"]


@dataclass(frozen=True, slots=True)
class Laid:
    """A card at a casino table. `ply` counts the moves before it, from the start of the game."""

    seat: Seat
    casino: int
    card: Card
    ply: int = field(repr=False)


@dataclass(frozen=True, slots=True)
class Line:
    """What one pawn or one trap earns at a casino table, also where it is nothing.

    `rivals` tells why: for a pawn the other players whose traps lie there (then it earns nothing), for a trap
    the other players whose pawns stand there (it earns the value for each).
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
    """Chips on casino tables, by one seat or, where seat is None, by the table's keeper for all."""

    seat: Seat | None
    chips: int
    counts: tuple[tuple[int, int], ...]


@dataclass(frozen=True, kw_only=True)
class FaceDown(GameEvent):
    """A card was laid. Which one is not in here."""

    seat: Seat
    casino: int

    @property
    def conceals(self) -> bool:
        """Where it was laid is said with the card."""
        return True


@dataclass(frozen=True, kw_only=True)
class Moved(GameEvent):
    """A pawn stands on another casino table, or stays."""

    seat: Seat
    origin: int
    casino: int


@dataclass(frozen=True, kw_only=True)
class CasinoPaid(GameEvent):
    """The payout of one casino table with a pawn (phase 4). `value` and amounts are in single units of money."""

    paged = True
    casino: int
    chips: int
    cards: tuple[Laid, ...]
    raises: int
    value: int
    lines: tuple[Line, ...]


@dataclass(frozen=True, kw_only=True)
class RoundPaid(GameEvent):
    """All casino tables of a round are paid out: what each seat got, and has now. Its page shows the new order too."""

    paged = True
    totals = True
    round: int
    paid: tuple[int, ...]
    money: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class NewOrder(GameEvent):
    """Richest first; seats with equal money (`ties`, each in the new order) stand turned round (phase 5)."""

    round: int
    order: tuple[Seat, ...]
    ties: tuple[tuple[Seat, ...], ...]


@dataclass(frozen=True, kw_only=True)
class GameOver(GameEvent):
    """Most money wins, equals share the victory."""

    winners: tuple[Seat, ...]
