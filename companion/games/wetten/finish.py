"""A run of the horses: new fields and places, and after the last arrival the payout."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.games.types import HIDDEN, GameEvent, Seat, Unseen, richest
from companion.games.wetten.constants import ACTION_PRICES, MIN_STAKES, RACES
from companion.games.wetten.events import (
    BankBroke,
    CameIn,
    Ending,
    GameOver,
    Line,
    PlayerPaid,
    RacePaid,
    Ran,
    Stride,
    Which,
)
from companion.games.wetten.moves import Numbers
from companion.games.wetten.payout import gifts, limit_to_bank, settle_slip
from companion.games.wetten.race import compute_strides, move_horses, rank_arrivals, starting_horses
from companion.games.wetten.state import Down, Phase, Player, Race, State, card_price, next_turn

Events = tuple[GameEvent, ...]


def all_will_arrive(state: State) -> bool:
    """Whether all horses arrive if they run now. False while a race card is unknown, since they cannot run."""
    cards = _cards(state)
    return cards is not None and all(stride.arrived for stride in _strides(state, cards))


def _cards(state: State) -> list[Numbers] | None:
    laid = [player.card.numbers for player in state.players if player.card is not None]
    known = [numbers for numbers in laid if not isinstance(numbers, str)]
    return known if len(known) == len(laid) else None


def _strides(state: State, cards: Sequence[Numbers]) -> tuple[Stride, ...]:
    return compute_strides(state.horses, cards, state.adjusts, state.track)


def run(state: State) -> tuple[State, Events]:
    """Move the horses; then come the second bets, the next turn, or the payout."""
    cards = _cards(state)
    if cards is None:
        hidden = (seat for seat in state.seats if (card := state.players[seat].card) and card.numbers == HIDDEN)
        raise Unseen("hidden-moves", player=next(hidden))
    strode = _strides(state, cards)
    earlier = sum(horse.place is not None for horse in state.horses)
    came = rank_arrivals(strode, earlier, state.track)
    ran = Ran(race=state.race, turn=state.turn, track=state.track, strides=strode)
    arrived = (CameIn(race=state.race, turn=state.turn, arrivals=came),) if came else ()
    horses = move_horses(state.horses, strode, came)
    runs, ins = (*state.runs, ran), (*state.arrivals, came)
    after = replace(state, horses=horses, runs=runs, arrivals=ins)
    if earlier + len(came) == len(horses):
        after, events = _pay_out(after)
        return after, (ran, *arrived, *events)
    if state.turn == 1:
        return replace(after, phase=Phase.SECOND_BET), (ran, *arrived)
    return next_turn(after), (ran, *arrived)


def _pay_out(state: State) -> tuple[State, Events]:
    """Phase 5, then the next race or the end of the game."""
    places = tuple(horse.place or 0 for horse in state.horses)
    lines = [line for seat in state.seats for line in _lines(state, seat, places)]
    due = sum(line.due for line in lines)
    broke = due > state.bank
    settled = limit_to_bank(lines, state.bank)
    players = tuple(_player_paid(state, seat, settled) for seat in state.seats)
    bank = state.bank - sum(player.paid for player in players)
    race = _race(state, places, players, bank, broke=broke)
    empty = (BankBroke(race=state.race, had=state.bank, due=due),) if broke else ()
    event = RacePaid(race=race.number, paid=race.paid, gifts=race.gifts, money=race.money, bank=race.bank)
    after, ended = _finish_race(state, race)
    return after, (event, *empty, *players, *ended)


def _lines(state: State, seat: Seat, places: Sequence[int]) -> Iterator[Line]:
    player = state.players[seat]
    slips: tuple[tuple[Which, Down | None], ...] = (("second", player.second), ("first", player.first))
    for which, down in slips:
        if down is None:
            continue
        if isinstance(down.slip.bets, str):
            raise Unseen("hidden-bets", player=seat)
        yield from settle_slip(seat, which, down.slip.bets, player.double, places)


def _player_paid(state: State, seat: Seat, settled: Sequence[Line]) -> PlayerPaid:
    player = state.players[seat]
    mine = tuple(line for line in settled if line.seat == seat)
    cards = sum(map(card_price, range(player.bought)))
    actions = sum(ACTION_PRICES[: player.played]) * state.min_stake
    earned = sum(line.amount for line in mine)
    return PlayerPaid(
        seat=seat,
        lines=mine,
        had=player.money + player.staked + cards + actions,
        staked=player.staked,
        race_cards=cards,
        action_cards=actions,
        paid=earned,
        money=player.money + earned,
        reveals=tuple(down.ply for down in player.slips if down != player.first or player.double is None),
    )


def _race(state: State, places: tuple[int, ...], players: tuple[PlayerPaid, ...], bank: int, *, broke: bool) -> Race:
    """Decided: no gifts after the last race, nor after the bank broke."""
    money = tuple(player.money for player in players)
    last = broke or state.race == RACES
    given = (0,) * len(money) if last else gifts(money, bank, MIN_STAKES[state.race])
    return Race(
        number=state.race,
        min_stake=state.min_stake,
        runs=state.runs,
        arrivals=state.arrivals,
        places=places,
        players=players,
        paid=tuple(player.paid for player in players),
        gifts=given,
        money=tuple(left + gift for left, gift in zip(money, given, strict=True)),
        bank=bank - sum(given),
        broke=broke,
    )


def _finish_race(state: State, race: Race) -> tuple[State, Events]:
    players = tuple(Player(money) for money in race.money)
    after = replace(state, bank=race.bank, players=players, adjusts=(), races=(*state.races, race))
    if not race.broke and race.number < RACES:
        fresh = replace(after, horses=starting_horses(), runs=(), arrivals=(), cards=())
        return replace(fresh, phase=Phase.BET, race=race.number + 1, turn=0), ()
    ended_by: Ending = "bank" if race.broke else "races"
    over = GameOver(ended_by=ended_by, races=race.number, winners=richest(race.money))
    return replace(after, phase=Phase.OVER, ended_by=ended_by), (over,)
