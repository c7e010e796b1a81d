"""The examples of the rules page come from the rules."""

import pytest

from companion.games.banque_fatale.constants import COLOURS, PLAYERS
from companion.games.banque_fatale.state import start
from companion.games.banque_fatale.tutorial import EXTRA, SALE, lesson, rules_section
from tests.support.cast import CAST
from tests.unit.games.banque_fatale.table import bids_open, dealt, tokens_back
from tests.unit.games.banque_fatale.test_examples import EXAMPLES


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
