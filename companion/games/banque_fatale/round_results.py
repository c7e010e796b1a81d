"""Finished rounds as the record's *Result* lists them, with names instead of seats."""

from collections.abc import Mapping, Sequence

from companion.games.banque_fatale.constants import COLOURS
from companion.games.banque_fatale.events import ExtraPaid
from companion.games.banque_fatale.state import Round, State

Names = Sequence[str]


def rounds(state: State, names: Names) -> list[dict[str, object]]:
    return [_round(round_, names) for round_ in state.finished]


def _round(round_: Round, names: Names) -> dict[str, object]:
    auction, sold = round_.auction, round_.sold
    return {
        "round": round_.number,
        "start": names[auction.start],
        "card": auction.card,
        "winner": names[auction.winner],
        "bids": {name: dict(bid) for name, bid in zip(names, auction.bids, strict=True)},
        "values": dict(zip(COLOURS, round_.values, strict=True)),
        "extra": _extra(round_.extras, names),
        "sold": sold and {"player": names[sold.seat], "card": sold.price.card, "price": sold.price.total},
        "cash": dict(zip(names, round_.cash, strict=True)),
    }


def _extra(extras: Sequence[ExtraPaid], names: Names) -> Mapping[str, int]:
    lines = [line for extra in extras for line in extra.lines]
    paid = {name: sum(line.amount for line in lines if line.seat == seat) for seat, name in enumerate(names)}
    return {name: amount for name, amount in paid.items() if amount}
