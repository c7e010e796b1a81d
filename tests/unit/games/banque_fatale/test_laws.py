"""Laws of Banque Fatale over random games."""

from collections.abc import Iterator
from random import Random

from hypothesis import given

from companion.games import banque_fatale
from companion.games.achievements import Achievement
from companion.games.banque_fatale.achievements import ACHIEVEMENTS
from companion.games.banque_fatale.constants import COLOURS, PIQUES
from companion.games.banque_fatale.events import (
    Account,
    AuctionWon,
    ExtraPaid,
    GameOver,
    Sold,
    Taken,
    ValuesSet,
)
from companion.games.banque_fatale.moves import Bid
from companion.games.banque_fatale.state import Phase, State
from companion.games.banque_fatale.template_api import TemplateApi
from companion.games.types import GameEvent
from companion.records.record import Act
from tests.unit.games.playing import Played, games

whole_games = games("banque_fatale")

Facts = tuple[GameEvent, ...]


def steps(game: Played) -> Iterator[tuple[State, Act, State, Facts]]:
    """Each move with the states before and after it, and its events."""
    yield from zip(game.states, game.acts, game.states[1:], game.told, strict=False)


@given(whole_games)
def test_tokens_are_taken_clockwise_from_the_winner(game: Played) -> None:
    players = len(game.header.players)
    for round_ in game.states[-1].rounds:
        winner, bid = round_.auction.winner, sum(round_.auction.sizes)
        assert [taken.seat for taken in round_.taken] == [(winner + 1 + turn) % players for turn in range(bid)]
        assert [taken.left for taken in round_.taken] == list(range(bid))[::-1]
        given_ = sorted(colour for heap in round_.auction.bids for colour, count in heap for _ in range(count))
        assert sorted(taken.token for taken in round_.taken) == given_


@given(whole_games)
def test_cash_changes_only_by_events(game: Played) -> None:
    for before, _, after, facts in steps(game):
        cash = list(before.cash)
        for fact in facts:
            if isinstance(fact, ExtraPaid):
                for line in fact.lines:
                    assert line.amount == line.piques * fact.each > 0
                    cash[line.seat] += line.amount
            if isinstance(fact, Sold):
                assert fact.price.total == sum(value for _, value in fact.price.values)
                cash[fact.seat] += fact.price.total
        assert after.cash == tuple(cash)


@given(whole_games)
def test_every_card_is_in_exactly_one_place(game: Played) -> None:
    sold: list[str] = []
    for _, _, after, facts in steps(game):
        sold += [fact.price.card for fact in facts if isinstance(fact, Sold)]
        held = [card for cards in after.cards for card in cards]
        up = [after.card] if after.card else []
        assert sorted([*held, *sold, *up, *after.left]) == sorted(PIQUES)


@given(whole_games)
def test_wealth_is_its_sum_and_the_wealthiest_win(game: Played) -> None:
    last = game.states[-1]
    accounts = [fact for fact in game.facts if isinstance(fact, Account)]
    assert [account.seat for account in accounts] == list(range(last.players))
    for account in accounts:
        assert account.cash == last.cash[account.seat]
        assert account.tokens == sum(last.tokens[account.seat])
        assert account.each == (1 if last.options["tokens_count"] else 0)
        assert account.wealth == account.cash + account.tokens * account.each + sum(p.total for p in account.cards)
    (over,) = [fact for fact in game.facts if isinstance(fact, GameOver)]
    most = max(account.wealth for account in accounts)
    assert over.winners == tuple(account.seat for account in accounts if account.wealth == most)


@given(whole_games)
def test_auction_opens_exactly_its_bids(game: Played) -> None:
    lying: list[int] = []
    for ply, (_, act, after, facts) in enumerate(steps(game)):
        if isinstance(act.move, Bid):
            lying.append(ply)
        opens = [earlier for fact in facts for earlier in fact.reveals]
        assert opens == (lying if lying and after.phase is not Phase.BIDS else [])
        if opens:
            lying = []


@given(whole_games)
def test_hand_and_bid_are_all_tokens_of_a_seat(game: Played) -> None:
    for state in game.states:
        for seat in range(state.players):
            hand = banque_fatale.hand(state, seat, Random)
            bid = hand.bid or tuple((colour, 0) for colour in COLOURS)
            there = [behind + held for (_, behind), (_, held) in zip(hand.tokens, bid, strict=True)]
            assert tuple(there) == state.tokens[seat]
            assert all(count >= 0 for _, count in (*hand.tokens, *bid))


@given(whole_games)
def test_chart_ends_in_wealth_and_values(game: Played) -> None:
    last = game.states[-1]
    story, courses = banque_fatale.score_history(last), TemplateApi.value_history(last)
    assert tuple(line[-1] for line in story) == banque_fatale.scores(last)
    assert tuple(line[-2] for line in story) == last.cash
    assert {len(line) for line in story} == {len(last.rounds) + 2}
    assert tuple(course[-1] for course in courses.values()) == last.values
    assert {len(course) for course in courses.values()} == {len(last.rounds) + 1}
    assert all(isinstance(fact, Taken) for round_ in last.rounds for fact in round_.taken)


def tales(game: Played) -> Iterator[Achievement]:
    """All candidates for highlights, from the events."""
    number = 0
    for fact in game.facts:
        match fact:
            case AuctionWon(round=number, sizes=sizes, winner=winner, card=card):
                yield Achievement("bargain", number, sizes[winner], winner, card)
                losing = ((seat, size) for seat, size in enumerate(sizes) if seat != winner and size > 0)
                yield from (Achievement("vain", number, size, seat, card) for seat, size in losing)
            case ValuesSet():
                drops = ((step.colour, step.before - step.after) for step in fact.steps)
                yield from (Achievement("fall", number, drop, None, colour) for colour, drop in drops if drop > 0)
            case ExtraPaid():
                for line in fact.lines:
                    yield Achievement("extra", number, line.amount, line.seat, fact.colour, line.piques)
            case Sold(seat=seat, price=price):
                yield Achievement("sale", number, price.total, seat, price.card)


@given(whole_games)
def test_highlights_are_the_first_best_of_each_kind(game: Played) -> None:
    best: dict[str, Achievement] = {}
    for tale in tales(game):
        known = best.setdefault(tale.word, tale)
        new, old = (tale.amount, tale.many), (known.amount, known.many)
        better = new < old if tale.word == "bargain" else new > old
        best[tale.word] = tale if better else known
    assert {tale.word: tale for tale in ACHIEVEMENTS.highlights(game.states[-1])} == best
