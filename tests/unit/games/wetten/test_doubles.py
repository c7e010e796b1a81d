"""Race cards of a known deck that were entered more than once, though each exists once."""

from companion.games import wetten
from companion.games.wetten.deck import race_cards
from companion.games.wetten.duplicate_cards import Doubled, doubled
from companion.games.wetten.moves import RaceCard
from companion.games.wetten.state import State
from tests.support.cast import ANNA, BEN, CARLA
from tests.unit.games.wetten.table import bets_down, buy, cards_up, opened, rich, run, second_bets_down

DECK = race_cards(1)
LONG = 200


def turned(state: State, *cards: int) -> State:
    """Turn these cards of the deck up, by seat."""
    return cards_up(state, *[DECK[card - 1] for card in cards])


def started(*cards: int) -> State:
    """The first turn of a long race, and the second slips."""
    return second_bets_down(run(turned(bets_down(opened(track=LONG)), *cards))[0])


def test_the_same_card_from_two_players_is_impossible() -> None:
    state = turned(bets_down(opened()), 24, 24, 7)
    assert doubled(state, 1) == (Doubled(24, ((1, ANNA), (1, BEN))),)


def test_different_cards_are_possible() -> None:
    assert doubled(turned(bets_down(opened()), 24, 25, 7), 1) == ()


def test_a_card_does_not_come_back_in_the_same_race() -> None:
    state = turned(started(24, 2, 7), 1, 7, 24)
    assert doubled(state, 1) == (Doubled(7, ((1, CARLA), (2, BEN))), Doubled(24, ((1, ANNA), (2, CARLA))))


def test_it_is_told_in_one_turn_only() -> None:
    state = second_bets_down(run(turned(bets_down(opened(track=LONG)), 24, 24, 7))[0])
    assert doubled(turned(state, 1, 2, 3), 1) == ()
    assert doubled(turned(state, 1, 2, 24), 1) == (Doubled(24, ((1, ANNA), (1, BEN), (2, CARLA))),)


def test_it_may_come_back_in_the_next_race() -> None:
    state = second_bets_down(run(turned(bets_down(opened(track=10)), 24, 2, 7))[0])
    over = run(cards_up(state, (9, 9, 9, 9)))[0]
    assert over.race == 2
    assert doubled(turned(bets_down(over), 24, 2, 7), 1) == ()


def test_once_the_pile_was_used_up_only_one_turn_counts() -> None:
    """3 × 6 cards are dealt, and from turn 5 on each player draws one: with turn 18 all 60 were in a hand."""
    state = started(24, 2, 7)
    for _ in range(16):
        state = run(cards_up(state))[0]
    assert doubled(turned(state, 24, 1, 3), 1) == (Doubled(24, ((1, ANNA), (18, ANNA))),)
    state = run(cards_up(state))[0]
    assert doubled(turned(state, 24, 1, 3), 1) == ()
    assert doubled(turned(state, 24, 24, 3), 1) == (Doubled(24, ((19, ANNA), (19, BEN))),)


def test_cards_that_were_bought_are_out_of_the_pile_too() -> None:
    state = started(24, 2, 7)
    for _ in range(15):
        state = run(cards_up(state))[0]
    assert len(doubled(turned(state, 24, 1, 3), 1)) == 1
    state = buy(rich(state, {ANNA: 40_000}), ANNA, 5)
    assert doubled(turned(state, 24, 1, 3), 1) == (), "54 until turn 16, 5 that Anna bought, 2 that the others drew"


def test_without_a_known_deck_any_card_is_possible() -> None:
    state = turned(bets_down(opened()), 24, 24, 7)
    assert doubled(state, 0) == ()
    assert doubled(cards_up(bets_down(opened()), (9, 9, 9, 9), (9, 9, 9, 9)), 1) == (), "a card of another make"


def test_hidden_cards_are_not_compared() -> None:
    state = bets_down(opened())
    for seat in state.seats:
        state, _ = wetten.play(state, seat, RaceCard("hidden"))
    assert doubled(state, 1) == ()
