"""Laws of Wetten! over random games."""

from collections import Counter
from itertools import combinations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from companion.games.types import GameEvent
from companion.games.wetten.achievements import ACHIEVEMENTS
from companion.games.wetten.events import (
    ActionPlayed,
    CameIn,
    CardBought,
    CardLaid,
    GameOver,
    Line,
    PlayerPaid,
    RacePaid,
    Ran,
    SlipLaid,
)
from companion.records import record
from tests.unit.games.playing import Played, games
from tests.unit.games.wetten.dealing import a_record

whole_games = games("wetten")


@st.composite
def dealt_games(draw: st.DrawFn) -> list[tuple[GameEvent, ...]]:
    """The events of random records, some of which break the bank."""
    lines = a_record(Random(draw(st.integers(0, 2**32))))
    return list(record.read(line.encode() for line in lines).events)


@given(whole_games)
def test_all_money_is_always_824_000(game: Played) -> None:
    for state in game.states:
        assert state.bank + sum(state.money) == 824_000
        assert min(state.bank, *state.money) >= 0
        assert all(money % 1_000 == 0 for money in (state.bank, *state.money))


@given(whole_games)
def test_money_changes_only_by_events(game: Played) -> None:
    for before, after, facts in zip(game.states, game.states[1:], game.told, strict=False):
        money = list(before.money)
        for fact in facts:
            match fact:
                case SlipLaid(seat=seat, stake=amount) | CardBought(seat=seat, price=amount):
                    money[seat] -= amount
                    assert fact.money == money[seat]
                case ActionPlayed(seat=seat, price=amount):
                    money[seat] -= amount
                    assert amount == fact.times * fact.min_stake
                case RacePaid(paid=paid, gifts=gifts):
                    left = tuple(money)
                    money = [sum(sums) for sums in zip(money, paid, gifts, strict=True)]
                    assert fact.money == tuple(money)
                case PlayerPaid(seat=seat):
                    assert fact.had - fact.staked - fact.race_cards - fact.action_cards == left[seat]
                    assert fact.paid == sum(line.amount for line in fact.lines)
                    assert fact.money == left[seat] + fact.paid
        assert tuple(money) == after.money


@given(whole_games)
def test_hands_and_action_cards_stay_within_bounds(game: Played) -> None:
    played: Counter[int] = Counter()
    for fact in game.facts:
        if isinstance(fact, CardLaid):
            assert fact.hand >= 2
        if isinstance(fact, ActionPlayed):
            played[fact.seat] += 1
            assert fact.number == played[fact.seat] <= 3
            assert (fact.price == 0) == (fact.number == 1)
        if isinstance(fact, RacePaid):
            played.clear()


@given(dealt_games())
def test_broken_bank_pays_smallest_winnings_first(told: list[tuple[GameEvent, ...]]) -> None:
    for facts in told:
        lines = [line for fact in facts if isinstance(fact, PlayerPaid) for line in fact.lines]
        broken = any(isinstance(fact, GameOver) and fact.ended_by == "bank" for fact in facts)
        assert broken == any(line.amount < line.due for line in lines)
        short = [line.due for line in lines if line.amount < line.due]
        assert not short or all(line.due <= min(short) for line in lines if line.amount == line.due)
        assert sum(0 < line.amount < line.due for line in lines) <= 1


def finishes(game: Played) -> list[tuple[int, int, int]]:
    """For each two horses that came in together: fields apart, difference of movement if on one field, race."""
    came = [(fact, a, b) for fact in game.facts if isinstance(fact, CameIn) for a, b in combinations(fact.arrivals, 2)]
    return [(a.past - b.past, 0 if a.past != b.past else a.moved - b.moved, fact.race) for fact, a, b in came]


def won(game: Played) -> list[tuple[int, Line]]:
    """The winning bets with their race."""
    race, lines = 0, list[tuple[int, Line]]()
    for fact in game.facts:
        if isinstance(fact, Ran):
            race = fact.race
        elif isinstance(fact, PlayerPaid):
            lines += [(race, line) for line in fact.lines if line.amount > 0]
    return lines


@given(whole_games)
def test_highlights_are_longest_odds_and_closest_finish(game: Played) -> None:
    odds = max(won(game), key=lambda bet: (bet[1].odds, bet[1].amount), default=None)
    finish = min(finishes(game), default=None)
    told = {best.word: best for best in ACHIEVEMENTS.highlights(game.states[-1])}
    assert told.keys() == {word for word, there in (("odds", odds), ("finish", finish)) if there}
    if odds:
        (race, line), best = odds, told["odds"]
        assert (best.round, best.seat, best.what) == (race, line.seat, str(line.bet.horse))
        assert (best.amount, best.many) == (line.odds, line.amount)
    if finish:
        assert (told["finish"].amount, told["finish"].many, told["finish"].round) == finish
