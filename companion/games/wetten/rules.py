"""The five phases of a race of Wetten!."""

from collections.abc import Mapping
from dataclasses import replace

from companion.games.choices import resolve_options
from companion.games.types import (
    HIDDEN,
    GameEvent,
    IllegalMove,
    PendingDecision,
    Seat,
    Unseen,
    check_player_count,
    require_seat,
    richest,
    wrong_phase,
)
from companion.games.wetten.constants import ACTION_PRICES, ALL_MONEY, CAPITAL, CHOICES, LAST_CARD, PLAYERS
from companion.games.wetten.events import (
    ActionPlayed,
    CardBought,
    CardLaid,
    CardsTurned,
    GameStopped,
    SlipLaid,
    SlipOpened,
)
from companion.games.wetten.finish import all_will_arrive, run
from companion.games.wetten.moves import (
    ActionCard,
    Bet,
    BuyCard,
    Move,
    Numbers,
    Pair,
    RaceCard,
    Run,
    SecondBet,
    Slip,
    Stop,
)
from companion.games.wetten.payout import odds
from companion.games.wetten.race import Adjusted
from companion.games.wetten.state import Card, Down, Phase, Player, State, next_turn

Events = tuple[GameEvent, ...]


def start(players: int, options: Mapping[str, object]) -> State:
    """Give everybody the start capital, and the bank the rest. Raises InvalidMove."""
    bank = ALL_MONEY - CAPITAL * check_player_count(players, PLAYERS)
    return State(resolve_options(options, CHOICES), bank, players=(Player(CAPITAL),) * players)


def asks(state: State) -> tuple[PendingDecision, ...]:
    """Ask the seats that have not laid yet, then offer optional moves."""
    match state.phase:
        case Phase.OVER:
            return ()
        case Phase.BET:
            bets = tuple(_ask(state, "bet", seat) for seat in waiting(state))
            return (*bets, *_stops(state), *_buys(state))
        case Phase.CARDS:
            left = waiting(state)
            cards = tuple(_ask(state, "race-card", seat, final=len(left) == 1) for seat in left)
            return (*cards, *_buys(state))
        case Phase.RUN:
            prices = [(state.action_price(seat), player.money) for seat, player in enumerate(state.players)]
            actors = tuple(seat for seat, (price, has) in enumerate(prices) if price is not None and price <= has)
            slot, rest = f"{state.race}.{state.turn}.run.{len(state.adjusts)}", f"{state.race}.run"
            go = PendingDecision("run", None, slot, final=all_will_arrive(state), consent=actors, standing=rest)
            return (go, *(_ask(state, "action-card", seat, waits=False) for seat in actors), *_buys(state))
        case Phase.SECOND_BET:
            laid = (_ask(state, "second-bet", seat, final=may_open(state, seat)) for seat in waiting(state))
            return (*laid, *_buys(state))


def _ask(state: State, do: str, seat: Seat, waits: bool = True, final: bool = False) -> PendingDecision:
    """The slot changes with every turn and every act of this seat, but a slip keeps its own while a card is bought."""
    slip = do in ("bet", "second-bet")
    slot = f"{state.race}.{state.turn}.{do}.{seat}.{0 if slip else state.players[seat].acts}"
    return PendingDecision(do, seat, slot, waits=waits, final=final, hidden=slip or do == "race-card")


def _stops(state: State) -> tuple[PendingDecision, ...]:
    """Decided: everybody but the richest must agree; if all are equally rich, everybody must."""
    if not may_stop(state):
        return ()
    poorer = tuple(seat for seat in state.seats if seat not in richest(state.money))
    return (
        PendingDecision(
            "stop", None, f"{state.race}.stop", waits=False, final=True, consent=poorer or tuple(state.seats)
        ),
    )


def _buys(state: State) -> tuple[PendingDecision, ...]:
    able = (seat for seat, player in enumerate(state.players) if state.begun and player.money >= player.card_price)
    return tuple(_ask(state, "buy-card", seat, waits=False) for seat in able)


def waiting(state: State) -> tuple[Seat, ...]:
    """List the seats that have not laid their slip or card of this phase."""
    return tuple(seat for seat, player in enumerate(state.players) if not _has_laid(state.phase, player))


def _has_laid(phase: Phase, player: Player) -> bool:
    down = {Phase.BET: player.first, Phase.CARDS: player.card, Phase.SECOND_BET: player.second}
    return down[phase] is not None


def may_stop(state: State) -> bool:
    """Decided: after a race, until a bet of the next one is down."""
    return state.phase is Phase.BET and state.race > 1 and not state.begun


def may_open(state: State, seat: Seat) -> bool:
    """Whether a seat has bets on its first slip and may open it now."""
    first = state.players[seat].first
    return state.pro and first is not None and first.slip.stake > 0


def play(state: State, seat: Seat | None, move: Move) -> tuple[State, Events]:
    """Return the next state and its public events. Raises IllegalMove."""
    match state.phase, move:
        case Phase.BET, Bet(slip):
            after, events = _bet(state, _require_waiting(state, seat), slip)
        case Phase.BET, Stop():
            after, events = _stop(state)
        case Phase.CARDS, RaceCard():
            after, events = _lay(state, _require_waiting(state, seat), move)
        case Phase.RUN, ActionCard(adjust):
            after, events = _act(state, require_seat(seat), adjust)
        case Phase.RUN, Run():
            after, events = run(state)
        case Phase.SECOND_BET, SecondBet(slip, double):
            after, events = _second_bet(state, _require_waiting(state, seat), slip, double)
        case _, BuyCard() if state.phase is not Phase.OVER:
            after, events = _buy(state, require_seat(seat))
        case _:
            raise wrong_phase(state.phase, race=state.race)
    return replace(after, ply=state.ply + 1), events


def _require_waiting(state: State, seat: Seat | None) -> Seat:
    seat = require_seat(seat)
    if seat in waiting(state):
        return seat
    if state.phase is Phase.CARDS:
        raise IllegalMove("card-laid", player=seat)
    raise IllegalMove("slip-laid", player=seat)


def _check_slip(state: State, seat: Seat, slip: Slip) -> Slip:
    """Check that each stake reaches the minimum, no bet occurs twice, and the money suffices."""
    stakes = [slip.stake] if isinstance(slip.bets, str) else [bet.stake for bet in slip.bets]
    if slip.stake and min(stakes) < state.min_stake:
        raise IllegalMove("stake-low", race=state.race, least=state.min_stake)
    if not isinstance(slip.bets, str) and len({bet.pair for bet in slip.bets}) < len(slip.bets):
        raise IllegalMove("pair-twice")
    if slip.stake > (has := state.players[seat].money):
        raise IllegalMove("purse", player=seat, has=has, wants=slip.stake, short=slip.stake - has)
    return slip


def _bet(state: State, seat: Seat, slip: Slip) -> tuple[State, Events]:
    player, down = state.players[seat], Down(_check_slip(state, seat, slip), state.ply)
    after = state.after(seat, replace(player, money=player.money - slip.stake, first=down))
    event = SlipLaid(seat=seat, slip="first", stake=slip.stake, money=after.money[seat])
    return after if waiting(after) else next_turn(after), (event,)


def _stop(state: State) -> tuple[State, Events]:
    if not may_stop(state):
        raise IllegalMove("no-stop")
    over = GameStopped(ended_by="stop", races=len(state.races), winners=richest(state.money))
    return replace(state, phase=Phase.OVER, ended_by="stop"), (over,)


def _lay(state: State, seat: Seat, move: RaceCard) -> tuple[State, Events]:
    """A player with one race card left draws one free. Decided: always."""
    player = state.players[seat]
    drew = player.hand - 1 == LAST_CARD
    card, hand = Card(move.numbers, state.ply, drew), player.hand - 1 + drew
    after = state.after(seat, replace(player, card=card, hand=hand))
    event = CardLaid(seat=seat, hand=hand, drew=drew)
    if waiting(after):
        return after, (event,)
    turned = _turned(after)
    return replace(after, phase=Phase.RUN, cards=(*after.cards, turned.cards)), (event, turned)


def _turned(state: State) -> CardsTurned:
    laid = [player.card for player in state.players if player.card is not None]
    cards = tuple(card.numbers for card in laid)
    known: list[Numbers] = [numbers for numbers in cards if numbers != HIDDEN]
    sums = tuple(map(sum, zip(*known, strict=True))) if len(known) == len(cards) else None
    return CardsTurned(turn=state.turn, cards=cards, sums=sums, reveals=tuple(card.ply for card in laid))


def _act(state: State, seat: Seat, adjust: tuple[tuple[int, int], ...]) -> tuple[State, Events]:
    player, price = state.players[seat], state.action_price(seat)
    if price is None:
        raise IllegalMove("no-action-card", player=seat, most=len(ACTION_PRICES))
    if price > player.money:
        raise IllegalMove("action-price", player=seat, has=player.money, price=price, short=price - player.money)
    after = state.after(seat, replace(player, money=player.money - price, played=player.played + 1))
    event = ActionPlayed(
        seat=seat,
        number=player.played + 1,
        adjust=adjust,
        idle=tuple(horse for horse, _ in adjust if state.horses[horse - 1].place is not None),
        times=ACTION_PRICES[player.played],
        min_stake=state.min_stake,
        price=price,
        money=after.money[seat],
    )
    return replace(after, adjusts=(*state.adjusts, Adjusted(seat, adjust))), (event,)


def _second_bet(state: State, seat: Seat, slip: Slip, double: Pair | None) -> tuple[State, Events]:
    """Phase 3. Pro rule: opening the first slip doubles the odds of one bet on it."""
    opened = () if double is None else (_open_slip(state, seat, double),)
    player, down = state.players[seat], Down(_check_slip(state, seat, slip), state.ply)
    after = state.after(seat, replace(player, money=player.money - slip.stake, second=down, double=double))
    event = SlipLaid(seat=seat, slip="second", stake=slip.stake, money=after.money[seat])
    return after if waiting(after) else next_turn(after), (event, *opened)


def _open_slip(state: State, seat: Seat, double: Pair) -> SlipOpened:
    first = state.players[seat].first
    if not state.pro:
        raise IllegalMove("no-pro", race=state.race)
    if first is None or isinstance(first.slip.bets, str):
        raise Unseen("open-hidden", player=seat)
    if double not in [bet.pair for bet in first.slip.bets]:
        raise IllegalMove("not-on-slip", player=seat, horse=double[0], place=double[1])
    times = odds("first", double, double)
    return SlipOpened(seat=seat, bets=first.slip.bets, double=double, odds=times, reveals=(first.ply,))


def _buy(state: State, seat: Seat) -> tuple[State, Events]:
    """Decided: from the first bet of a race until its payout."""
    player = state.players[seat]
    if not state.begun:
        raise IllegalMove("no-bet-down", race=state.race)
    if (price := player.card_price) > player.money:
        raise IllegalMove("card-price", player=seat, has=player.money, price=price, short=price - player.money)
    bought = replace(player, bought=player.bought + 1, hand=player.hand + 1)
    after = state.after(seat, replace(bought, money=player.money - player.card_price))
    event = CardBought(seat=seat, price=player.card_price, following=bought.card_price, money=after.money[seat])
    return after, (event,)
