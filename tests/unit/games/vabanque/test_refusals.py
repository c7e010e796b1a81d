"""Every reason for which a move of Vabanque is refused, and that it leaves the game as it was."""

import pytest

from companion.games import vabanque
from companion.games.types import IllegalMove, Seat
from companion.games.vabanque.moves import Chip, Chips, Lay, Move, Start, Step
from companion.games.vabanque.state import State
from companion.rendering import error_messages
from tests.support.cast import ANNA, BEN, CARLA, CAST
from tests.unit.games.vabanque.table import a_quiet_round, cards_down, chips_down, pawns_moved, seated

EMPTY = vabanque.start(3, {})
CHIPS = seated()
FREE_CHIPS = seated(turns="free")
CARDS = chips_down(CHIPS, {}, 2)
FREE_CARDS = chips_down(FREE_CHIPS, {}, 2)
PAWNS = cards_down(CARDS, {}, 2)


def after(state: State, *acts: tuple[Seat | None, Move]) -> State:
    for seat, move in acts:
        state, _ = vabanque.play(state, seat, move)
    return state


def over() -> State:
    state = CHIPS
    for _ in range(4):
        state = a_quiet_round(state)
    return state


ALL_OF_BEN = after(FREE_CHIPS, *[(BEN, Chip(1))] * 4)
HAND_OF_BEN = after(FREE_CARDS, (BEN, Lay("raise", 1)), (BEN, Lay("hidden", 1)), (BEN, Lay("trap", 1)))
UNSEEN = after(CARDS, *[(seat, Lay("hidden", 3)) for seat in (ANNA, BEN, CARLA) * 3])
LAST_PAWN = after(UNSEEN, (ANNA, Step(0)), (BEN, Step(1)))
"""Nobody stands at table 3 with its hidden cards; Carla can get there only round the circle."""
VISITED = after(UNSEEN, (ANNA, Step(2)), (BEN, Step(1)))

CASES: dict[str, tuple[State, Seat | None, Move, str, str]] = {
    "a chip before the pawns stand": (EMPTY, ANNA, Chip(1), "phase", "the start player"),
    "all chips before the pawns stand": (EMPTY, None, Chips(((1, 0),)), "phase", "start player"),
    "nobody starts": (EMPTY, None, Start(1), "nobody", "No player is named"),
    "a start at a table of a larger circle": (EMPTY, ANNA, Start(8), "no-such-table", "1 to 7"),
    "a second start": (CHIPS, ANNA, Start(1), "phase", "Round 1 is waiting for: a chip"),
    "a card among the chips": (CHIPS, ANNA, Lay("raise", 1), "phase", "a chip"),
    "a pawn among the chips": (CHIPS, ANNA, Step(1), "phase", "a chip"),
    "a chip out of turn": (CHIPS, BEN, Chip(1), "turn", "It's Anna's turn: a chip"),
    "a second chip of the same player": (after(CHIPS, (ANNA, Chip(1))), ANNA, Chip(1), "turn", "It's Ben's turn"),
    "a chip of nobody": (CHIPS, None, Chip(1), "nobody", "No player is named"),
    "a chip on a table of a larger circle": (CHIPS, ANNA, Chip(8), "no-such-table", "1 to 7"),
    "a fifth chip": (ALL_OF_BEN, BEN, Chip(1), "all-placed", "Ben has placed all 4"),
    "too few chips at once": (CHIPS, None, Chips(((1, 11),)), "chips-count", "Place all 12 chips that"),
    "too many chips at once": (CHIPS, None, Chips(((1, 12), (2, 1))), "chips-count", "not 13."),
    "no chips at once": (CHIPS, None, Chips(()), "chips-count", "not 0."),
    "the phase's chips when some lie": (ALL_OF_BEN, None, Chips(((1, 12),)), "chips-count", "Place all 8"),
    "all on a table of a larger circle": (CHIPS, None, Chips(((8, 12),)), "no-such-table", "1 to 7"),
    "no chips of them there": (CHIPS, None, Chips(((1, 12), (8, 0))), "no-such-table", "1 to 7"),
    "a chip among the cards": (CARDS, ANNA, Chip(1), "phase", "a card"),
    "chips at once among the cards": (CARDS, None, Chips(()), "phase", "a card"),
    "a pawn among the cards": (CARDS, ANNA, Step(0), "phase", "a card"),
    "a card out of turn": (CARDS, CARLA, Lay("raise", 1), "turn", "It's Anna's turn: a card"),
    "a card of nobody": (CARDS, None, Lay("raise", 1), "nobody", "No player is named"),
    "a card at a table of a larger circle": (CARDS, ANNA, Lay("raise", 8), "no-such-table", "1 to 7"),
    "a card twice": (after(FREE_CARDS, (BEN, Lay("trap", 1))), BEN, Lay("trap", 2), "card-gone", "Ben"),
    "a fourth card": (HAND_OF_BEN, BEN, Lay("bluff", 1), "all-placed", "Ben has placed all 3"),
    "a fourth card, hidden": (HAND_OF_BEN, BEN, Lay("hidden", 1), "all-placed", "Ben has placed all 3"),
    "a card among the pawns": (PAWNS, ANNA, Lay("raise", 1), "phase", "the move of a pawn"),
    "a pawn out of turn": (PAWNS, BEN, Step(1), "turn", "It's Anna's turn: the move of a pawn"),
    "a pawn twice": (after(PAWNS, (ANNA, Step(1))), ANNA, Step(1), "turn", "It's Ben's turn"),
    "a pawn of nobody": (PAWNS, None, Step(1), "nobody", "No player is named"),
    "a payout of cards that are hidden": (VISITED, CARLA, Step(0), "hidden", "Anna's card at table 3"),
    "a chip after the end": (over(), ANNA, Chip(1), "phase", "nothing more"),
}


@pytest.mark.parametrize(("state", "seat", "move", "reason", "says"), CASES.values(), ids=CASES)
def test_refused(state: State, seat: Seat | None, move: Move, reason: str, says: str) -> None:
    before = repr(state)
    with pytest.raises(IllegalMove) as refused:
        vabanque.play(state, seat, move)
    assert refused.value.reason == reason
    assert says in error_messages.sentence("vabanque", refused.value, CAST)
    assert repr(state) == before


def test_hidden_cards_are_no_obstacle_to_a_payout_elsewhere() -> None:
    state, _ = vabanque.play(LAST_PAWN, CARLA, Step(4))
    assert state.pawns == (1, 4, 2)
    assert state.round == 2


def test_the_refused_pawn_may_go_elsewhere() -> None:
    """Whether a hidden card is turned up is decided by where the pawns stand in the end, not on the way."""
    state, _ = pawns_moved(UNSEEN, (4, 4, 4))
    assert state.pawns == (5, 7, 2)
