"""What the rules page shows comes from the rules."""

from itertools import chain

import pytest

from companion.games.banque_fatale.constants import COLOURS, PIQUES, PLAYERS
from companion.games.banque_fatale.state import start
from companion.games.banque_fatale.tutorial import DECK, EXTRA, SALE, UP, chapter, lesson
from tests.support.cast import BEN, CAST
from tests.unit.games.banque_fatale.table import bids_open, dealt, tokens_back
from tests.unit.games.banque_fatale.test_examples import EXAMPLES


def test_its_extra_payout_is_the_booklets() -> None:
    first = EXAMPLES["extras"][0]
    assert (EXTRA.colour, EXTRA.value) == (first["colour"], first["value"])
    assert [[card for card, _ in line.cards] for line in EXTRA.lines] == [first["cards"][0]]
    assert [[CAST[line.seat], line.piques, line.amount] for line in EXTRA.lines] == first["lines"]


def test_its_sale_is_the_booklets() -> None:
    first = EXAMPLES["prices"][0]
    assert (SALE.card, SALE.total) == (first["card"], first["price"])
    assert SALE.values == (("red", first["values"][0]), ("green", first["values"][2]))


def test_it_shows_every_card_once() -> None:
    assert sorted(chain.from_iterable(DECK.values())) == sorted(PIQUES)
    assert [len(cards) for cards in DECK.values()] == [5, 10, 1]


@pytest.mark.parametrize("players", PLAYERS)
def test_its_auction_is_won_by_the_first_of_two_equals(players: int) -> None:
    told = lesson(players)
    assert told.auction.start not in told.auction.equals
    assert len(told.auction.equals) == 2
    assert told.auction.winner == told.auction.equals[0] == BEN
    assert told.auction.card == UP[0]
    assert set(UP) <= set(told.begun.left)


@pytest.mark.parametrize("players", PLAYERS)
def test_its_values_show_every_kind_of_step(players: int) -> None:
    told = lesson(players)
    assert {step.why for step in told.changes.steps} == {"most", "other", "single", "none"}
    assert told.begun.values == tuple((colour, 6) for colour in COLOURS)
    assert told.opened.values == tuple((step.colour, step.after) for step in told.changes.steps)


@pytest.mark.parametrize("players", PLAYERS)
def test_every_token_that_is_bid_goes_back_to_somebody(players: int) -> None:
    told = lesson(players)
    assert sum(told.taken) == sum(told.auction.sizes) == sum(count for _, count in told.opened.middle)
    assert told.taken == {3: (3, 2, 3), 4: (2, 2, 2, 2)}[players]


@pytest.mark.parametrize("players", PLAYERS)
def test_high_bids_cost_tokens_and_low_bids_gain_them(players: int) -> None:
    """As the text above the example says, and the booklet's third phase."""
    told = lesson(players)
    most = max(told.auction.sizes)
    for bid, back in zip(told.auction.sizes, told.taken, strict=True):
        assert back < bid if bid == most else back > bid


@pytest.mark.parametrize(("players", "counts"), [(3, (13, 10, 10)), (4, (12, 9, 0))])
def test_it_counts_rounds_pile_and_tokens_left_over(players: int, counts: tuple[int, int, int]) -> None:
    told = lesson(players)
    assert (told.rounds, told.pile, told.spare) == counts


@pytest.mark.parametrize("players", PLAYERS)
def test_in_the_variation_the_same_account_is_less_by_its_tokens(players: int) -> None:
    told = lesson(players)
    assert told.wealth.tokens == told.varied.tokens == 10 - told.auction.sizes[0] + told.taken[0]
    assert told.wealth.wealth - told.varied.wealth == told.wealth.tokens
    assert told.varied.wealth == 24 + 8 + (6 + 5)


def test_every_phase_has_its_section() -> None:
    chosen = dealt()
    opened, _ = bids_open(chosen, "red+green", [{"red": 1}])
    found = [chapter(state) for state in (start(3, {}), chosen, opened, tokens_back(opened))]
    assert found == ["setup", "auction", "tokens", "sale"]
