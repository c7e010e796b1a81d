"""Form of a move, as the page of each game sends it."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.games import GAMES
from companion.games.banque_fatale import moves as banque_fatale
from companion.games.banque_fatale.constants import COLOURS
from companion.games.types import Chance, Seat, format_for_record
from companion.games.vabanque import moves as vabanque
from companion.games.vabanque.presentation import hand
from companion.games.wetten import moves as wetten

Form = dict[str, object]


def form_of(slug: str, state: Any, seat: Seat | None, move: Any, draws: Chance) -> Form:
    """The fields of a move. `draws` are those of the table: a hidden card is named by its place in the hand."""
    if slug in FORMS:
        return FORMS[slug](state, seat, move, draws)
    return filled_out(GAMES[slug].write(move)) | ({} if seat is None else {"seat": seat})


def filled_out(line: Mapping[str, object]) -> Form:
    """Fields of a plain form for a line of a record; each item of a list is a field."""
    sent: Form = {}
    for key, value in line.items():
        places = enumerate(value, 1) if isinstance(value, list) else ()
        sent |= {f"{key}-{place}": format_for_record(one) for place, one in places} or {key: format_for_record(value)}
    return sent


def _vabanque(state: Any, seat: Seat | None, move: vabanque.Move, draws: Chance) -> Form:
    match move:
        case vabanque.Start(casino):
            return {"do": "start", "table": casino, "seat": seat}
        case vabanque.Chip(casino):
            return {"do": "chip", "table": casino}
        case vabanque.Chips(counts):
            return {"do": "chips"} | {f"table-{casino}": count for casino, count in counts}
        case vabanque.Lay(card, casino) if seat is not None:
            return {"do": "card", "place": hand(state, seat, draws).cards.index(card) + 1, "table": casino}
        case vabanque.Step(steps):
            return {"do": "move", "steps": steps}
    raise ValueError(move)


def _banque_fatale(_state: Any, seat: Seat | None, move: banque_fatale.Move, _draws: Chance) -> Form:
    match move:
        case banque_fatale.Start():
            return {"do": "start", "seat": seat}
        case banque_fatale.Bid(tokens):
            return {"do": "bid", **dict(zip(COLOURS, tokens, strict=True))}
    return banque_fatale.MOVES.write(move)


def _wetten(_state: Any, _seat: Seat | None, move: wetten.Move, _draws: Chance) -> Form:
    match move:
        case wetten.Bet(slip):
            return {"do": "bet", **_grid(slip)}
        case wetten.SecondBet(slip, double):
            return {"do": "second-bet", **_grid(slip), "open": f"{double[0]}-{double[1]}" if double else ""}
        case wetten.RaceCard(numbers):
            return {"do": "race-card"} | {f"move-{horse}": numbers[horse - 1] for horse in wetten.EVERY}
    return wetten.MOVES.write(move)


def _grid(slip: wetten.Slip) -> Form:
    """A row a horse, a column a place, in thousands."""
    stakes = {} if isinstance(slip.bets, str) else {bet.pair: bet.stake // 1000 for bet in slip.bets}
    return {
        f"stake-{horse}-{place}": stakes.get((horse, place), "") for horse in wetten.EVERY for place in wetten.EVERY
    }


FORMS: dict[str, Callable[[Any, Seat | None, Any, Chance], Form]] = {
    "vabanque": _vabanque,
    "banque_fatale": _banque_fatale,
    "wetten": _wetten,
}
