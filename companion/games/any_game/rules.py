"""The course of a round: one step of the sheet after the other, then the scores."""

from collections.abc import Mapping
from dataclasses import replace

from companion.games.any_game.choosing import sheet_of
from companion.games.any_game.events import Entered, Revealed, Stopped
from companion.games.any_game.explaining import list_values
from companion.games.any_game.formula import Uncomputable, evaluate
from companion.games.any_game.moves import Choose, Enter, EnterAll, Move, Stop
from companion.games.any_game.scoring import finish_round
from companion.games.any_game.sheet import Step, Value, possible
from companion.games.any_game.state import State, entry_names
from companion.games.choices import FreeText, IntRange
from companion.games.types import (
    HIDDEN,
    Choices,
    GameEvent,
    IllegalMove,
    InvalidMove,
    PendingDecision,
    Seat,
    check_choice,
    check_integer,
    check_player_count,
    replace_at,
    require_seat,
    require_turn,
    still_hidden,
    wrong_phase,
)

Events = tuple[GameEvent, ...]


def start(players: int, options: Mapping[str, object]) -> State:
    """Raises InvalidMove for a sheet that cannot be played, too."""
    sheet = sheet_of(options)
    check_player_count(players, sheet.players)
    return State(sheet, (0,) * players, tuple(range(players)), ((None,) * players,), (0,) * players)


def asks(state: State) -> tuple[PendingDecision, ...]:
    """Ask for the entries of the current step; before a round without a fixed end, the players may stop."""
    if state.over:
        return ()
    slot = f"{state.round}.{len(state.entries)}"
    stop = PendingDecision(
        "stop", None, f"{state.round}.stop", waits=False, final=True, consent=tuple(sorted(state.order))
    )
    may_stop = (stop,) if may_stop_now(state) else ()
    match state.step.kind:
        case "secret" | "each" | "turn" as kind:
            do, missing = "choose" if kind == "secret" else "enter", state.missing
            asked = missing[:1] if kind == "turn" else missing
            return (
                tuple(
                    PendingDecision(do, seat, f"{slot}.{seat}", fields=fields(state, seat), hidden=kind == "secret")
                    for seat in asked
                )
                + may_stop
            )
    return (PendingDecision("enter-all", None, slot, fields=fields(state, None)), *may_stop)


def may_stop_now(state: State) -> bool:
    """Whether a round without a fixed end is over and nothing of the next one is entered."""
    fresh = len(state.entries) == 1 and len(state.missing) == len(state.order)
    return state.sheet.open_end and bool(state.told) and fresh


def fields(state: State, seat: Seat | None) -> Choices:
    """The form of an entry: one field, or one for each seat."""
    values, names = possible(state.step, seat, state.names), state.names
    if state.step.kind in ("one", "table"):
        count = len(state.order) if state.step.kind == "one" else 1
        return {f"values-{place}": values for place in range(1, count + 1)}
    if state.step.limit and seat is not None and state.missing == (seat,):
        others = state.entries[-1]
        legal = tuple(one for one in values if keeps_limit(state.step, replace_at(others, seat, one), names))
        return {"value": legal or values}
    return {"value": values}


def keeps_limit(step: Step, values: tuple[Value | None, ...], names: Mapping[str, object]) -> bool:
    """Whether the entries of all keep the limit of their step."""
    try:
        return not step.limit or bool(evaluate(step.limit, {**names, **entry_names(step, values)}))
    except Uncomputable:
        return False


def play(state: State, seat: Seat | None, move: Move) -> tuple[State, Events]:
    if state.over:
        raise wrong_phase("over")
    match move, state.step.kind:
        case Choose(value), "secret":
            return _enter(state, _missing(state, seat), value)
        case Enter(value), "each":
            return _enter(state, _missing(state, seat), value)
        case Enter(value), "turn":
            return _enter(state, require_turn(seat, state.missing[0], "turn"), value)
        case EnterAll(values), "one" | "table":
            return _enter_all(state, values)
        case Stop(), _ if may_stop_now(state):
            return replace(state, stopped=True, ply=state.ply + 1), (Stopped(rounds=len(state.told)),)
        case Stop(), _:
            raise IllegalMove("no-stop")
    raise wrong_phase(state.phase)


def _missing(state: State, seat: Seat | None) -> Seat:
    if require_seat(seat) not in state.missing:
        raise IllegalMove("entered")
    return require_seat(seat)


def _enter(state: State, seat: Seat, value: Value) -> tuple[State, Events]:
    """Take a player's entry. The last one reveals secret choices."""
    step, secret = state.step, state.step.kind == "secret"
    if not (secret and value == HIDDEN):
        _check(value, possible(step, seat, state.names))
    entries = replace_at(state.entries[-1], seat, value)
    after = replace(
        state,
        entries=(*state.entries[:-1], entries),
        plies=replace_at(state.plies, seat, state.ply),
        ply=state.ply + 1,
    )
    events: Events = () if secret else (_entered(step, seat, value),)
    if None in entries:
        return after, events
    _check_limit(state, entries)
    return _next_step(after, (_reveal(after),) if secret else events)


def _check(value: Value, values: object) -> None:
    """Raises IllegalMove for a value that is not possible now."""
    try:
        match values:
            case IntRange():
                check_integer(value, "value", values.low, values.high)
            case FreeText():
                values.parse(value, "value")
            case tuple():
                check_choice(value, "value", values)
    except InvalidMove as error:
        raise IllegalMove(error.reason, **error.params) from None


def _check_limit(state: State, entries: tuple[Value | None, ...]) -> None:
    step, names = state.step, state.names
    if not keeps_limit(step, entries, names):
        given = list_values(step.limit, {**names, **entry_names(step, entries)})
        raise IllegalMove("limit", say=step.say, limit=step.limit, given=given, line=step.line)


def _entered(step: Step, seat: Seat | None, value: Value) -> Entered:
    return Entered(seat=seat, ask=step.ask, answers=step.answers, value=value)


def _reveal(state: State) -> Revealed:
    values: list[Value] = []
    for seat, value in enumerate(state.entries[-1]):
        if value == HIDDEN or value is None:
            raise still_hidden(seat)
        values.append(value)
    step = state.step
    return Revealed(ask=step.ask, answers=step.answers, values=tuple(values), reveals=state.plies)


def _enter_all(state: State, values: tuple[int, ...]) -> tuple[State, Events]:
    """Take a number for each player, or one for the table."""
    step = state.step
    table = step.kind == "table"
    if len(values) != (1 if table else len(state.order)):
        raise IllegalMove("each-one", count=1 if table else len(state.order))
    for value in values:
        _check(value, possible(step, None, state.names))
    entries: tuple[Value, ...] = values * len(state.order) if table else values
    _check_limit(state, entries)
    events = tuple(_entered(step, None if table else seat, value) for seat, value in enumerate(values))
    return _next_step(replace(state, entries=(*state.entries[:-1], entries), ply=state.ply + 1), events)


def _next_step(state: State, events: Events) -> tuple[State, Events]:
    """Go on to the next step, or compute the scores after the last one."""
    if len(state.entries) < len(state.sheet.entered):
        return replace(state, entries=(*state.entries, (None,) * len(state.order))), events
    after, scored = finish_round(state)
    return after, (*events, *scored)
