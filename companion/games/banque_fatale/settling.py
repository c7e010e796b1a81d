"""Arithmetic of auctions, values and payouts."""

from collections.abc import Iterable, Sequence

from companion.games.banque_fatale.constants import (
    COLOURS,
    EXTRA,
    FALL,
    FIRST_VALUE,
    LEAST_TO_RISE,
    LOWEST,
    PIQUES,
    RISE,
    TOKEN_WORTH,
    Card,
    Colour,
)
from companion.games.banque_fatale.events import Account, AuctionWon, ExtraPaid, Line, Price, Step, ValuesSet
from companion.games.banque_fatale.tokens import Tokens, add_up, name_colours
from companion.games.types import Seat

Values = tuple[int, ...]
"""The value of each colour, in the order of the colours."""

Hands = Sequence[Sequence[Card]]
"""The cards before each seat."""


def clockwise(start: Seat, players: int) -> tuple[Seat, ...]:
    """List all seats, beginning with this one."""
    return tuple((start + further) % players for further in range(players))


def decide_auction(
    round_: int, start: Seat, card: Card, bids: Sequence[Tokens], opens: tuple[int, ...] = ()
) -> AuctionWon:
    """The most tokens win; among equals the first one clockwise from the start player (phase 1).

    Decided: if nobody bids a token, all are equal and the start player wins.
    """
    sizes = tuple(map(sum, bids))
    equals = tuple(seat for seat in clockwise(start, len(bids)) if sizes[seat] == max(sizes))
    return AuctionWon(
        round=round_,
        start=start,
        card=card,
        bids=tuple(map(name_colours, bids)),
        sizes=sizes,
        equals=equals,
        winner=equals[0],
        reveals=opens,
    )


def change_values(round_: int, values: Values, bids: Iterable[Tokens]) -> ValuesSet:
    """Compute each colour's step from the number of tokens bid (phase 2)."""
    counts = add_up(bids)
    most = max(counts)
    steps = tuple(map(_step, COLOURS, counts, values, [most] * len(COLOURS)))
    return ValuesSet(round=round_, most=most, steps=steps)


def _step(colour: Colour, tokens: int, before: int, most: int) -> Step:
    """Decided: if three or more colours have the most tokens, all of them rise."""
    if tokens == 0:
        return Step(colour, tokens, before, LOWEST, "none")
    if tokens == 1:
        return Step(colour, tokens, before, max(before - FALL, LOWEST), "single")
    if tokens == most and tokens >= LEAST_TO_RISE:
        return Step(colour, tokens, before, before + RISE, "most")
    return Step(colour, tokens, before, before, "other")


def pay_extra(round_: int, colour: Colour, value: int, hands: Hands) -> ExtraPaid:
    """Pay the holders of a colour over 10, in seating order (phase 2).

    Decided: the card just won counts; a colour without a holder goes back all the same.
    """
    each = EXTRA[value]
    lines = tuple(_line(seat, colour, each, cards) for seat, cards in enumerate(hands))
    return ExtraPaid(
        round=round_,
        colour=colour,
        value=value,
        each=each,
        lines=tuple(line for line in lines if line.piques),
        back=FIRST_VALUE,
    )


def _line(seat: Seat, colour: Colour, each: int, cards: Sequence[Card]) -> Line:
    held = tuple((card, PIQUES[card].count(colour)) for card in cards if colour in PIQUES[card])
    piques = sum(count for _, count in held)
    return Line(seat, held, piques, piques * each)


def price_of(card: Card, values: Values) -> Price:
    """Add up the values of a card's piques (phase 3)."""
    piques = tuple((colour, values[COLOURS.index(colour)]) for colour in PIQUES[card])
    return Price(card, piques, sum(value for _, value in piques))


def settle_account(
    seat: Seat, cash: int, heap: Tokens, cards: Sequence[Card], values: Values, *, counts: bool
) -> Account:
    """Add up cash, tokens and cards. In the variation (`counts=False`) tokens are worth nothing."""
    prices = tuple(price_of(card, values) for card in cards)
    tokens, each = sum(heap), TOKEN_WORTH[counts]
    wealth = cash + tokens * each + sum(priced.total for priced in prices)
    return Account(seat=seat, cash=cash, tokens=tokens, each=each, cards=prices, wealth=wealth)
