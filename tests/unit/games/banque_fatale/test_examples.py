"""The examples of the rulebook (`examples.json`), which the rules page shows too."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.banque_fatale.constants import COLOURS, PLAYERS
from companion.games.banque_fatale.events import ExtraPaid, Sold
from companion.games.banque_fatale.moves import Sell
from companion.games.banque_fatale.rules import play
from companion.games.banque_fatale.settling import change_values, decide_auction, pay_extra, price_of
from companion.games.banque_fatale.state import start
from companion.games.banque_fatale.tutorial import EXTRA, SALE, lesson, rules_section
from tests.support.cast import ANNA, CAST
from tests.unit.games.banque_fatale.table import a_round, bids_open, by_colour, dealt, heap, tokens_back

EXAMPLES = json.loads(Path(__file__).with_name("examples.json").read_text())

Example = dict[str, Any]


def every(kind: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("example", EXAMPLES[kind], ids=[example["source"] for example in EXAMPLES[kind]])


@every("auctions")
def test_auction_is_won_as_in_the_rulebook(example: Example) -> None:
    bids = [heap(red=size) for size in example["sizes"]]
    won = decide_auction(1, CAST.index(example["start"]), "blue", bids)
    assert [CAST[seat] for seat in won.equals] == example["equals"]
    assert CAST[won.winner] == example["winner"]


@every("values")
def test_values_move_as_in_the_rulebook(example: Example) -> None:
    changes = change_values(1, tuple(example["before"]), [tuple(example["tokens"])])
    assert [step.colour for step in changes.steps] == list(COLOURS)
    assert [step.tokens for step in changes.steps] == example["tokens"]
    assert [step.before for step in changes.steps] == example["before"]
    assert [step.after for step in changes.steps] == example["after"]
    assert [step.why for step in changes.steps] == example["why"]


@every("extras")
def test_extra_payout_is_as_in_the_rulebook(example: Example) -> None:
    paid = pay_extra(1, example["colour"], example["value"], example["cards"])
    assert [[CAST[line.seat], line.piques, line.amount] for line in paid.lines] == example["lines"]
    assert all(sum(piques for _, piques in line.cards) == line.piques for line in paid.lines)
    assert paid.back == 6


@every("prices")
def test_card_is_worth_as_in_the_rulebook(example: Example) -> None:
    assert price_of(example["card"], tuple(example["values"])).total == example["price"]


def test_three_red_piques_are_paid_15_at_11() -> None:
    state = replace(dealt(), values=by_colour(red=9), cards=(("red", "red+red"), ("yellow",), ("green",)))
    state, facts = bids_open(state, "yellow+green", [{}, {"red": 2}, {}])
    (extra,) = [fact for fact in facts if isinstance(fact, ExtraPaid)]
    assert (extra.colour, extra.value, extra.each) == ("red", 11, 5)
    assert state.cash == (15, 0, 0)
    assert state.values == by_colour(2, red=6)


def test_red_and_green_sell_at_7_and_9_for_16() -> None:
    state = a_round(dealt(players=3), "red+green", [{"red": 1}])
    state = a_round(a_round(state, "orange"), "blue")
    state = replace(state, values=by_colour(red=7, green=9))
    assert (state.start, state.cards[ANNA]) == (ANNA, ("red", "red+green"))
    bids = [{"orange": 2}, {"red": 2, "green": 2}, {"orange": 1}]
    state = tokens_back(bids_open(state, "red+red", bids)[0])
    assert state.values == by_colour(2, red=7, green=9, orange=8)  # each 2 tokens, not the most: they stay
    state, (sold, *_) = play(state, ANNA, Sell("red+green"))
    assert isinstance(sold, Sold)
    assert sold.price.values == (("red", 7), ("green", 9))
    assert sold.price.total == state.cash[ANNA] == 16


def test_extra_payout_is_the_rulebooks() -> None:
    first = EXAMPLES["extras"][0]
    assert (EXTRA.colour, EXTRA.value) == (first["colour"], first["value"])
    assert [[card for card, _ in line.cards] for line in EXTRA.lines] == [first["cards"][0]]
    assert [[CAST[line.seat], line.piques, line.amount] for line in EXTRA.lines] == first["lines"]


def test_sale_is_the_rulebooks() -> None:
    first = EXAMPLES["prices"][0]
    assert (SALE.card, SALE.total) == (first["card"], first["price"])
    assert SALE.values == (("red", first["values"][0]), ("green", first["values"][2]))


@pytest.mark.parametrize("players", PLAYERS)
def test_values_show_every_kind_of_change(players: int) -> None:
    told = lesson(players)
    assert {step.why for step in told.changes.steps} == {"most", "other", "single", "none"}
    assert told.begun.values == tuple((colour, 6) for colour in COLOURS)
    assert told.opened.values == tuple((step.colour, step.after) for step in told.changes.steps)


@pytest.mark.parametrize("players", PLAYERS)
def test_every_bid_token_is_taken(players: int) -> None:
    told = lesson(players)
    assert sum(told.taken) == sum(told.auction.sizes) == sum(count for _, count in told.opened.middle)
    assert told.taken == {3: (3, 2, 3), 4: (2, 2, 2, 2)}[players]


def test_every_phase_has_its_chapter() -> None:
    chosen = dealt()
    opened, _ = bids_open(chosen, "red+green", [{"red": 1}])
    found = [rules_section(state) for state in (start(3, {}), chosen, opened, tokens_back(opened))]
    assert found == ["setup", "auction", "tokens", "sale"]
