"""Public events of Wetten!. `templates/wetten` has their sentences."""

from dataclasses import dataclass
from typing import Literal

from companion.games.types import GameEvent, Seat
from companion.games.wetten.moves import Hidden, Numbers, Pair, Single

Which = Literal["first", "second"]
Reason = Literal["alone", "past", "moved", "shared"]
Ending = Literal["races", "bank", "stop"]


@dataclass(frozen=True, slots=True)
class Stride:
    """The movement of one horse in one turn, before it arrives.

    `cards` are its numbers on the race cards, by seat; `adjusts` the action cards on it, (seat, fields), in order.
    `moved` is their sum, at least 0.
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
        """The race cards alone."""
        return sum(self.cards)


@dataclass(frozen=True, slots=True)
class Arrival:
    """A horse has arrived. `past` counts the fields behind the line.

    `reason` says what decided between it and its `rivals` of the same turn: nobody else came (alone), it got further
    past the line (past), it moved more to the same field (moved), or nothing did (shared).
    """

    horse: int
    place: int
    past: int
    moved: int
    reason: Reason
    rivals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """The payout of a single bet, zero included. `row` is its number on the slip, from 0.

    `came` is the horse's place; `vacant`: nobody has the place that was bet on, since another was shared. `due` is
    stake × odds for a right bet; `amount` is less if the bank could not pay.
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
    """A slip lies face down; its stake is public and goes to the bank. The bets are not in here."""

    seat: Seat
    slip: Which
    stake: int
    money: int

    @property
    def conceals(self) -> bool:
        """Without a stake, the bets say everything."""
        return not self.stake


@dataclass(frozen=True, kw_only=True)
class SlipOpened(GameEvent):
    """A first slip is opened, and one bet on it gets other odds ("keine Chance ...")."""

    seat: Seat
    bets: tuple[Single, ...]
    double: Pair
    odds: int


@dataclass(frozen=True, kw_only=True)
class CardBought(GameEvent):
    """A player has bought a race card. `following` is the price of the next."""

    seat: Seat
    price: int
    following: int
    money: int


@dataclass(frozen=True, kw_only=True)
class CardLaid(GameEvent):
    """A race card lies face down. `hand` counts the cards left; with `drew`, one of them was drawn free."""

    seat: Seat
    hand: int
    drew: bool

    @property
    def conceals(self) -> bool:
        """A drawn card is news besides the laid one."""
        return not self.drew


@dataclass(frozen=True, kw_only=True)
class CardsTurned(GameEvent):
    """All race cards of a turn are up, by seat. `sums` is None if a card is unknown."""

    turn: int
    cards: tuple[Numbers | Hidden, ...]
    sums: Numbers | None


@dataclass(frozen=True, kw_only=True)
class ActionPlayed(GameEvent):
    """A player's first to third action card in this race. `idle` are its horses that have arrived."""

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
    """The arrivals of this turn, the first ones first. The page of the run shows them."""

    race: int
    turn: int
    arrivals: tuple[Arrival, ...]


@dataclass(frozen=True, kw_only=True)
class PlayerPaid(GameEvent):
    """The payout of a player's bets: second slip, then first. The page of the race shows it.

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
    """The bank could not pay everything: it paid winning bets in rising amount until it was empty."""

    race: int
    had: int
    due: int


@dataclass(frozen=True, kw_only=True)
class RacePaid(GameEvent):
    """A race is paid: payouts, gifts to players with nothing left, and money by seat; and the bank."""

    paged = True
    totals = True
    race: int
    paid: tuple[int, ...]
    gifts: tuple[int, ...]
    money: tuple[int, ...]
    bank: int


@dataclass(frozen=True, kw_only=True)
class GameOver(GameEvent):
    """The game ends by its last race, an empty bank or agreement. The most money wins; equals share.

    After a race, its page has just shown all money.
    """

    ended_by: Ending
    races: int
    winners: tuple[Seat, ...]


@dataclass(frozen=True, kw_only=True)
class GameStopped(GameOver):
    """The players have agreed to end the game."""

    paged = True
