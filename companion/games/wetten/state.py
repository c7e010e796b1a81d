"""A game of Wetten! between two moves. All money is the bank's or a player's at every moment."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.games.types import Seat, replace_at
from companion.games.wetten.constants import ACTION_PRICES, CARD_PRICE, CARD_TIMES, MIN_STAKES, PRO_FROM, RACE_CARDS
from companion.games.wetten.events import Arrival, Ending, PlayerPaid, Ran
from companion.games.wetten.moves import Hidden, Numbers, Pair, Slip
from companion.games.wetten.race import Adjusted, Horse, starting_horses


class Phase(StrEnum):
    """What is done now. A turn of Start and of Neck and neck is two phases here; the payout needs no act."""

    BET = "bet"
    CARDS = "cards"
    RUN = "run"
    SECOND_BET = "second-bet"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Down:
    """A slip on the table. `ply` counts the moves before it, from the start of the game."""

    slip: Slip
    ply: int = field(repr=False)


@dataclass(frozen=True, slots=True)
class Card:
    """A race card on the table, face down or up; `drew`: only one was left in the hand, and one was drawn free."""

    numbers: Numbers | Hidden
    ply: int = field(repr=False)
    drew: bool = False


def card_price(bought: int) -> int:
    """What one more race card costs who has bought so many in this race."""
    return CARD_PRICE * int(CARD_TIMES**bought)


@dataclass(frozen=True, slots=True)
class Player:
    """A player in a race. `double` is the bet on the first slip that was laid open for its odds.

    `hand` counts race cards, `bought` those among them that were paid for, `played` action cards, `acts` all acts.
    """

    money: int
    first: Down | None = None
    second: Down | None = None
    double: Pair | None = None
    card: Card | None = None
    hand: int = RACE_CARDS
    bought: int = 0
    played: int = 0
    acts: int = 0

    @property
    def slips(self) -> tuple[Down, ...]:
        """The slips that lie before this player, in the order of the payout: the second, then the first."""
        return tuple(down for down in (self.second, self.first) if down is not None)

    @property
    def staked(self) -> int:
        """What lies on the slips."""
        return sum(down.slip.stake for down in self.slips)

    @property
    def card_price(self) -> int:
        """What the next race card costs this player."""
        return card_price(self.bought)


@dataclass(frozen=True, slots=True)
class Race:
    """A race that is paid out. `places` are those of horses 1 to 4; all else by seat."""

    number: int
    min_stake: int
    runs: tuple[Ran, ...]
    arrivals: tuple[tuple[Arrival, ...], ...]
    places: tuple[int, ...]
    players: tuple[PlayerPaid, ...]
    paid: tuple[int, ...]
    gifts: tuple[int, ...]
    money: tuple[int, ...]
    bank: int
    broke: bool


@dataclass(frozen=True, slots=True)
class State:
    """`turn` counts the turns of this race from 1, and is 0 while the first bets are laid.

    `runs`, `arrivals` and `cards`, the race cards that were turned up, are those of this race, by turn; `adjusts` are
    the action cards of this turn.
    """

    options: Mapping[str, object]
    bank: int
    players: tuple[Player, ...]
    phase: Phase = Phase.BET
    race: int = 1
    turn: int = 0
    horses: tuple[Horse, ...] = starting_horses()
    adjusts: tuple[Adjusted, ...] = ()
    runs: tuple[Ran, ...] = ()
    arrivals: tuple[tuple[Arrival, ...], ...] = ()
    cards: tuple[tuple[Numbers | Hidden, ...], ...] = ()
    races: tuple[Race, ...] = ()
    ended_by: Ending | None = None
    ply: int = 0

    @property
    def seats(self) -> range:
        """Everybody's."""
        return range(len(self.players))

    @property
    def money(self) -> tuple[int, ...]:
        """What each seat has; stakes are gone."""
        return tuple(player.money for player in self.players)

    @property
    def track(self) -> int:
        """How many fields lie from the start to the line."""
        track = self.options["track"]
        assert isinstance(track, int)
        return track

    @property
    def min_stake(self) -> int:
        """The least that a single bet stakes in this race."""
        return MIN_STAKES[self.race - 1]

    @property
    def pro(self) -> bool:
        """Whether a first slip may be laid open in this race."""
        return self.race >= PRO_FROM[str(self.options["pro"])]

    @property
    def begun(self) -> bool:
        """Whether somebody's bet of this race is down."""
        return any(player.first for player in self.players)

    def action_price(self, seat: Seat) -> int | None:
        """What the seat's next action card costs, None where there is none."""
        played = self.players[seat].played
        return ACTION_PRICES[played] * self.min_stake if played < len(ACTION_PRICES) else None

    def after(self, seat: Seat, player: Player) -> "State":
        """One player changed by an act, whose money goes to the bank or comes from there."""
        old = self.players[seat]
        acted = replace(player, acts=old.acts + 1)
        players = replace_at(self.players, seat, acted)
        return replace(self, players=players, bank=self.bank + old.money - player.money)


def next_turn(state: State) -> State:
    """Race cards are taken up again: phase 2, or a turn of phase 4."""
    players = tuple(replace(player, card=None) for player in state.players)
    return replace(state, phase=Phase.CARDS, turn=state.turn + 1, players=players, adjusts=())
