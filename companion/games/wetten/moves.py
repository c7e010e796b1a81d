"""The moves of Wetten! and their format in the record."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from companion.games.notation import Action, Field, MoveFormat, MoveFormats, custom_field
from companion.games.types import HIDDEN, InvalidMove, check_integer
from companion.games.wetten.constants import ALL_MONEY, FARTHEST, FASTEST, HORSES, UNIT

Hidden = Literal["hidden"]
Numbers = tuple[int, ...]
"""Fields that a race card or a turn moves horses 1 to 4."""

Pair = tuple[int, int]
"""A bet: (horse, place)."""

PAIR = ("horse", "place")

EVERY = range(1, len(HORSES) + 1)
"""The numbers of the horses, and their possible places."""


@dataclass(frozen=True, slots=True)
class Single:
    """A single bet on a slip."""

    horse: int
    place: int
    stake: int

    @property
    def pair(self) -> Pair:
        return self.horse, self.place


@dataclass(frozen=True, slots=True)
class Slip:
    """A betting slip: its bets are secret, their sum is public."""

    bets: tuple[Single, ...] | Hidden
    stake: int


@dataclass(frozen=True, slots=True)
class Bet:
    """Lay the first slip face down (phase 1)."""

    slip: Slip


@dataclass(frozen=True, slots=True)
class SecondBet:
    """Lay the second slip face down (phase 3). `double` is the bet on the opened first slip with double odds."""

    slip: Slip
    double: Pair | None = None


@dataclass(frozen=True, slots=True)
class RaceCard:
    """Lay a race card face down: the fields for each horse (phases 2 and 4)."""

    numbers: Numbers | Hidden


@dataclass(frozen=True, slots=True)
class BuyCard:
    """Buy a race card."""


@dataclass(frozen=True, slots=True)
class ActionCard:
    """Play an action card: (horse, fields more or less in this turn), by horse."""

    adjust: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Run:
    """Move the horses."""


@dataclass(frozen=True, slots=True)
class Stop:
    """End the game after a race."""


Move = Bet | RaceCard | SecondBet | BuyCard | ActionCard | Run | Stop


def slip(bets: Sequence[Single]) -> Slip:
    """Make a slip with these bets, in this order, and their sum."""
    return Slip(tuple(bets), sum(bet.stake for bet in bets))


def redact(move: Move) -> Move:
    """Hide bets and race cards. The sum of a slip stays public."""
    match move:
        case Bet(slip) | SecondBet(slip):
            return replace(move, slip=Slip(HIDDEN, slip.stake))
        case RaceCard():
            return RaceCard(HIDDEN)
    return move


def sealed(move: Move) -> bool:
    """Whether it is a slip or a race card: all choose at once. The public sum of a slip reveals no bet."""
    return isinstance(move, Bet | SecondBet | RaceCard)


def _write_slip(slip: Slip) -> dict[str, object]:
    if isinstance(slip.bets, str):
        return {"bets": slip.bets, "stake": slip.stake}
    return {"bets": [{"horse": bet.horse, "place": bet.place, "stake": bet.stake} for bet in slip.bets]}


def _sum(action: Action) -> tuple[str, ...]:
    """The stake is written only if the bets are hidden."""
    bets = action.get("bets")
    if isinstance(bets, str) and bets != HIDDEN:
        raise InvalidMove("not-bets")
    return ("stake",) if bets == HIDDEN else ()


def _slip(action: Action) -> Slip:
    bets = action["bets"]
    if bets == HIDDEN:
        return Slip(HIDDEN, _thousands(action["stake"], 0))
    if not isinstance(bets, list):
        raise InvalidMove("not-bets")
    return slip([_single(bet) for bet in bets])


def _single(value: object) -> Single:
    bet = _object(value, "bets", *PAIR, "stake")
    return Single(*_pair({key: bet[key] for key in PAIR}, "bets"), _thousands(bet["stake"], UNIT))


def _pair(value: object, key: str) -> Pair:
    pair = _object(value, key, *PAIR)
    horse, place = (check_integer(pair[part], part, EVERY[0], EVERY[-1]) for part in PAIR)
    return horse, place


def _object(value: object, key: str, *expected: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping) or set(value) != set(expected):
        raise InvalidMove("not-object-of", key=key, expected=", ".join(expected))
    return value


def _thousands(value: object, low: int) -> int:
    if type(value) is not int or not low <= value <= ALL_MONEY or value % UNIT:
        raise InvalidMove("not-a-stake", low=low, high=ALL_MONEY)
    return value


def _numbers(value: object) -> Numbers:
    if not isinstance(value, list) or len(value) != len(HORSES):
        raise InvalidMove("not-moves", horses=len(HORSES))
    return tuple(check_integer(number, "moves", 0, FASTEST) for number in value)


def _adjust(value: object) -> tuple[tuple[int, int], ...]:
    numbers = {str(horse): horse for horse in EVERY}
    if not isinstance(value, Mapping) or not value or not set(value) <= set(numbers):
        raise InvalidMove("not-adjust", last=EVERY[-1])
    adjust = {numbers[key]: check_integer(by, "adjust", -FARTHEST, FARTHEST) for key, by in value.items()}
    if 0 in adjust.values():
        raise InvalidMove("adjust-nothing", most=FARTHEST)
    return tuple(sorted(adjust.items()))


SLIP = Field(lambda action: ("bets", *_sum(action)), _slip, _write_slip)
OPEN = custom_field(
    "open", lambda value: _pair(value, "open"), lambda pair: dict(zip(PAIR, pair, strict=True)), optional=True
)
ADJUST = custom_field("adjust", _adjust, lambda adjust: {str(horse): by for horse, by in adjust})

MOVES = MoveFormats[Move](
    MoveFormat("bet", Bet, SLIP),
    MoveFormat("race-card", RaceCard, custom_field("moves", _numbers, list, secret=True)),
    MoveFormat("second-bet", SecondBet, SLIP, OPEN),
    MoveFormat("buy-card", BuyCard),
    MoveFormat(
        "action-card",
        ActionCard,
        custom_field("adjust", _adjust, lambda adjust: {str(horse): by for horse, by in adjust}),
    ),
    MoveFormat("run", Run, seated=False),
    MoveFormat("stop", Stop, seated=False),
)
"""`run` and `stop` belong to no seat."""
