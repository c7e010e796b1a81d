"""Low Bid, a game of the tests: rules and nothing else. Every number is secret; then one that stands alone wins.

No template, no words and no tests of its own: what every law and every page can do with it, they do for any game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar, Literal, cast

from companion.games.choices import IntRange, choose, filled_in
from companion.games.fields import Spelling, Spellings, number, word
from companion.games.game import Game
from companion.games.kit import HIDDEN, Ask, Chance, Choices, Fact, Refused, Seat, Unseen, fitting, put

PLAYERS = range(3, 7)
CHOICES: Choices = {"rounds": IntRange(2, 1, 5)}


@dataclass(frozen=True, slots=True)
class Bid:
    """A number, face down."""

    number: int | Literal["hidden"]


@dataclass(frozen=True, slots=True)
class Turn:
    """Whoever likes turns all numbers up, and says which of those that stand alone wins."""

    which: str


Move = Bid | Turn

BID = Spelling[Move]("bid", Bid, number("number", 1, 10, secret=True))
TURN = Spelling[Move]("turn", Turn, word("which", ("lowest", "highest")), seated=False)
MOVES = Spellings(BID, TURN)


@dataclass(frozen=True, kw_only=True)
class Turned(Fact):
    """A number is up."""

    seat: Seat
    number: int


@dataclass(frozen=True, kw_only=True)
class Won(Fact):
    """A round is over; seat None: no number stood alone."""

    paged: ClassVar[bool] = True
    round: int
    seat: Seat | None
    points: int


@dataclass(frozen=True, slots=True)
class State:
    """`acts` counts all moves of the game, `bids` holds the number and the move of each seat."""

    rounds: int
    points: tuple[int, ...]
    bids: tuple[tuple[int | Literal["hidden"], int] | None, ...]
    won: tuple[Won, ...] = ()
    acts: int = 0


def start(count: int, options: Mapping[str, object]) -> State:
    """Nobody has bid."""
    fitting(count, PLAYERS)
    return State(cast(int, choose(options, CHOICES)["rounds"]), (0,) * count, (None,) * count)


def asks(state: State) -> tuple[Ask, ...]:
    """All at once; then whoever likes."""
    now = len(state.won) + 1
    if now > state.rounds:
        return ()
    if None not in state.bids:
        return (Ask("turn", None, f"{now}.turn", final=True, fields=TURN.choices),)
    left = [seat for seat, bid in enumerate(state.bids) if bid is None]
    return tuple(Ask("bid", seat, f"{now}.bid.{seat}", fields=BID.choices, hidden=True) for seat in left)


def play(state: State, seat: Seat | None, move: Move) -> tuple[State, tuple[Fact, ...]]:
    """A bid, or the end of a round."""
    match move:
        case Bid(bid) if seat is not None and state.bids[seat] is None:
            bids = put(state.bids, seat, (bid, state.acts))
            return replace(state, bids=bids, acts=state.acts + 1), ()
        case Turn(which) if None not in state.bids:
            return _turned(state, which)
    raise Refused("not-now")


def _turned(state: State, which: str) -> tuple[State, tuple[Fact, ...]]:
    bids = [bid for bid in state.bids if bid is not None and bid[0] != HIDDEN]
    if len(bids) < len(state.bids):
        raise Unseen("face-down")
    up = [Turned(seat=seat, number=cast(int, bid), reveals=(ply,)) for seat, (bid, ply) in enumerate(bids)]
    alone = [one for one in up if [other.number for other in up].count(one.number) == 1]
    best = sorted(alone, key=lambda one: one.number if which == "lowest" else -one.number)[:1]
    won = Won(round=len(state.won) + 1, seat=best[0].seat if best else None, points=best[0].number if best else 0)
    points = tuple(had + won.points * (seat == won.seat) for seat, had in enumerate(state.points))
    return State(state.rounds, points, (None,) * len(points), (*state.won, won), state.acts + 1), (*up, won)


def cover(move: Move) -> Move:
    """That somebody has bid is seen by all, the number by nobody."""
    return Bid(HIDDEN) if isinstance(move, Bid) else move


def sealed(move: Move) -> bool:
    """A bid."""
    return isinstance(move, Bid)


def scores(state: State) -> tuple[int, ...]:
    """Points."""
    return state.points


def rounds(state: State, names: Sequence[str]) -> list[dict[str, object]]:
    """Who won which."""
    winners = ((won, None if won.seat is None else names[won.seat]) for won in state.won)
    return [{"round": won.round, "winner": name, "points": won.points} for won, name in winners]


def hand(state: State, seat: Seat, chance: Chance) -> Mapping[str, object]:
    """The own number."""
    bid = state.bids[seat]
    return {} if bid is None else {"number": bid[0]}


def from_form(state: State, seat: Seat | None, fields: Mapping[str, str], chance: Chance) -> Move:
    """From the plain form."""
    return MOVES.read(filled_in(asks(state), seat, fields))


def suggest(state: State, ask: Ask, rng: Random) -> Move:
    """Anything."""
    return Bid(rng.randint(1, 10)) if ask.do == "bid" else Turn(rng.choice(("lowest", "highest")))


GAME = Game(
    slug="toy",
    title="Low Bid",
    players=PLAYERS,
    choices=CHOICES,
    start=start,
    asks=asks,
    play=play,
    read=MOVES.read,
    write=MOVES.write,
    seated=MOVES.seated,
    cover=cover,
    sealed=sealed,
    scores=scores,
    unit="points",
    rounds=rounds,
    hand=hand,
    from_form=from_form,
    suggest=suggest,
)
