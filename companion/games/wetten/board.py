"""The public view of a race: positions of the horses and sums of the cards of a turn."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.types import GameEvent, Seat
from companion.games.wetten.constants import ACTION_PRICES
from companion.games.wetten.events import Arrival, Line, Ran
from companion.games.wetten.moves import EVERY, Numbers
from companion.games.wetten.rules import asks, may_open, waiting
from companion.games.wetten.state import Phase, Race, State


@dataclass(frozen=True, slots=True)
class HorseCards:
    """The cards that move a horse in this turn: its race cards by seat, and action cards as (seat, fields).

    `total` is None for a horse that has arrived.
    """

    horse: int
    cards: tuple[int, ...]
    adjusts: tuple[tuple[Seat, int], ...]
    total: int | None


@dataclass(frozen=True, slots=True)
class Lane:
    """A horse on the track.

    `place` is final, `rank` its place now, None while all stand at the start. On the page of a run, `origin` is the
    field where it stood and `moved` how far it ran. `lands` is the field where the cards of this turn take it.
    """

    horse: int
    field: int
    place: int | None
    rank: int | None
    origin: int | None = None
    moved: int | None = None
    lands: int | None = None


@dataclass(frozen=True, slots=True)
class PlayedCard:
    seat: Seat
    adjust: tuple[tuple[int, int], ...]
    price: int


def combine_cards(state: State) -> tuple[HorseCards, ...]:
    """Combine the cards of this turn, horse by horse; no horse moves backwards."""
    up = (player.card.numbers for player in state.players if player.card)
    cards = [numbers for numbers in up if not isinstance(numbers, str)]
    return tuple(_combine_for(state, horse, cards) for horse in EVERY)


def _combine_for(state: State, horse: int, cards: Sequence[Numbers]) -> HorseCards:
    numbers = tuple(card[horse - 1] for card in cards)
    by = tuple((card.seat, further) for card in state.adjusts for on, further in card.adjust if on == horse)
    total = max(0, sum(numbers) + sum(further for _, further in by))
    return HorseCards(horse, numbers, by, None if state.horses[horse - 1].place else total)


def action_prices(state: State) -> tuple[int, ...]:
    """Return the price of each seat's next action card; 0 if it is free."""
    return tuple(state.action_price(seat) or 0 for seat in state.seats)


def possible_actions(state: State) -> tuple[tuple[Seat, str, int], ...]:
    """List the seats that may play an action card, with its slot and price."""
    prices = action_prices(state)
    asked = [(ask.seat, ask.slot) for ask in asks(state) if ask.do == "action-card"]
    return tuple((seat, slot, prices[seat]) for seat, slot in asked if seat is not None)


def action_cards(state: State) -> tuple[PlayedCard, ...]:
    """List the action cards of this turn, in their order."""
    found = []
    for number, card in enumerate(state.adjusts):
        later = sum(other.seat == card.seat for other in state.adjusts[number + 1 :])
        price = ACTION_PRICES[state.players[card.seat].played - 1 - later] * state.min_stake
        found.append(PlayedCard(card.seat, card.adjust, price))
    return tuple(found)


def adjusts_of(state: State, seat: Seat) -> tuple[tuple[int, int], ...]:
    """List what a seat's action cards of this turn do: (horse, fields)."""
    return tuple(pair for card in state.adjusts if card.seat == seat for pair in card.adjust)


def fields(state: State, page: GameEvent | None) -> tuple[int, ...]:
    """Return the field of each horse; on the page of a paid race, its field at the end."""
    if _is_current(state, page):
        return tuple(horse.field for horse in state.horses)
    stood = {stride.horse: stride.field for ran in state.races[-1].runs for stride in ran.strides}
    return tuple(stood[horse] for horse in EVERY)


def places(state: State, page: GameEvent | None) -> tuple[int | None, ...]:
    """Return the place of each horse that has arrived, with pages as in `fields`."""
    if _is_current(state, page):
        return tuple(horse.place for horse in state.horses)
    return state.races[-1].places


def lanes(state: State, page: GameEvent | None) -> tuple[Lane, ...]:
    """Return the four horses as they stand, run or will land; with pages as in `fields`."""
    strides = {stride.horse: stride for stride in page.strides} if isinstance(page, Ran) else {}
    totals = {up.horse: up.total for up in combine_cards(state)} if state.phase is Phase.RUN and page is None else {}
    at, came = fields(state, page), places(state, page)
    found = []
    for horse, field, place in zip(EVERY, at, came, strict=True):
        run, total = strides.get(horse), totals.get(horse)
        rank = place or (1 + sum(other > field for other in at) if any(at) else None)
        lands = None if total is None else field + total
        moved = total if run is None else run.moved
        found.append(Lane(horse, field, place, rank, run.origin if run else None, moved, lands))
    return tuple(found)


def seats_without_money(state: State) -> tuple[Seat, ...]:
    """List the seats that can only lay an empty slip and have none to open."""
    laying = waiting(state) if state.phase in (Phase.BET, Phase.SECOND_BET) else ()
    return tuple(seat for seat in laying if state.money[seat] < state.min_stake and not may_open(state, seat))


def podium(state: State, page: GameEvent | None) -> tuple[tuple[int, int], ...]:
    """List (place, horse) of those that have arrived, the first ones first."""
    ins = zip(places(state, page), EVERY, strict=True)
    return tuple(sorted((place, horse) for place, horse in ins if place is not None))


def rows(race: Race) -> tuple[tuple[Line, ...], ...]:
    """Return each seat's bets as they turn over: the second slip, then the first, the lost ones first in each."""
    return tuple(tuple(sorted(paid.lines, key=lambda line: (line.slip == "first", line.due))) for paid in race.players)


def _is_current(state: State, page: GameEvent | None) -> bool:
    return page is None or bool(state.runs) or not state.races


def arrivals(state: State) -> tuple[Arrival, ...]:
    """List the horses that arrived in the latest run, the first ones first."""
    return (state.arrivals or state.races[-1].arrivals)[-1]


def running_horses(state: State) -> tuple[int, ...]:
    return tuple(horse for horse in EVERY if not state.horses[horse - 1].place)


def seats_with_secrets(state: State) -> tuple[Seat, ...]:
    """List the seats that have a slip or a race card of their own to look at."""
    return tuple(seat for seat in state.seats if state.players[seat].first or state.players[seat].card)


def seats_that_drew(state: State) -> tuple[Seat, ...]:
    """List the seats that played their last race card but one in this turn and draw one free."""
    cards = ((seat, state.players[seat].card) for seat in state.seats)
    return tuple(seat for seat, card in cards if card and card.drew)


def shown_money(state: State, shown: Sequence[GameEvent]) -> tuple[int, ...]:
    """Each seat's money while the pages of a run are turned: a race that has ended is paid out after those."""
    paying = state.phase in (Phase.BET, Phase.OVER) and state.ended_by != "stop"
    if not paying or not all(isinstance(page, Ran) for page in shown):
        return state.money
    race = state.races[-1]
    return tuple(now - paid - gift for now, paid, gift in zip(race.money, race.paid, race.gifts, strict=True))
