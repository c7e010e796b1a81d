"""Banque Fatale: what a page sends for a move, and pairs of games that differ in closed hands."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import pytest

from companion.games import GAMES, banque_fatale
from companion.games.banque_fatale.constants import COLOURS
from companion.games.banque_fatale.moves import Auction, Bid, Deal, Keep, Move, Sell, Start, Take
from companion.games.banque_fatale.state import State
from companion.games.banque_fatale.tokens import Tokens
from companion.games.types import HIDDEN, PendingDecision, Seat
from companion.table.model.log import Table
from tests.unit.web.secrecy.pairing import Pair, Step, first_that_differs, house_rules, played, some_seats
from tests.unit.web.secrecy.planting import Build, Leak, more_in

WHOLE = 0.05
LAST_ROUND = 4
"""Most games are broken off up to here; the later rounds hide nothing else."""

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


def pair(seed: int) -> Pair:
    """A game of chance."""
    return first_that_differs(_pair, seed)


def _pair(luck: Random) -> Pair:
    """Broken off while some hands are closed and others are not; now and then whole."""
    game = GAMES["banque_fatale"]
    players = luck.choice(game.players)
    fields, options = house_rules(game, luck)
    steps = list(played(game, players, options, luck, _pick))
    bids = list(_bids(players, steps))
    if luck.random() > WHOLE:
        final = luck.randint(1, LAST_ROUND)
        stops = [bid.step for bid in bids if bid.round == final and not bid.last]
        steps = steps[: luck.choice(stops) + 1]
    exchanged = some_seats(players, luck)
    theirs = list(steps)
    opened = {bid.round for bid in bids if bid.last and bid.step < len(steps)}
    for bid in bids:
        if bid.step < len(steps) and bid.seat in exchanged and (bid.back or bid.round not in opened):
            theirs[bid.step] = Step(steps[bid.step].ask, Bid(_another(bid.held, luck)))
    knowing = _knowing(steps, theirs, frozenset(bid.step for bid in bids if bid.last))
    return Pair(game.slug, players, fields, tuple(steps), tuple(theirs), exchanged, tuple(knowing))


def _pick(asks: Sequence[PendingDecision], luck: Random) -> PendingDecision:
    """Cards are sold as often as not."""
    return luck.choice(asks)


@dataclass(frozen=True)
class _Closed:
    """A hand that was closed: whether it was opened again by its owner alone, and whether it opens all of them."""

    step: int
    round: int
    seat: Seat
    held: Tokens
    back: bool
    last: bool


def _bids(players: int, steps: Sequence[Step]) -> Iterator[_Closed]:
    state: State = banque_fatale.start(players, {})
    for number, step in enumerate(steps):
        if step.move is None:
            continue
        back = number + 1 < len(steps) and steps[number + 1].move is None
        if step.ask.do == "bid" and step.ask.seat is not None:
            last = not back and state.bids.count(None) == 1
            yield _Closed(number, state.round, step.ask.seat, state.tokens[step.ask.seat], back, last)
        if not back:
            state = GAMES["banque_fatale"].play_forced(banque_fatale.play(state, step.ask.seat, step.move)[0])


def _another(held: Tokens, luck: Random) -> Tokens:
    """Any bid: none at all, all that there is, or something between."""
    kind = luck.random()
    return tuple(0 if kind < 0.1 else count if kind > 0.9 else luck.randint(0, count) for count in held)


def _knowing(ours: Sequence[Step], theirs: Sequence[Step], opening: frozenset[int]) -> Iterator[frozenset[Seat]]:
    lying: list[tuple[Seat | None, bool]] = []
    for number, (our, their) in enumerate(zip(ours, theirs, strict=True)):
        if our.move is None:
            lying.pop()
        else:
            lying.append((our.ask.seat, our.move != their.move))
        if number in opening:
            lying.clear()
        yield frozenset(seat for seat, differs in lying if seat is not None and differs)


def size_of_a_closed_hand(patch: pytest.MonkeyPatch) -> Build:
    """Beside *ready* stands how many tokens were taken in hand."""
    sizes = "{% for bid in truth(player_view.key).state.bids if bid %}{{ bid.tokens | sum }}{% endfor %}"
    return more_in(patch, "banque_fatale/_people.html", sizes)


def an_empty_hand_looks_empty(patch: pytest.MonkeyPatch) -> Build:
    """Who has taken no token is marked in another way."""
    empty = "{% for bid in truth(player_view.key).state.bids if bid and not bid.tokens | sum %}<i></i>{% endfor %}"
    return more_in(patch, "banque_fatale/_people.html", empty)


def a_colour_glows(patch: pytest.MonkeyPatch) -> Build:
    """The scale shows which colours were bid so far."""
    bid = "{% for bid in truth(player_view.key).state.bids if bid %}{{ bid.tokens }}{% endfor %}"
    return more_in(patch, "banque_fatale/_board.html", bid)


def the_neighbours_tokens(patch: pytest.MonkeyPatch) -> Build:
    """A look shows the closed hand to the left as well."""
    left = "truth(player_view.key).state.bids[(player_view.seat + 1) % player_view.people | length]"
    return more_in(
        patch, "banque_fatale/_hand.html", f"{{% if player_view.seat is not none %}}{{{{ {left} }}}}{{% endif %}}"
    )


LEAKS: tuple[Leak, ...] = (size_of_a_closed_hand, an_empty_hand_looks_empty, a_colour_glows, the_neighbours_tokens)
