"""What everybody at a table of Wetten! comes to know. Words for it are in `templates/wetten`."""

from dataclasses import dataclass
from typing import Literal

from companion.games.types import GameEvent, Seat
from companion.games.wetten.moves import Hidden, Numbers, Pair, Single

Which = Literal["first", "second"]
Reason = Literal["alone", "past", "moved", "shared"]
Ending = Literal["races", "bank", "stop"]


@dataclass(frozen=True, slots=True)
class Stride:
    """How a horse that was not in before has moved in one turn.

    `cards` are its numbers on the race cards, by seat; `adjusts` the action cards on it, (seat, by), in order.
    `moved` is their sum, or 0 where that is less.
    """

    horse: int
    cards: tuple[int, ...]
    adjusts: tuple[tuple[Seat, int], ...]
    moved: int
    origin: int
    field: int
    arrived: bool

    @property
    def sum(self) -> int:
        """What the race cards alone say."""
        return sum(self.cards)


@dataclass(frozen=True, slots=True)
class Arrival:
    """A horse is in. `past` counts the fields behind the line.

    `reason` tells what decided among those that came in by the same turn, and `rivals` against which of them:
    nobody else came (alone), further past the line (past), on the same field (moved), or nothing could (shared).
    """

    horse: int
    place: int
    past: int
    moved: int
    reason: Reason
    rivals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """What a single bet earns, also where it is nothing. `row` counts the bets of the slip.

    `came` is the horse's place; `vacant` says that no horse has the place that was bet on, since another was shared.
    `due` is stake × odds for a right bet; `amount` is less only where the bank could not pay.
    """

    seat: Seat
    slip: Which
    row: int
    bet: Single
    odds: int
    came: int
    vacant: bool
    due: int
    amount: int


@dataclass(frozen=True, kw_only=True)
class SlipLaid(GameEvent):
    """A slip lies face down, its sum open; the stake is the bank's. The bets are not in here."""

    seat: Seat
    slip: Which
    stake: int
    money: int

    @property
    def conceals(self) -> bool:
        """A slip without a bet moves no money, so its bets say all of it."""
        return not self.stake


@dataclass(frozen=True, kw_only=True)
class SlipOpened(GameEvent):
    """A first slip is laid open, and one bet on it has other odds now ("keine Chance ...")."""

    seat: Seat
    bets: tuple[Single, ...]
    double: Pair
    odds: int


@dataclass(frozen=True, kw_only=True)
class CardBought(GameEvent):
    """A player draws one more race card for money. `following` is the price of the next."""

    seat: Seat
    price: int
    following: int
    money: int


@dataclass(frozen=True, kw_only=True)
class CardLaid(GameEvent):
    """A race card lies face down. `hand` counts the cards that are left; where `drew`, one of them was free."""

    seat: Seat
    hand: int
    drew: bool

    @property
    def conceals(self) -> bool:
        """A card that is drawn is something else than the one that was laid."""
        return not self.drew


@dataclass(frozen=True, kw_only=True)
class CardsTurned(GameEvent):
    """All race cards of a turn are up, by seat. `sums` is None where a card is not known."""

    turn: int
    cards: tuple[Numbers | Hidden, ...]
    sums: Numbers | None


@dataclass(frozen=True, kw_only=True)
class ActionPlayed(GameEvent):
    """An action card, the first to third of a player in this race. `idle` are the horses on it that are in."""

    seat: Seat
    number: int
    adjust: tuple[tuple[int, int], ...]
    idle: tuple[int, ...]
    times: int
    min_stake: int
    price: int
    money: int


@dataclass(frozen=True, kw_only=True)
class Ran(GameEvent):
    """The horses have moved."""

    paged = True
    race: int
    turn: int
    track: int
    strides: tuple[Stride, ...]


@dataclass(frozen=True, kw_only=True)
class CameIn(GameEvent):
    """The places of the horses that this turn brought in, first ones first. It is on the page of the run."""

    race: int
    turn: int
    arrivals: tuple[Arrival, ...]


@dataclass(frozen=True, kw_only=True)
class PlayerPaid(GameEvent):
    """A player's slips are up, and what each bet earns: second slip, then first. It is on the page of the race.

    `had` is the money before the race; had − staked − race_cards − action_cards + paid = money.
    """

    seat: Seat
    lines: tuple[Line, ...]
    had: int
    staked: int
    race_cards: int
    action_cards: int
    paid: int
    money: int


@dataclass(frozen=True, kw_only=True)
class BankBroke(GameEvent):
    """The bank could not pay all: winning bets were paid in rising amount until it was empty."""

    race: int
    had: int
    due: int


@dataclass(frozen=True, kw_only=True)
class RacePaid(GameEvent):
    """A race is paid out: by seat what was paid, given to who had nothing left, and is there now; and the bank."""

    paged = True
    totals = True
    race: int
    paid: tuple[int, ...]
    gifts: tuple[int, ...]
    money: tuple[int, ...]
    bank: int


@dataclass(frozen=True, kw_only=True)
class GameOver(GameEvent):
    """The game ends by its last race, an empty bank or the players' will. Most money wins, equals share.

    After a race its page has just told what everybody has.
    """

    ended_by: Ending
    races: int
    winners: tuple[Seat, ...]


@dataclass(frozen=True, kw_only=True)
class GameStopped(GameOver):
    """The players have agreed to end the game."""

    paged = True
