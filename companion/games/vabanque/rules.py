"""The five phases of a round of Vabanque."""

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
    replace_at,
    require_seat,
    require_turn,
    richest,
    wrong_phase,
)
from companion.games.vabanque.constants import APART, CASINOS, CHIPS, CHOICES, PLAYERS
from companion.games.vabanque.events import (
    Begun,
    CasinoPaid,
    FaceDown,
    GameOver,
    Laid,
    Moved,
    NewOrder,
    Placed,
    RoundPaid,
)
from companion.games.vabanque.moves import Chip, Chips, Lay, Move, Start, Step
from companion.games.vabanque.payout import find_ties, new_order, pay_casino
from companion.games.vabanque.state import ROUND_PHASES, Phase, Round, State

Events = tuple[GameEvent, ...]


def start(players: int, options: Mapping[str, object]) -> State:
    """Return an empty circle of casino tables. Raises InvalidMove."""
    casinos = CASINOS[check_player_count(players, PLAYERS)]
    return State(resolve_options(options, CHOICES), money=(0,) * players, chips=(0,) * casinos)


def asks(state: State) -> tuple[PendingDecision, ...]:
    """Ask one seat if turns are strict, otherwise each seat that has something left."""
    match state.phase:
        case Phase.OVER:
            return ()
        case Phase.START:
            return tuple(PendingDecision("start", seat, "start") for seat in range(state.players))
        case Phase.CHIPS:
            all_chips = PendingDecision("chips", None, f"{state.round}.chips.left.{state.left}", waits=False)
            return (*(_ask(state, "chip", seat) for seat in waiting(state)), all_chips)
        case Phase.CARDS:
            return tuple(_ask(state, "card", seat) for seat in waiting(state))
        case Phase.PAWNS:
            return (_ask(state, "move", state.turn),)


def waiting(state: State) -> tuple[Seat, ...]:
    """List the seats that may act now, in the round's order."""
    if state.free:
        return tuple(seat for seat in state.order if state.placed[seat] < state.each)
    return (state.turn,)


def _ask(state: State, do: str, seat: Seat) -> PendingDecision:
    slot = f"{state.round}.{state.phase}.{seat}.{state.placed[seat]}"
    return PendingDecision(do, seat, slot, final=state.phase is Phase.PAWNS and state.left == 1, hidden=do == "card")


def play(state: State, seat: Seat | None, move: Move) -> tuple[State, Events]:
    """Return the next state and its public events. Raises IllegalMove."""
    match state.phase, move:
        case Phase.START, Start(casino):
            after, events = _begin(state, require_seat(seat), casino)
        case Phase.CHIPS, Chip(casino):
            after, events = _place(state, _require_turn(state, seat), ((casino, 1),))
        case Phase.CHIPS, Chips(counts):
            after, events = _place_all(state, counts)
        case Phase.CARDS, Lay():
            after, events = _lay(state, _require_turn(state, seat), move)
        case Phase.PAWNS, Step(steps):
            after, events = _step(state, _require_turn(state, seat), steps)
        case _:
            raise wrong_phase(state.phase, round=state.round)
    return replace(after, ply=state.ply + 1), events


def _require_turn(state: State, seat: Seat | None) -> Seat:
    seat = require_seat(seat) if state.free else require_turn(seat, state.turn, state.phase)
    if state.placed[seat] >= state.each:
        raise IllegalMove("all-placed", player=seat, phase=str(state.phase))
    return seat


def _check_casino(state: State, casino: int) -> int:
    if not 1 <= casino <= state.casinos:
        raise IllegalMove("no-such-table", last=state.casinos)
    return casino


def _begin(state: State, seat: Seat, casino: int) -> tuple[State, Events]:
    """Set-up: the others sit clockwise of the start player, and so do their pawns, two casino tables apart."""
    _check_casino(state, casino)
    order = tuple((seat + further) % state.players for further in range(state.players))
    pawns = [0] * state.players
    for place, player in enumerate(order):
        pawns[player] = (casino - 1 + APART * place) % state.casinos + 1
    after = replace(state, order=order, pawns=tuple(pawns))
    return _enter(after, Phase.CHIPS), (Begun(order=order, pawns=tuple(pawns)),)


def _enter(state: State, phase: Phase) -> State:
    fresh = replace(state, phase=phase, placed=(0,) * state.players)
    return replace(fresh, left=fresh.each * fresh.players)


def _count_act(state: State, seat: Seat) -> State:
    """Count one act of a seat; the last act ends the phase."""
    placed = tuple(count + (owner == seat) for owner, count in enumerate(state.placed))
    return _next_phase(replace(state, placed=placed, left=state.left - 1))


def _next_phase(state: State) -> State:
    if state.left or state.phase is Phase.PAWNS:
        return state
    return _enter(state, ROUND_PHASES[ROUND_PHASES.index(state.phase) + 1])


def _place(state: State, seat: Seat, counts: tuple[tuple[int, int], ...]) -> tuple[State, Events]:
    after = _count_act(replace(state, chips=_chips(state, counts)), seat)
    return after, (Placed(seat=seat, chips=state.chip, counts=counts),)


def _place_all(state: State, counts: tuple[tuple[int, int], ...]) -> tuple[State, Events]:
    given = sum(count for _, count in counts)
    if given != state.left:
        raise IllegalMove("chips-count", left=state.left, given=given)
    after = replace(state, chips=_chips(state, counts), left=0)
    return _next_phase(after), (Placed(seat=None, chips=state.chip, counts=counts),)


def _chips(state: State, counts: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    added = {_check_casino(state, casino): count for casino, count in counts}
    return tuple(lying + state.chip * added.get(casino, 0) for casino, lying in enumerate(state.chips, start=1))


def _lay(state: State, seat: Seat, move: Lay) -> tuple[State, Events]:
    _check_casino(state, move.casino)
    if move.card != HIDDEN and any(laid.seat == seat and laid.card == move.card for laid in state.laid):
        raise IllegalMove("card-gone", player=seat, card=move.card)
    laid = Laid(seat, move.casino, move.card, state.ply)
    after = _count_act(replace(state, laid=(*state.laid, laid)), seat)
    return after, (FaceDown(seat=seat, casino=move.casino),)


def _step(state: State, seat: Seat, steps: int) -> tuple[State, Events]:
    casino = state.ahead(seat, steps)
    pawns = replace_at(state.pawns, seat, casino)
    moved = Moved(seat=seat, origin=state.pawns[seat], casino=casino)
    after = _count_act(replace(state, pawns=pawns), seat)
    if after.left:
        return after, (moved,)
    after, events = _pay_out(after)
    return after, (moved, *events)


def _pay_out(state: State) -> tuple[State, Events]:
    """Phase 4, then phase 5 and the next round, or the end of the game."""
    casinos = tuple(_pay_casino(state, casino) for casino in sorted(set(state.pawns)))
    lines = [line for casino in casinos for line in casino.lines]
    paid = tuple(sum(line.amount for line in lines if line.seat == seat) for seat in range(state.players))
    money = tuple(had + got for had, got in zip(state.money, paid, strict=True))
    opened = {ply for casino in casinos for ply in casino.reveals}
    closed = tuple(laid.ply for laid in state.laid if laid.ply not in opened)
    event = RoundPaid(round=state.round, paid=paid, money=money, discards=closed)
    last = state.round == len(CHIPS)
    order = new_order(state.order, money)
    over = Round(state.round, state.order, casinos, paid, money, None if last else order)
    after = replace(state, money=money, laid=(), rounds=(*state.rounds, over))
    if last:
        return replace(after, phase=Phase.OVER), (*casinos, event, GameOver(winners=richest(money)))
    after = _enter(replace(after, round=state.round + 1, order=order), Phase.CHIPS)
    return after, (*casinos, event, NewOrder(round=after.round, order=order, ties=find_ties(order, money)))


def _pay_casino(state: State, casino: int) -> CasinoPaid:
    cards = [laid for laid in state.laid if laid.casino == casino]
    for laid in cards:
        if laid.card == HIDDEN:
            raise Unseen("hidden", player=laid.seat, table=casino)
    pawns = [seat for seat in range(state.players) if state.pawns[seat] == casino]
    return pay_casino(casino, state.chips[casino - 1], cards, pawns, state.order)
