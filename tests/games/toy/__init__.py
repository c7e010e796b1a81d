"""Low Bid, a game of the tests: rules and nothing else. Every number is secret; then one that stands alone wins.

A house rule gives somebody a head start, whom the host names; by another one the last number turns all up by itself. No
template, no words and no tests of its own: what every law and every page can do with it, they do for any game. What it
would say with words of its own stands in `words`, to be copied; no page shows it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar, Literal, cast

from companion.games.choices import IntRange, choose, filled_in
from companion.games.fields import Spelling, Spellings, number, word
from companion.games.game import Game
from companion.games.kit import (
    HIDDEN,
    Ask,
    Chance,
    Choices,
    Fact,
    Refused,
    Seat,
    face_down,
    fitting,
    not_now,
    put,
    somebody,
)

PLAYERS = range(3, 7)
HEAD_START = 3
CHOICES: Choices = {"rounds": IntRange(2, 1, 5), "head_start": (False, True), "by_itself": (False, True)}


@dataclass(frozen=True, slots=True)
class Start:
    """Whom the host names has a head start."""

    whom: Seat


@dataclass(frozen=True, slots=True)
class Bid:
    """A number, face down."""

    number: int | Literal["hidden"]


@dataclass(frozen=True, slots=True)
class Turn:
    """Whoever likes turns all numbers up, and says which of those that stand alone wins."""

    which: str


Move = Start | Bid | Turn

START = Spelling[Move]("start", Start, number("whom", 0, PLAYERS[-1] - 1), seated=False)
BID = Spelling[Move]("bid", Bid, number("number", 1, 10, secret=True))
TURN = Spelling[Move]("turn", Turn, word("which", ("lowest", "highest")), seated=False)
MOVES = Spellings(START, BID, TURN)


@dataclass(frozen=True, kw_only=True)
class Given(Fact):
    """Somebody has points before the first round."""

    paged: ClassVar[bool] = True
    whom: Seat
    amount: int


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
    """`acts` counts all moves of the game, `bids` holds the number and the move of each seat.

    `opens`: the host has still to name somebody. `by_itself`: nobody need turn the numbers up, and the lowest wins.
    """

    rounds: int
    points: tuple[int, ...]
    bids: tuple[tuple[int | Literal["hidden"], int] | None, ...]
    won: tuple[Won, ...] = ()
    acts: int = 0
    opens: bool = False
    given: Given | None = None
    by_itself: bool = False

    @property
    def phase(self) -> str:
        """What the table waits for, by the word of the move, or that nothing is asked any more."""
        if self.opens:
            return "start"
        if len(self.won) == self.rounds:
            return "over"
        return "bid" if None in self.bids else "turn"


def start(count: int, options: Mapping[str, object]) -> State:
    """Nobody has bid."""
    fitting(count, PLAYERS)
    chosen = choose(options, CHOICES)
    opens, by_itself = bool(chosen["head_start"]), bool(chosen["by_itself"])
    return State(cast(int, chosen["rounds"]), (0,) * count, (None,) * count, opens=opens, by_itself=by_itself)


def asks(state: State) -> tuple[Ask, ...]:
    """Who has a head start; then all at once, and whoever likes."""
    if state.phase == "start":
        return (Ask("start", None, "start", fields={"whom": tuple(range(len(state.points)))}),)
    if state.phase == "over":
        return ()
    now = len(state.won) + 1
    if state.phase == "turn":
        fields: Choices = {"which": ("lowest",)} if state.by_itself else TURN.choices
        return (Ask("turn", None, f"{now}.turn", final=True, fields=fields),)
    left = [seat for seat, bid in enumerate(state.bids) if bid is None]
    return tuple(Ask("bid", seat, f"{now}.bid.{seat}", fields=BID.choices, hidden=True) for seat in left)


def play(state: State, seat: Seat | None, move: Move) -> tuple[State, tuple[Fact, ...]]:
    """Who has a head start, a bid, or the end of a round."""
    match move:
        case Start(whom) if state.phase == "start":
            return _begun(state, whom)
        case Bid(bid) if state.phase == "bid" and state.bids[somebody(seat)] is None:
            bids = put(state.bids, somebody(seat), (bid, state.acts))
            return replace(state, bids=bids, acts=state.acts + 1), ()
        case Turn(which) if state.phase == "turn":
            return _turned(state, which)
    raise not_now(state.phase)


def _begun(state: State, whom: Seat) -> tuple[State, tuple[Fact, ...]]:
    if whom >= len(state.points):
        raise Refused("out-of-range", key="whom", low=0, high=len(state.points) - 1)
    given = Given(whom=whom, amount=HEAD_START)
    points = put(state.points, whom, HEAD_START)
    return replace(state, points=points, opens=False, given=given, acts=state.acts + 1), (given,)


def _turned(state: State, which: str) -> tuple[State, tuple[Fact, ...]]:
    if state.by_itself and which != "lowest":
        raise Refused("not-one-of", key="which", expected="lowest")
    bids = [bid for bid in state.bids if bid is not None]
    for seat, (bid, _) in enumerate(bids):
        if bid == HIDDEN:
            raise face_down(seat)
    up = [Turned(seat=seat, number=cast(int, bid), reveals=(ply,)) for seat, (bid, ply) in enumerate(bids)]
    alone = [one for one in up if [other.number for other in up].count(one.number) == 1]
    best = sorted(alone, key=lambda one: one.number if which == "lowest" else -one.number)[:1]
    won = Won(round=len(state.won) + 1, seat=best[0].seat if best else None, points=best[0].number if best else 0)
    points = tuple(had + won.points * (seat == won.seat) for seat, had in enumerate(state.points))
    after = replace(state, points=points, bids=(None,) * len(points), won=(*state.won, won), acts=state.acts + 1)
    return after, (*up, won)


def forced(state: State) -> tuple[Seat | None, Move] | None:
    """By a house rule, that all numbers are turned up."""
    return (None, Turn("lowest")) if state.by_itself and None not in state.bids else None


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
    if ask.do == "start":
        return Start(rng.randrange(len(state.points)))
    return Bid(rng.randint(1, 10)) if ask.do == "bid" else Turn(cast(str, rng.choice(ask.fields["which"])))


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
    forced=forced,
    from_form=from_form,
    suggest=suggest,
)
