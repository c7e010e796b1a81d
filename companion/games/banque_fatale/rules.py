"""The three phases of a round of Banque Fatale."""

from dataclasses import replace

from companion.games.banque_fatale.constants import COLOURS, EXTRA, FIRST_VALUE, Card, Colour
from companion.games.banque_fatale.events import (
    Begun,
    Dealt,
    GameOver,
    HandClosed,
    Kept,
    NewRound,
    Sold,
    Taken,
    UpForAuction,
)
from companion.games.banque_fatale.moves import Auction, Bid, Deal, Keep, Move, Sell, Start, Take
from companion.games.banque_fatale.settling import (
    change_values,
    clockwise,
    decide_auction,
    pay_extra,
    price_of,
    settle_account,
)
from companion.games.banque_fatale.state import Phase, Round, State
from companion.games.banque_fatale.tokens import add_up, name_colours, single_token, subtract
from companion.games.types import (
    HIDDEN,
    GameEvent,
    IllegalMove,
    PendingDecision,
    Seat,
    Unseen,
    replace_at,
    require_seat,
    require_turn,
    richest,
    wrong_phase,
)

Events = tuple[GameEvent, ...]


def asks(state: State) -> tuple[PendingDecision, ...]:
    """Ask all seats at once for first cards and bids, otherwise the seat whose turn it is."""
    match state.phase:
        case Phase.OVER:
            return ()
        case Phase.START:
            return tuple(PendingDecision("start", seat, "start") for seat in range(state.players))
        case Phase.DEAL:
            return tuple(
                PendingDecision("deal", seat, f"deal.{seat}") for seat, cards in enumerate(state.cards) if not cards
            )
        case Phase.AUCTION:
            return (PendingDecision("auction", state.turn, f"{state.round}.auction"),)
        case Phase.BIDS:
            open_ = (seat for seat in clockwise(state.start, state.players) if state.bids[seat] is None)
            return tuple(PendingDecision("bid", seat, f"{state.round}.bid.{seat}", hidden=True) for seat in open_)
        case Phase.TOKENS:
            return (PendingDecision("take", state.turn, f"{state.round}.tokens.left.{sum(state.middle)}"),)
        case Phase.SALE:
            keep = PendingDecision("keep", state.turn, f"{state.round}.sale.keep")
            sell = PendingDecision("sell", state.turn, f"{state.round}.sale.sell", waits=False)
            return (keep, sell) if state.for_sale else (keep,)


def forced(state: State) -> tuple[Seat, Move] | None:
    """Return the token to take if only one colour is left in the middle."""
    there = name_colours(state.middle) if state.phase is Phase.TOKENS else ()
    return (state.turn, Take(there[0][0])) if len(there) == 1 else None


def play(state: State, seat: Seat | None, move: Move) -> tuple[State, Events]:
    """Return the next state and its public events. Raises IllegalMove."""
    seat = require_seat(seat)
    match state.phase, move:
        case Phase.START, Start():
            after, events = _begin(state, seat)
        case Phase.DEAL, Deal(card):
            after, events = _deal(state, seat, card)
        case Phase.AUCTION, Auction(card):
            after, events = _auction(state, require_turn(seat, state.turn, state.phase), card)
        case Phase.BIDS, Bid():
            after, events = _bid(state, seat, move)
        case Phase.TOKENS, Take(token):
            after, events = _take(state, require_turn(seat, state.turn, state.phase), token)
        case Phase.SALE, Sell(card):
            after, events = _sell(state, require_turn(seat, state.turn, state.phase), card)
        case Phase.SALE, Keep():
            after, events = _end_round(state, Kept(seat=require_turn(seat, state.turn, state.phase)))
        case _:
            raise wrong_phase(state.phase, round=state.round)
    return replace(after, ply=state.ply + 1), events


def _begin(state: State, seat: Seat) -> tuple[State, Events]:
    return replace(state, phase=Phase.DEAL, start=seat), (Begun(start=seat),)


def _deal(state: State, seat: Seat, card: Card) -> tuple[State, Events]:
    if state.cards[seat]:
        raise IllegalMove("dealt-already", player=seat, card=state.cards[seat][0])
    _check_unseen(state, card)
    cards = replace_at(state.cards, seat, (card,))
    phase = Phase.AUCTION if all(cards) else Phase.DEAL
    after = replace(state, phase=phase, cards=cards, seen=(*state.seen, card))
    return after, (Dealt(seat=seat, card=card),)


def _check_unseen(state: State, card: Card) -> None:
    if card in state.seen:
        raise IllegalMove("card-gone", card=card)


def _auction(state: State, seat: Seat, card: Card) -> tuple[State, Events]:
    _check_unseen(state, card)
    after = replace(state, phase=Phase.BIDS, seen=(*state.seen, card))
    return after, (UpForAuction(round=state.round, seat=seat, card=card),)


def _bid(state: State, seat: Seat, bid: Bid) -> tuple[State, Events]:
    if state.bids[seat] is not None:
        raise IllegalMove("bid-already", player=seat)
    if bid.tokens != HIDDEN:
        for colour, held, given in zip(COLOURS, state.tokens[seat], bid.tokens, strict=True):
            if given > held:
                raise IllegalMove("tokens-short", player=seat, colour=colour, held=held, short=given - held)
    after, closed = replace(state, bids=replace_at(state.bids, seat, bid)), HandClosed(seat=seat)
    if None in after.bids:
        return after, (closed,)
    after, events = _open_hands(after)
    return after, (closed, *events)


def _open_hands(state: State) -> tuple[State, Events]:
    """Decide the auction (phase 1), change the values and pay extras (phase 2)."""
    bids = []
    for seat, bid in enumerate(state.bids):
        if bid is None or bid.tokens == HIDDEN:
            raise Unseen("hidden", player=seat)
        bids.append(bid.tokens)
    opens = tuple(range(state.ply + 1 - state.players, state.ply + 1))  # bids are consecutive moves
    won = decide_auction(state.round, state.start, state.seen[-1], bids, opens)
    cards = replace_at(state.cards, won.winner, (*state.cards[won.winner], won.card))
    changes = change_values(state.round, state.values, bids)
    high = {step.colour: step.after for step in changes.steps if step.after in EXTRA}
    extras = tuple(pay_extra(state.round, colour, value, cards) for colour, value in high.items())
    values = tuple(FIRST_VALUE if step.colour in high else step.after for step in changes.steps)
    lines = [line for extra in extras for line in extra.lines]
    cash = tuple(had + sum(line.amount for line in lines if line.seat == seat) for seat, had in enumerate(state.cash))
    after = replace(
        state,
        phase=Phase.TOKENS,
        cash=cash,
        tokens=tuple(map(subtract, state.tokens, bids)),
        cards=cards,
        bids=(None,) * state.players,
        values=values,
        middle=add_up(bids),
        rounds=(*state.rounds, Round(state.round, won, changes, extras, values, cash)),
    )
    return _to_sale(after), (won, changes, *extras)


def _to_sale(state: State) -> State:
    return state if any(state.middle) else replace(state, phase=Phase.SALE)


def _take(state: State, seat: Seat, token: Colour) -> tuple[State, Events]:
    if token not in dict(name_colours(state.middle)):
        raise IllegalMove("not-in-middle", colour=token, expected=", ".join(dict(name_colours(state.middle))))
    middle = subtract(state.middle, single_token(token))
    taken = Taken(seat=seat, token=token, left=sum(middle))
    tokens = replace_at(state.tokens, seat, add_up((state.tokens[seat], single_token(token))))
    *earlier, now = state.rounds
    rounds = (*earlier, replace(now, taken=(*now.taken, taken)))
    return _to_sale(replace(state, tokens=tokens, middle=middle, rounds=rounds)), (taken,)


def _sell(state: State, seat: Seat, card: Card) -> tuple[State, Events]:
    if card not in state.cards[seat]:
        raise IllegalMove("not-held", player=seat, card=card)
    if card not in state.for_sale:
        raise IllegalMove("just-won", player=seat, card=card)
    sold = Sold(seat=seat, price=price_of(card, state.values))
    cards = replace_at(state.cards, seat, tuple(held for held in state.cards[seat] if held != card))
    cash = replace_at(state.cash, seat, state.cash[seat] + sold.price.total)
    *earlier, now = state.rounds
    rounds = (*earlier, replace(now, sold=sold, cash=cash))
    return _end_round(replace(state, cards=cards, cash=cash, rounds=rounds), sold)


def _end_round(state: State, event: Sold | Kept) -> tuple[State, Events]:
    """Pass the start to the left neighbour, or end the game if no card is left."""
    if not state.left:
        return _end_game(state, event)
    begun = NewRound(round=state.round + 1, start=(state.start + 1) % state.players)
    return replace(state, phase=Phase.AUCTION, round=begun.round, start=begun.start), (event, begun)


def _end_game(state: State, event: Sold | Kept) -> tuple[State, Events]:
    counts = bool(state.options["tokens_count"])
    accounts = tuple(
        settle_account(seat, cash, tokens, cards, state.values, counts=counts)
        for seat, (cash, tokens, cards) in enumerate(zip(state.cash, state.tokens, state.cards, strict=True))
    )
    winners = richest([final.wealth for final in accounts])
    return replace(state, phase=Phase.OVER, accounts=accounts), (event, *accounts, GameOver(winners=winners))
