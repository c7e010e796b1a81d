"""Achievements of a game of Banque Fatale."""

from collections.abc import Iterator

from companion.games.achievements import Achievement, GameAchievements
from companion.games.banque_fatale.state import Round, State
from companion.games.types import Seat


def collect(state: State) -> Iterator[Achievement]:
    """Bids, won and lost auctions, extra payouts, falling colours and sales, round by round.

    Amounts: millions for `sale` and `extra`; tokens of one colour for `bid`; all tokens bid for `bargain` (a won card)
    and `vain` (a lost one); steps for `fall`. `what` is the card or the colour.
    """
    for round_ in state.rounds:
        yield from _auction(round_)
        for extra in round_.extras:
            for line in extra.lines:
                yield Achievement("extra", round_.number, line.amount, line.seat, extra.colour, line.piques)
        for step in round_.changes.steps:
            if step.before > step.after:
                yield Achievement("fall", round_.number, step.before - step.after, None, step.colour)
        if round_.sold is not None:
            yield Achievement("sale", round_.number, round_.sold.price.total, round_.sold.seat, round_.sold.price.card)


def _auction(round_: Round) -> Iterator[Achievement]:
    auction = round_.auction
    for seat, (bid, size) in enumerate(zip(auction.bids, auction.sizes, strict=True)):
        for colour, tokens in bid:
            yield Achievement("bid", round_.number, tokens, seat, colour)
        if seat == auction.winner:
            yield Achievement("bargain", round_.number, size, seat, auction.card)
        elif size:
            yield Achievement("vain", round_.number, size, seat, auction.card)


def starter(state: State) -> Seat | None:
    return state.rounds[0].auction.start if state.rounds else None


ACHIEVEMENTS = GameAchievements(
    collect=collect,
    best={"sale": "most", "extra": "most", "bargain": "least", "vain": "most", "fall": "most"},
    favourite="bid",
    starter=starter,
)
