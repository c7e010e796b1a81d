"""Finish a race when every place is certain."""

from companion.games.types import Seat
from companion.games.wetten.constants import FASTEST
from companion.games.wetten.moves import Move, RaceCard, Run
from companion.games.wetten.rules import waiting
from companion.games.wetten.state import Phase, State


def auto_finish(state: State) -> tuple[Seat | None, Move] | None:
    """Return the next move if only one horse is left, whose place is certain.

    It moves just past the line in as few turns as a record can contain; hidden cards count as nothing.
    """
    out = [horse for horse in state.horses if horse.place is None]
    if len(out) != 1:
        return None
    if state.phase is Phase.RUN:
        return None, Run()
    if state.phase is not Phase.CARDS:
        return None
    seats = waiting(state)
    left = state.track + 1 - out[0].field
    pushed = (len(state.players) - len(seats)) * FASTEST
    far = min(FASTEST, max(0, left - pushed))
    return seats[0], RaceCard(tuple(far if horse.place is None else 0 for horse in state.horses))
