"""Laws of Vabanque over random games."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from companion.games.vabanque.achievements import ACHIEVEMENTS
from companion.games.vabanque.events import CasinoPaid
from companion.games.vabanque.moves import Chip, Chips, Lay
from companion.games.vabanque.presentation import open_turns
from companion.games.vabanque.state import Round
from companion.records.record import Act
from tests.unit.games.playing import Played, games, replayed

whole_games = games("vabanque")
luck = st.integers(0, 2**32).map(Random)

Mix = Callable[[Lay, Lay], Lay]
"""The card at a place to which another one is shuffled."""


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
def test_every_pawn_and_opened_trap_has_one_line(game: Played) -> None:
    for round_ in game.states[-1].rounds:
        lines = [(line.seat, line.source) for casino in round_.casinos for line in casino.lines]
        assert len(set(lines)) == len(lines)
        assert sum(source == "pawn" for _, source in lines) == len(game.header.players)
        traps = [laid.seat for casino in round_.casinos for laid in casino.cards if laid.card == "trap"]
        assert sorted(traps) == sorted(seat for seat, source in lines if source == "trap")


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


@given(whole_games, luck)
def test_payout_ignores_the_order_of_cards(game: Played, luck: Random) -> None:
    state, _ = replayed(game, shuffled(game, hands(game), luck, lambda _, other: other))
    assert known(state.rounds) == known(game.states[-1].rounds)


@given(whole_games)
def test_highlights_are_the_best_of_each_kind(game: Played) -> None:
    paid = [(fact, state.round) for state, facts in zip(game.states, game.told, strict=False) for fact in facts]
    tables = [(fact, round_) for fact, round_ in paid if isinstance(fact, CasinoPaid)]
    amounts = {
        "trap": [line.amount for fact, _ in tables for line in fact.lines if line.source == "trap"],
        "table": [fact.value for fact, _ in tables],
        "bluff": [fact.value for fact, _ in tables for laid in fact.cards if laid.card == "bluff"],
    }
    told = ACHIEVEMENTS.highlights(game.states[-1])
    assert {tale.word: tale.amount for tale in told} == {word: max(of) for word, of in amounts.items() if any(of)}
    for tale in told:
        assert (tale.round, tale.what) in {(round_, str(fact.casino)) for fact, round_ in tables}
        assert (tale.seat is None) == (tale.word == "table")
