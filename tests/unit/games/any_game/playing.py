"""Plays rounds of a sheet by its entries."""

from collections.abc import Sequence

from companion.games.any_game import play, start
from companion.games.any_game.moves import Choose, Enter, EnterAll
from companion.games.any_game.sheet import Value
from companion.games.any_game.sheets import SHEETS
from companion.games.any_game.state import State

BIDDING, VOTE, BLIND_BID, OPEN_BIDS, RUMMY, PLAIN, RATING, GUESS = SHEETS.values()

Entries = Sequence[Value] | int


def after_rounds(sheet: str, players: int, *rounds: Sequence[Entries]) -> State:
    """The state after some rounds: of each step the entries by seat, or one number for the table."""
    state = start(players, {"sheet": sheet})
    for steps in rounds:
        for entries in steps:
            state = _enter(state, entries)
    return state


def _enter(state: State, entries: Entries) -> State:
    kind = state.step.kind
    if isinstance(entries, int):
        return play(state, None, EnterAll((entries,)))[0]
    if kind == "one":
        return play(state, None, EnterAll(tuple(map(int, entries))))[0]
    for seat in state.order:
        value = entries[seat]
        state, _ = play(state, seat, Choose(value) if kind == "secret" else Enter(value))
    return state


def sums(state: State) -> list[str]:
    """How the points of the last round came about, by seat and step."""
    lines = sorted(state.told[-1].over.lines, key=lambda line: line.seat)
    return [f"{line.formula} = {line.filled} = {line.value}" for line in lines]
