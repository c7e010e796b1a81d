"""The computed steps at the end of a round, and the order of play of the next one."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.games.any_game.events import Line, RoundOver
from companion.games.any_game.explaining import explain, explain_failure
from companion.games.any_game.formula import Uncomputable, evaluate
from companion.games.any_game.sheet import Sheet, Step
from companion.games.any_game.state import Round, State, entry_names
from companion.games.types import Seat


def finish_round(state: State) -> tuple[State, tuple[RoundOver]]:
    """Compute all values and scores from the entries of the round."""
    sheet, seats = state.sheet, range(len(state.order))
    common = state.names | entry_names(sheet.entered[-1], state.entries[-1])
    common |= {"starter": state.order[0], "all_total": state.totals}
    own = [_own_names(state, seat) for seat in seats]
    scored: list[Line] = []
    for step in sheet.computed:
        results = [_compute(step, seat, {**common, **own[seat]}, sheet) for seat in seats]
        common |= entry_names(step, tuple(result.value for result in results))
        for names, result in zip(own, results, strict=True):
            names[step.name] = result.value
        scored += results if step.kind == "score" else []
    points = tuple(sum(one.points for one in scored if one.seat == seat) for seat in seats)
    totals = tuple(had + got for had, got in zip(state.totals, points, strict=True))
    over = RoundOver(round=state.round, lines=tuple(scored), points=points, scores=totals)
    return _next_round(state, over), (over,)


def _own_names(state: State, seat: Seat) -> dict[str, object]:
    entered = zip(state.sheet.entered, state.entries, strict=True)
    return {"me": seat, "total": state.totals[seat], **{step.name: values[seat] for step, values in entered}}


def _compute(step: Step, seat: Seat, names: Mapping[str, object], sheet: Sheet) -> Line:
    """A formula without a result counts 0, so that no round hangs."""
    try:
        value, failed = evaluate(step.formula, names), ""
        formula, filled = explain(step.formula, names)
    except Uncomputable as error:
        value, failed = 0, error.why
        formula, filled = explain_failure(step.formula, names)
    points = -value if sheet.lowest else value
    return Line(
        seat=seat,
        ask=step.ask,
        value=value,
        points=points,
        formula=formula,
        filled=filled,
        line=step.line,
        failed=failed,
    )


def _next_round(state: State, over: RoundOver) -> State:
    entries = {step.name: values for step, values in zip(state.sheet.entered, state.entries, strict=True)}
    count = len(state.order)
    return replace(
        state,
        totals=over.scores,
        order=tuple(_order(state, over.scores)),
        entries=((None,) * count,),
        plies=(0,) * count,
        told=(*state.told, Round(over, entries)),
    )


def _order(state: State, totals: tuple[int, ...]) -> Iterator[Seat]:
    """The order of play of the next round; by standing, equals change places."""
    match state.sheet.order:
        case "rotate":
            yield from (*state.order[1:], state.order[0])
        case "standing":
            yield from sorted(reversed(state.order), key=lambda seat: -totals[seat])
        case _:
            yield from state.order
