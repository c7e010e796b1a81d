"""Race cards of a known deck that were entered twice, though each exists once."""

from companion.games.wetten.deck import race_cards
from companion.games.wetten.duplicate_cards import DuplicateCard, find_duplicates
from companion.games.wetten.state import State
from tests.support.cast import ANNA, BEN, CARLA
from tests.unit.games.wetten.table import bets_down, buy, cards_up, opened, rich, run, second_bets_down

DECK = race_cards(1)
LONG = 200


def turned(state: State, *cards: int) -> State:
    """Reveal these cards of the deck, by seat."""
    return cards_up(state, *[DECK[card - 1] for card in cards])


def started(*cards: int) -> State:
    """A long race after its first turn and second slips."""
    return second_bets_down(run(turned(bets_down(opened(track=LONG)), *cards))[0])


def test_same_card_from_two_players_is_a_duplicate() -> None:
    state = turned(bets_down(opened()), 24, 24, 7)
    assert find_duplicates(state, 1) == (DuplicateCard(24, ((1, ANNA), (1, BEN))),)


def test_card_comes_back_only_in_another_race() -> None:
    state = turned(started(24, 2, 7), 1, 7, 24)
    assert find_duplicates(state, 1) == (
        DuplicateCard(7, ((1, CARLA), (2, BEN))),
        DuplicateCard(24, ((1, ANNA), (2, CARLA))),
    )


def test_used_up_pile_is_shuffled_again() -> None:
    """3 × 6 cards are dealt, and from turn 5 on each player draws one: with turn 18 all 60 were in a hand."""
    state = started(24, 2, 7)
    for _ in range(16):
        state = run(cards_up(state))[0]
    assert find_duplicates(turned(state, 24, 1, 3), 1) == (DuplicateCard(24, ((1, ANNA), (18, ANNA))),)
    state = run(cards_up(state))[0]
    assert find_duplicates(turned(state, 24, 1, 3), 1) == ()
    assert find_duplicates(turned(state, 24, 24, 3), 1) == (DuplicateCard(24, ((19, ANNA), (19, BEN))),)


def test_bought_cards_leave_the_pile() -> None:
    state = started(24, 2, 7)
    for _ in range(15):
        state = run(cards_up(state))[0]
    assert len(find_duplicates(turned(state, 24, 1, 3), 1)) == 1
    state = buy(rich(state, {ANNA: 40_000}), ANNA, 5)
    assert find_duplicates(turned(state, 24, 1, 3), 1) == (), (
        "54 until turn 16, 5 that Anna bought, 2 that the others drew"
    )


def test_unknown_decks_have_no_duplicates() -> None:
    state = turned(bets_down(opened()), 24, 24, 7)
    assert find_duplicates(state, 0) == ()
    assert find_duplicates(cards_up(bets_down(opened()), (9, 9, 9, 9), (9, 9, 9, 9)), 1) == (), "a card of another make"
