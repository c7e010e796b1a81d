"""Low Bid: all bid a number in secret; the lowest or the highest that nobody else bid wins as many points."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar, Literal, cast

from companion.games.choices import IntRange, resolve_options
from companion.games.game import Game
from companion.games.notation import MoveFormat, MoveFormats, number, word
from companion.games.types import (
    HIDDEN,
    Choices,
    GameEvent,
    PendingDecision,
    Seat,
    check_player_count,
    replace_at,
    require_seat,
    still_hidden,
    wrong_phase,
)

PLAYERS = range(3, 7)
CHOICES: Choices = {"rounds": IntRange(2, 1, 5)}


@dataclass(frozen=True, slots=True)
class Bid:
    number: int | Literal["hidden"]


@dataclass(frozen=True, slots=True)
class Turn:
    which: str


Move = Bid | Turn

BID = MoveFormat[Move]("bid", Bid, number("number", 1, 10, secret=True))
TURN = MoveFormat[Move]("turn", Turn, word("which", ("lowest", "highest")), seated=False)
MOVES = MoveFormats(BID, TURN)


@dataclass(frozen=True, kw_only=True)
class Turned(GameEvent):
    seat: Seat
    number: int


@dataclass(frozen=True, kw_only=True)
class Won(GameEvent):
    paged: ClassVar[bool] = True
    round: int
    seat: Seat | None  # nobody, if no number stands alone
    points: int


@dataclass(frozen=True, slots=True)
class State:
    rounds: int
    points: tuple[int, ...]
    bids: tuple[tuple[int | Literal["hidden"], int] | None, ...]  # each seat's number and its ply
    won: tuple[Won, ...] = ()
    ply: int = 0

    @property
    def phase(self) -> str:
        if len(self.won) == self.rounds:
            return "over"
        return "bid" if None in self.bids else "turn"


def start(count: int, options: Mapping[str, object]) -> State:
    check_player_count(count, PLAYERS)
    rounds = cast(int, resolve_options(options, CHOICES)["rounds"])
    return State(rounds, points=(0,) * count, bids=(None,) * count)


def asks(state: State) -> tuple[PendingDecision, ...]:
    now = len(state.won) + 1
    if state.phase == "turn":
        return (PendingDecision("turn", None, f"{now}.turn", final=True, fields=TURN.choices),)
    left = [seat for seat, bid in enumerate(state.bids) if bid is None and state.phase == "bid"]
    return tuple(PendingDecision("bid", seat, f"{now}.bid.{seat}", fields=BID.choices, hidden=True) for seat in left)


def play(state: State, seat: Seat | None, move: Move) -> tuple[State, tuple[GameEvent, ...]]:
    match move:
        case Bid(number) if state.phase == "bid" and state.bids[require_seat(seat)] is None:
            bids = replace_at(state.bids, require_seat(seat), (number, state.ply))
            return replace(state, bids=bids, ply=state.ply + 1), ()
        case Turn(which) if state.phase == "turn":
            return _turned(state, which)
    raise wrong_phase(state.phase)


def _turned(state: State, which: str) -> tuple[State, tuple[GameEvent, ...]]:
    up = []
    for seat, (bid, ply) in enumerate(bid for bid in state.bids if bid is not None):
        if bid == HIDDEN:
            raise still_hidden(seat)
        up.append(Turned(seat=seat, number=bid, reveals=(ply,)))
    numbers = [one.number for one in up]
    alone = sorted((one.number, one.seat) for one in up if numbers.count(one.number) == 1)
    points, winner = alone[0 if which == "lowest" else -1] if alone else (0, None)
    won = Won(round=len(state.won) + 1, seat=winner, points=points)
    scores = tuple(had + points * (seat == winner) for seat, had in enumerate(state.points))
    after = State(state.rounds, scores, (None,) * len(scores), (*state.won, won), state.ply + 1)
    return after, (*up, won)


def redact(move: Move) -> Move:
    return Bid(HIDDEN) if isinstance(move, Bid) else move


def hand(state: State, seat: Seat, _chance: object) -> Mapping[str, object]:
    bid = state.bids[seat]
    return {} if bid is None else {"number": bid[0]}


def rounds(state: State, names: Sequence[str]) -> list[dict[str, object]]:
    return [
        {"round": won.round, "winner": None if won.seat is None else names[won.seat], "points": won.points}
        for won in state.won
    ]


def suggest(_state: State, ask: PendingDecision, luck: Random) -> Move:
    return Bid(luck.randint(1, 10)) if ask.do == "bid" else Turn(luck.choice(("lowest", "highest")))


GAME = Game(
    slug="toy",
    title="Low Bid",
    players=PLAYERS,
    choices=CHOICES,
    unit="points",
    start=start,
    asks=asks,
    play=play,
    read=MOVES.read,
    write=MOVES.write,
    seated=MOVES.seated,
    redact=redact,
    sealed=lambda move: isinstance(move, Bid),
    hand=hand,
    scores=lambda state: state.points,
    rounds=rounds,
    suggest=suggest,
)
