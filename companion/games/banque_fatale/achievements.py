"""Achievements, highlights and charts of a game of Banque Fatale."""

from collections.abc import Iterator

from companion.games.achievements import Achievement, GameAchievements
from companion.games.banque_fatale.constants import COLOURS, FIRST_VALUE, Colour
from companion.games.banque_fatale.state import Round, State


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


def score_history(state: State) -> tuple[tuple[int, ...], ...]:
    """Return each seat's cash before round 1 and after each round, and its wealth at the end."""
    wealth = [tuple(final.wealth for final in state.accounts)] if state.accounts else []
    rounds = [(0,) * state.players, *(round_.cash for round_ in state.finished), *wealth]
    return tuple(zip(*rounds, strict=True))


def value_history(state: State) -> dict[Colour, tuple[int, ...]]:
    """Return each colour's value before round 1 and after each round with open bids."""
    rounds = [(FIRST_VALUE,) * len(COLOURS), *(round_.values for round_ in state.rounds)]
    return dict(zip(COLOURS, zip(*rounds, strict=True), strict=True))


ACHIEVEMENTS = GameAchievements(
    collect=collect,
    best={"sale": "most", "extra": "most", "bargain": "least", "vain": "most", "fall": "most"},
    shown=("sale", "extra", "fall", "vain", "bargain"),
    favourite="bid",
    starter=lambda state: state.rounds[0].auction.start if state.rounds else None,
)
