"""Phases 4 and 5: payouts of casino tables, and the order of the next round."""

from collections.abc import Sequence

from companion.games.types import Seat
from companion.games.vabanque.constants import THOUSAND
from companion.games.vabanque.events import CasinoPaid, Laid, Line


def pay_casino(
    casino: int, chips: int, cards: Sequence[Laid], pawns: Sequence[Seat], order: Sequence[Seat]
) -> CasinoPaid:
    """Pay out one casino table.

    `chips` is the sum of the chips' values, `pawns` the seats whose pawns stand there. Lines are in the round's order,
    a player's pawn before their trap.
    Source: first edition, 4 a to c; newer edition, "Collecting your winnings".
    """
    raises = sum(laid.card == "raise" for laid in cards)
    value = chips * (1 + raises) * THOUSAND
    traps = [seat for seat in order if any(laid.card == "trap" and laid.seat == seat for laid in cards)]
    guests = [seat for seat in order if seat in pawns]
    lines = []
    for seat in order:
        if seat in guests:
            rivals = tuple(other for other in traps if other != seat)
            lines.append(Line(seat, "pawn", 0 if rivals else value, rivals))
        if seat in traps:
            rivals = tuple(other for other in guests if other != seat)
            lines.append(Line(seat, "trap", value * len(rivals), rivals))
    shown = sorted(cards, key=lambda laid: (order.index(laid.seat), laid.ply))
    opens = tuple(laid.ply for laid in shown)
    return CasinoPaid(
        casino=casino, chips=chips, cards=tuple(shown), raises=raises, value=value, lines=tuple(lines), reveals=opens
    )


def new_order(order: Sequence[Seat], money: Sequence[int]) -> tuple[Seat, ...]:
    """Sort the richest first, and equals in the reverse of the order just played (phase 5)."""
    return tuple(sorted(order, key=lambda seat: (-money[seat], -order.index(seat))))


def find_ties(order: Sequence[Seat], money: Sequence[int]) -> tuple[tuple[Seat, ...], ...]:
    """Group seats with the same money, each group in the given order."""
    groups = (tuple(seat for seat in order if money[seat] == sum_) for sum_ in dict.fromkeys(money[s] for s in order))
    return tuple(group for group in groups if len(group) > 1)
