"""Race cards dealt by the server: hands, draws, long races and what may be played."""

from dataclasses import replace
from random import Random

import pytest

from companion.games import wetten
from companion.games.types import Seat
from companion.games.wetten.constants import DECK, RACE_CARDS
from companion.games.wetten.dealing import DealtCard, dealt_cards, draws, holds
from companion.games.wetten.deck import race_cards
from companion.games.wetten.moves import Bet, BuyCard, RaceCard, Run, slip
from companion.games.wetten.state import Phase, State
from tests.support.cast import ANNA, BEN
from tests.unit.games.wetten.table import at_race, bets_down, buy, opened, rich, run, second_bets_down

DEALT = {"seed": 7, "cards": "phones"}


def in_hand(state: State, seat: Seat) -> list[DealtCard]:
    return list(dealt_cards(state, seat, DEALT, Random))


def hands(state: State) -> list[list[DealtCard]]:
    return [in_hand(state, seat) for seat in state.seats]


def lay(state: State, seat: Seat, nth: int = 0) -> State:
    return wetten.play(state, seat, RaceCard(in_hand(state, seat)[nth].moves))[0]


@pytest.mark.parametrize("players", wetten.GAME.players)
def test_everyone_is_dealt_six_other_cards_of_the_deck(players: int) -> None:
    dealt = hands(opened(players))
    assert [len(hand) for hand in dealt] == [RACE_CARDS] * players
    cards = [card for hand in dealt for card in hand]
    assert len(set(cards)) == len(cards)
    assert all(race_cards(7)[card.number - 1] == card.moves for card in cards)
    assert dealt == hands(opened(players)), "the same, however often they are looked at"


def test_next_race_has_other_hands() -> None:
    assert hands(at_race(2, opened())) != hands(opened())
    assert hands(replace(opened(), phase=Phase.OVER)) == [[], [], []]


def test_bought_card_joins_one_hand_only() -> None:
    before = bets_down(opened())
    after = buy(before, ANNA)
    assert len(set(in_hand(after, ANNA)) - set(in_hand(before, ANNA))) == 1
    assert hands(after)[BEN:] == hands(before)[BEN:]


def test_played_card_leaves_the_hand() -> None:
    before = bets_down(opened())
    card = in_hand(before, ANNA)[2]
    after = lay(before, ANNA, 2)
    assert in_hand(after, ANNA) == [one for one in in_hand(before, ANNA) if one != card]
    assert hands(after)[BEN:] == hands(before)[BEN:]


def test_card_drawn_free_is_seen_when_cards_turn_up() -> None:
    """Until then the card that was played can be taken back."""
    state = bets_down(opened(track=200))
    while state.players[ANNA].hand > 2:
        for seat in state.seats:
            state = lay(state, seat)
        state, _ = run(state)
        state = second_bets_down(state) if state.phase is Phase.SECOND_BET else state
    one = lay(state, ANNA)
    assert (one.players[ANNA].hand, len(in_hand(one, ANNA))) == (2, 1)
    for seat in state.seats[1:]:
        one = lay(one, seat)
    assert len(in_hand(one, ANNA)) == 2


def test_only_a_dealt_card_is_shown_to_its_buyer() -> None:
    assert draws(BuyCard(), DEALT)
    assert not draws(BuyCard(), {})
    assert not draws(Run(), DEALT)


@pytest.mark.parametrize("players", wetten.GAME.players)
def test_hands_differ_through_the_longest_race(players: int) -> None:
    """Used cards come again only after a player's share of the deck."""
    state = buy(bets_down(rich(opened(players, track=200), {ANNA: 100_000})), ANNA, 5)
    used, luck = [list[DealtCard]() for _ in state.seats], Random(players)
    while state.race == 1:
        for seat in state.seats:
            nth = luck.randrange(len(in_hand(state, seat)))
            used[seat].append(in_hand(state, seat)[nth])
            state = lay(state, seat, nth)
        dealt = [card for hand in hands(state) for card in hand]
        assert len(set(dealt)) == len(dealt) == sum(player.hand for player in state.players)
        for cards, player in zip(used, state.players, strict=True):
            assert len(cards) + player.hand > DECK // players or len(set(cards)) == len(cards)
        state, _ = wetten.play(state, None, Run())
        state = second_bets_down(state) if state.phase is Phase.SECOND_BET else state
    assert len(used[ANNA]) > DECK // players - RACE_CARDS


def test_only_a_card_in_hand_can_be_played() -> None:
    state = bets_down(opened())
    own, other = RaceCard(in_hand(state, ANNA)[0].moves), RaceCard(in_hand(state, BEN)[0].moves)
    assert holds(state, ANNA, own, DEALT, Random)
    assert not holds(state, ANNA, other, DEALT, Random)
    assert not holds(lay(state, ANNA), ANNA, own, DEALT, Random)
    assert holds(state, ANNA, other, {**DEALT, "cards": "paper"}, Random)
    assert holds(opened(), ANNA, Bet(slip([])), DEALT, Random)
