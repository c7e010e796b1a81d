"""Laws of Vabanque over random games."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from companion.games.vabanque.events import CasinoPaid, GameOver, NewOrder, RoundPaid
from companion.games.vabanque.moves import Chip, Chips, Lay
from companion.games.vabanque.presentation import open_turns
from companion.games.vabanque.recap import highlights
from companion.games.vabanque.state import Round, State
from companion.records.record import Act
from tests.unit.games.playing import Played, games, replayed

whole_games = games("vabanque")
luck = st.integers(0, 2**32).map(Random)

Mix = Callable[[Lay, Lay], Lay]
"""What becomes of a card when another one is mixed to its place."""


def hands(game: Played) -> Iterator[list[int]]:
    for number in range(1, 5):
        for seat in range(len(game.header.players)):
            yield [
                ply
                for ply, act in enumerate(game.acts)
                if isinstance(act.move, Lay) and act.seat == seat and game.states[ply].round == number
            ]


def shuffled(game: Played, groups: Iterable[list[int]], luck: Random, mix: Mix) -> list[Act]:
    """The moves, with the cards of each group of plies shuffled among each other."""
    acts = list(game.acts)
    for plies in groups:
        for ply, other in zip(plies, luck.sample(plies, len(plies)), strict=True):
            acts[ply] = Act(acts[ply].seat, mix(game.acts[ply].move, game.acts[other].move))
    return acts


def known(rounds: tuple[Round, ...]) -> list[Round]:
    return [
        replace(round_, casinos=tuple(replace(casino, reveals=(), cards=()) for casino in round_.casinos))
        for round_ in rounds
    ]


@given(whole_games)
def test_money_grows_only_by_events(game: Played) -> None:
    for before, after, facts in zip(game.states, game.states[1:], game.told, strict=False):
        earned = [0] * before.players
        for fact in facts:
            if isinstance(fact, CasinoPaid):
                for line in fact.lines:
                    assert line.amount >= 0
                    earned[line.seat] += line.amount
        assert after.money == tuple(had + got for had, got in zip(before.money, earned, strict=True))
        for fact in facts:
            if isinstance(fact, RoundPaid):
                assert (fact.paid, fact.money) == (tuple(earned), after.money)


@given(whole_games)
def test_line_pays_the_value_per_rival_pawn_or_nothing(game: Played) -> None:
    for fact in game.facts:
        if not isinstance(fact, CasinoPaid):
            continue
        assert fact.value == fact.chips * 1_000 * (1 + sum(laid.card == "raise" for laid in fact.cards))
        for line in fact.lines:
            assert line.seat not in line.rivals
            if line.source == "trap":
                assert line.amount == fact.value * len(line.rivals)
            else:
                assert line.amount == (0 if line.rivals else fact.value)


@given(whole_games)
def test_every_pawn_and_opened_trap_has_one_line(game: Played) -> None:
    for round_ in game.states[-1].rounds:
        lines = [(line.seat, line.source) for casino in round_.casinos for line in casino.lines]
        assert len(set(lines)) == len(lines)
        assert sum(source == "pawn" for _, source in lines) == len(game.header.players)
        traps = [laid.seat for casino in round_.casinos for laid in casino.cards if laid.card == "trap"]
        assert sorted(traps) == sorted(seat for seat, source in lines if source == "trap")


@given(whole_games)
def test_new_order_is_by_money_and_ties_reverse(game: Played) -> None:
    last: State = game.states[-1]
    for one, other in zip(last.rounds, last.rounds[1:], strict=False):
        assert one.next_order == other.order
        assert sorted(other.order) == list(range(last.players))
        for ahead, behind in zip(other.order, other.order[1:], strict=False):
            assert one.money[ahead] >= one.money[behind]
            if one.money[ahead] == one.money[behind]:
                assert one.order.index(ahead) > one.order.index(behind)
    assert last.rounds[3].next_order is None
    assert sum(isinstance(fact, NewOrder) for fact in game.facts) == 3


@given(whole_games)
def test_chips_left_are_those_still_to_be_placed(game: Played) -> None:
    to_come = [0] * len(game.header.players)
    for state, act in reversed(list(zip(game.states, game.acts, strict=False))):
        left = [turn.chips for turn in open_turns(state, ())]
        if isinstance(act.move, Chips):
            assert sum(left) == sum(count for _, count in act.move.counts)
            to_come = left
        elif isinstance(act.move, Chip):
            to_come[act.seat or 0] += 1
        else:
            to_come = [0] * state.players
        assert left == to_come


@given(whole_games)
def test_winners_have_the_most_money(game: Played) -> None:
    (over,) = [fact for fact in game.facts if isinstance(fact, GameOver)]
    money = game.states[-1].money
    assert over.winners == tuple(seat for seat, sum_ in enumerate(money) if sum_ == max(money))


@given(whole_games, luck)
def test_payout_ignores_the_order_of_cards(game: Played, luck: Random) -> None:
    state, _ = replayed(game, shuffled(game, hands(game), luck, lambda _, other: other))
    assert known(state.rounds) == known(game.states[-1].rounds)


@given(whole_games, luck)
def test_unseen_cards_change_nothing(game: Played, luck: Random) -> None:
    """Two cards of one hand that nobody saw are exchanged, each staying where it lies: nobody could tell."""
    closed = {ply for fact in game.facts for ply in fact.discards}
    unseen = ([ply for ply in plies if ply in closed] for plies in hands(game))
    acts = shuffled(game, unseen, luck, lambda mine, other: Lay(other.card, mine.casino))
    state, told = replayed(game, acts)
    assert told == game.told
    assert state == game.states[-1]


@given(whole_games)
def test_exactly_visited_casinos_reveal_cards(game: Played) -> None:
    opened = {ply for fact in game.facts for ply in fact.reveals}
    closed = {ply for fact in game.facts for ply in fact.discards}
    number = 0
    laid: dict[int, int] = {}
    for ply, (act, after) in enumerate(zip(game.acts, game.states[1:], strict=True)):
        if isinstance(act.move, Lay):
            laid[ply] = act.move.casino
        if len(after.rounds) > number:
            number = len(after.rounds)
            assert {card for card, casino in laid.items() if casino in after.pawns} == opened & set(laid)
            assert {card for card, casino in laid.items() if casino not in after.pawns} == closed & set(laid)
            laid = {}


@given(whole_games)
def test_highlights_are_the_best_of_each_kind(game: Played) -> None:
    paid = [(fact, state.round) for state, facts in zip(game.states, game.told, strict=False) for fact in facts]
    tables = [(fact, round_) for fact, round_ in paid if isinstance(fact, CasinoPaid)]
    amounts = {
        "trap": [line.amount for fact, _ in tables for line in fact.lines if line.source == "trap"],
        "table": [fact.value for fact, _ in tables],
        "bluff": [fact.value for fact, _ in tables for laid in fact.cards if laid.card == "bluff"],
    }
    told = highlights(game.states[-1])
    assert {tale.word: tale.amount for tale in told} == {word: max(of) for word, of in amounts.items() if any(of)}
    for tale in told:
        assert (tale.round, tale.casino) in {(round_, fact.casino) for fact, round_ in tables}
        assert (tale.seat is None) == (tale.word == "table")
