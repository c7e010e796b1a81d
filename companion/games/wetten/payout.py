"""Phase 5: payouts of bets, limits of the bank, and gifts for the next race."""

from collections.abc import Sequence
from dataclasses import replace

from companion.games.types import Seat
from companion.games.wetten.constants import FIRST_ODDS, PRO_TIMES, SECOND_ODDS
from companion.games.wetten.events import Line, Which
from companion.games.wetten.moves import Pair, Single


def odds(slip: Which, pair: Pair, double: Pair | None) -> int:
    """First slip 4, second slip 2; `double` is the bet on the first slip whose odds were doubled."""
    if slip == "second":
        return SECOND_ODDS
    return FIRST_ODDS * PRO_TIMES if pair == double else FIRST_ODDS


def settle_slip(
    seat: Seat, slip: Which, bets: Sequence[Single], double: Pair | None, places: Sequence[int]
) -> tuple[Line, ...]:
    """Compare the bets of one slip with the places of horses 1 to 4.

    A right bet earns its stake × odds. All who share a place have it; a bet on a vacant place is lost.
    """
    return tuple(_line(seat, slip, row, bet, odds(slip, bet.pair, double), places) for row, bet in enumerate(bets))


def _line(seat: Seat, slip: Which, row: int, bet: Single, odds: int, places: Sequence[int]) -> Line:
    came = places[bet.horse - 1]
    due = bet.stake * odds if came == bet.place else 0
    return Line(seat, slip, row, bet, odds, came, vacant=bet.place not in places, due=due, amount=due)


def limit_to_bank(lines: Sequence[Line], bank: int) -> tuple[Line, ...]:
    """Return all lines, in their order, with what the bank really pays.

    If it cannot pay everything, it pays in rising amount until it is empty. Decided: equal amounts in seating order,
    the second slip before the first, then in the slip's order; the last one gets the rest.
    """
    rising = sorted(lines, key=lambda line: (line.due, line.seat, line.slip == "first", line.row))
    amounts: dict[Line, int] = {}
    for line in rising:
        amounts[line] = min(line.due, bank)
        bank -= amounts[line]
    return tuple(replace(line, amount=amounts[line]) for line in lines)


def gifts(money: Sequence[int], bank: int, stake: int) -> tuple[int, ...]:
    """Give players with nothing left the next race's minimum stake.

    Decided: in seating order, as far as the bank goes.
    """
    given = []
    for left in money:
        gift = min(stake, bank) if left == 0 else 0
        given.append(gift)
        bank -= gift
    return tuple(given)
