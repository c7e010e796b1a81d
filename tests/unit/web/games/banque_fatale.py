"""Banque Fatale: what a page sends for a move, and leaks of closed hands."""

import pytest

from companion.games.banque_fatale.constants import COLOURS
from companion.games.banque_fatale.moves import Auction, Bid, Deal, Keep, Move, Sell, Start, Take
from companion.games.types import HIDDEN, Seat
from companion.table.model.log import Table
from tests.unit.web.secrecy.planting import Build, Leak, more_in

another = None
GUESSES = [
    {"slot": "1.bid.0", "do": "bid", **dict.fromkeys(COLOURS, count), "card": "red", "token": "red"}
    for count in (0, 1, 2)
]


def form_of(table: Table, seat: Seat | None, move: Move) -> dict[str, object]:  # noqa: ARG001  # the games' face
    """The fields of the form."""
    match move:
        case Start():
            return {"do": "start", "seat": seat}
        case Deal(card):
            return {"do": "deal", "card": card}
        case Auction(card):
            return {"do": "auction", "card": card}
        case Bid(tokens):
            assert tokens != HIDDEN
            return {"do": "bid", **dict(zip(COLOURS, tokens, strict=True))}
        case Take(token):
            return {"do": "take", "token": token}
        case Sell(card):
            return {"do": "sell", "card": card}
        case Keep():
            return {"do": "keep"}


def size_of_a_closed_hand(patch: pytest.MonkeyPatch) -> Build:
    """Beside *ready* stands how many tokens were taken in hand."""
    sizes = "{% for bid in truth(player_view.key).state.bids if bid %}{{ bid.tokens | sum }}{% endfor %}"
    return more_in(patch, "banque_fatale/_people.html", sizes)


def an_empty_hand_looks_empty(patch: pytest.MonkeyPatch) -> Build:
    """An empty closed hand is marked."""
    empty = "{% for bid in truth(player_view.key).state.bids if bid and not bid.tokens | sum %}<i></i>{% endfor %}"
    return more_in(patch, "banque_fatale/_people.html", empty)


def a_colour_glows(patch: pytest.MonkeyPatch) -> Build:
    """The scale shows which colours were bid so far."""
    bid = "{% for bid in truth(player_view.key).state.bids if bid %}{{ bid.tokens }}{% endfor %}"
    return more_in(patch, "banque_fatale/_board.html", bid)


def the_neighbours_tokens(patch: pytest.MonkeyPatch) -> Build:
    """A look shows the neighbour's closed hand too."""
    left = "truth(player_view.key).state.bids[(player_view.seat + 1) % player_view.people | length]"
    return more_in(
        patch, "banque_fatale/_hand.html", f"{{% if player_view.seat is not none %}}{{{{ {left} }}}}{{% endif %}}"
    )


LEAKS: tuple[Leak, ...] = (size_of_a_closed_hand, an_empty_hand_looks_empty, a_colour_glows, the_neighbours_tokens)
