"""A game of Wetten! between two moves. The bank and the players together always have all money."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.games.types import Seat, replace_at
from companion.games.wetten.constants import ACTION_PRICES, CARD_PRICE, CARD_TIMES, MIN_STAKES, PRO_FROM, RACE_CARDS
from companion.games.wetten.events import Arrival, Ending, PlayerPaid, Ran
from companion.games.wetten.moves import Hidden, Numbers, Pair, Slip
from companion.games.wetten.race import Adjusted, Horse, starting_horses


class Phase(StrEnum):
    """The kind of move that comes next. A turn has two phases here; the payout needs no move."""

    BET = "bet"
    CARDS = "cards"
    RUN = "run"
    SECOND_BET = "second-bet"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Down:
    """A slip on the table. `ply` is the number of its move, from the start of the game."""

    slip: Slip
    ply: int = field(repr=False)


@dataclass(frozen=True, slots=True)
class Card:
    """A race card on the table, face down or up; `drew`: another one was drawn free."""

    numbers: Numbers | Hidden
    ply: int = field(repr=False)
    drew: bool = False


def card_price(bought: int) -> int:
    """Return the price of the next race card after this many in a race."""
    return CARD_PRICE * int(CARD_TIMES**bought)


@dataclass(frozen=True, slots=True)
class Player:
    """A player in a race. `double` is the bet on the opened first slip.

    `hand` counts race cards, `bought` the paid ones among them, `played` action cards, `acts` all acts.
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
        """The slips before this player in payout order: the second, then the first."""
        return tuple(down for down in (self.second, self.first) if down is not None)

    @property
    def staked(self) -> int:
        return sum(down.slip.stake for down in self.slips)

    @property
    def card_price(self) -> int:
        return card_price(self.bought)


@dataclass(frozen=True, slots=True)
class Race:
    """A paid race. `places` are those of horses 1 to 4; all else is by seat."""

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
    """`turn` counts the turns of this race from 1, and is 0 during the first bets.

    `runs`, `arrivals` and `cards` (the race cards turned up) are those of this race, by turn; `adjusts` are the action
    cards of this turn.
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
        return range(len(self.players))

    @property
    def money(self) -> tuple[int, ...]:
        """The money of each seat without its stakes."""
        return tuple(player.money for player in self.players)

    @property
    def track(self) -> int:
        """The number of fields from the start to the line."""
        track = self.options["track"]
        assert isinstance(track, int)
        return track

    @property
    def min_stake(self) -> int:
        return MIN_STAKES[self.race - 1]

    @property
    def pro(self) -> bool:
        """Whether a first slip may be opened in this race."""
        return self.race >= PRO_FROM[str(self.options["pro"])]

    @property
    def begun(self) -> bool:
        """Whether a bet of this race is down."""
        return any(player.first for player in self.players)

    def action_price(self, seat: Seat) -> int | None:
        """Return the price of a seat's next action card, None if it has none left."""
        played = self.players[seat].played
        return ACTION_PRICES[played] * self.min_stake if played < len(ACTION_PRICES) else None

    def after(self, seat: Seat, player: Player) -> "State":
        """Replace a player after an act; their money goes to the bank or comes from it."""
        old = self.players[seat]
        acted = replace(player, acts=old.acts + 1)
        players = replace_at(self.players, seat, acted)
        return replace(self, players=players, bank=self.bank + old.money - player.money)


def next_turn(state: State) -> State:
    """Take up new race cards: phase 2, or a turn of phase 4."""
    players = tuple(replace(player, card=None) for player in state.players)
    return replace(state, phase=Phase.CARDS, turn=state.turn + 1, players=players, adjusts=())
