"""Illegal moves of Vabanque: state, seat, move, reason, and a part of the sentence."""

from companion.games import vabanque
from companion.games.types import Seat
from companion.games.vabanque.moves import Chip, Chips, Lay, Move, Start, Step
from companion.games.vabanque.state import State
from tests.support.cast import ANNA, BEN, CARLA
from tests.unit.games.vabanque.table import cards_down, chips_down, seated

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


ALL_OF_BEN = after(FREE_CHIPS, *[(BEN, Chip(1))] * 4)
HAND_OF_BEN = after(FREE_CARDS, (BEN, Lay("raise", 1)), (BEN, Lay("hidden", 1)), (BEN, Lay("trap", 1)))
UNSEEN = after(CARDS, *[(seat, Lay("hidden", 3)) for seat in (ANNA, BEN, CARLA) * 3])
VISITED = after(UNSEEN, (ANNA, Step(2)), (BEN, Step(1)))

CASES: dict[str, tuple[State, Seat | None, Move, str, str]] = {
    "nobody starts": (EMPTY, None, Start(1), "nobody", "No player was chosen"),
    "a start at a table of a larger circle": (EMPTY, ANNA, Start(8), "no-such-table", "1 to 7"),
    "a card among the chips": (CHIPS, ANNA, Lay("raise", 1), "phase", "place a chip"),
    "a chip out of turn": (CHIPS, BEN, Chip(1), "turn", "It's Anna's turn to place a chip"),
    "a chip on a table of a larger circle": (CHIPS, ANNA, Chip(8), "no-such-table", "1 to 7"),
    "a fifth chip": (ALL_OF_BEN, BEN, Chip(1), "all-placed", "Ben has nothing left to place"),
    "too few chips at once": (CHIPS, None, Chips(((1, 11),)), "chips-count", "Place all your remaining chips: 12,"),
    "too many chips at once": (CHIPS, None, Chips(((1, 12), (2, 1))), "chips-count", "not 13."),
    "the phase's chips when some lie": (
        ALL_OF_BEN,
        None,
        Chips(((1, 12),)),
        "chips-count",
        "Place all your remaining chips: 8,",
    ),
    "no chips of them there": (CHIPS, None, Chips(((1, 12), (8, 0))), "no-such-table", "1 to 7"),
    "a card on a table of a larger circle": (CARDS, ANNA, Lay("raise", 8), "no-such-table", "1 to 7"),
    "a card twice": (after(FREE_CARDS, (BEN, Lay("trap", 1))), BEN, Lay("trap", 2), "card-gone", "Ben"),
    "a fourth card": (HAND_OF_BEN, BEN, Lay("bluff", 1), "all-placed", "Ben has nothing left to place"),
    "a pawn out of turn": (PAWNS, BEN, Step(1), "turn", "It's Anna's turn to move the pawn"),
    "a payout of cards that are hidden": (VISITED, CARLA, Step(0), "hidden", "Anna's card at table 3"),
}
