"""Any game for record, chart and hand, and the moves of its demonstrations."""

from collections.abc import Mapping, Sequence
from random import Random

from companion.games.any_game.moves import MOVES, Choose, Enter, EnterAll, Move, Stop
from companion.games.any_game.rules import asks, keeps_limit
from companion.games.any_game.sheet import Value
from companion.games.any_game.state import State
from companion.games.choices import parse_decision_form
from companion.games.types import Chance, PendingDecision, Seat, replace_at


def from_form(state: State, seat: Seat | None, fields: Mapping[str, str], _chance: Chance) -> Move:
    """Parse a form; that of all entries has a field for each seat. Raises InvalidMove."""
    line = parse_decision_form(asks(state), seat, fields)
    if line["do"] != "enter-all":
        return MOVES.read(line)
    return MOVES.read({"do": "enter-all", "values": [value for key, value in line.items() if key != "do"]})


def hand(state: State, seat: Seat, _chance: object) -> Mapping[str, object]:
    """The own secret choice until it is revealed."""
    value = None if state.over or state.step.kind != "secret" else state.entries[-1][seat]
    return {} if value is None else {"value": value}


def rounds(state: State, names: Sequence[str]) -> list[dict[str, object]]:
    return [
        {
            "round": told.over.round,
            "entries": {name: dict(zip(names, values, strict=True)) for name, values in told.entries.items()},
            "points": dict(zip(names, told.over.points, strict=True)),
            "scores": dict(zip(names, told.over.scores, strict=True)),
        }
        for told in state.told
    ]


def score_history(state: State) -> Sequence[Sequence[int]]:
    return [[0, *(told.over.scores[seat] for told in state.told)] for seat in range(len(state.totals))]


def suggest(state: State, ask: PendingDecision, luck: Random) -> Move:
    match ask.do:
        case "choose":
            return Choose(_pick(ask.fields["value"], luck))
        case "enter":
            return Enter(_pick(ask.fields["value"], luck))
        case "stop":
            return Stop()
    return EnterAll(_all(state, ask, luck))


def _pick(values: Sequence[object], luck: Random) -> Value:
    value = luck.choice(values)
    return value if isinstance(value, int) else str(value)


def _all(state: State, ask: PendingDecision, luck: Random) -> tuple[int, ...]:
    """Random entries; if none of them keep the limit, the lowest ones, changed one by one as it allows."""
    ranges = [[int(str(value)) for value in values] for values in ask.fields.values()]
    for _ in range(30):
        entries = tuple(map(luck.choice, ranges))
        if keeps_limit(state.step, entries, state.names):
            return entries
    entries = tuple(map(min, ranges))
    for index, values in enumerate(ranges):
        tried = (replace_at(entries, index, value) for value in sorted(values))
        entries = next((one for one in tried if keeps_limit(state.step, one, state.names)), entries)
    return entries
