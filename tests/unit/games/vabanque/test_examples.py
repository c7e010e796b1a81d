"""The worked examples of the rulebooks (`examples.json`)."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.games.vabanque.events import Laid
from companion.games.vabanque.payout import pay_casino
from tests.support.cast import CAST
from tests.unit.games.vabanque.table import Hands, a_round, payouts, seated

EXAMPLES = json.loads(Path(__file__).with_name("examples.json").read_text())
SOURCES = [example["source"].split(":")[0] for example in EXAMPLES]
every_example = pytest.mark.parametrize("example", EXAMPLES, ids=SOURCES)

Example = dict[str, Any]

PAID_TABLE = 5


def lines_of(example: Example) -> list[tuple[int, str, int, tuple[int, ...]]]:
    return [
        (CAST.index(player), source, amount, tuple(map(CAST.index, rivals)))
        for player, source, amount, rivals in example["lines"]
    ]


@every_example
def test_casino_pays_as_in_the_rulebook(example: Example) -> None:
    cards = [Laid(CAST.index(player), 4, card, ply) for ply, (player, card) in enumerate(example["cards"])]
    pawns = [CAST.index(player) for player in example["pawns"]]
    paid = pay_casino(4, example["chips"], cards, pawns, range(example["players"]))
    assert (paid.raises, paid.value) == (example["raises"], example["value"])
    assert [(line.seat, line.source, line.amount, line.rivals) for line in paid.lines] == lines_of(example)


@every_example
def test_round_pays_as_in_the_rulebook(example: Example) -> None:
    """The players sit so that the pawns can reach table 5; all else lies at table 2, without a pawn."""
    state = seated(example["players"])
    hands: Hands = {
        seat: {card: PAID_TABLE for player, card in example["cards"] if player == name}
        for seat, name in enumerate(CAST)
    }
    steps = [example["steps"][name] for name in CAST[: example["players"]]]
    state, facts = a_round(state, {PAID_TABLE: example["chips"] // 5}, hands, steps, aside=2)
    assert [CAST[seat] for seat, casino in enumerate(state.pawns) if casino == PAID_TABLE] == example["pawns"]
    paid = payouts(facts)[PAID_TABLE]
    assert (paid.chips, paid.raises, paid.value) == (example["chips"], example["raises"], example["value"])
    assert [(line.seat, line.source, line.amount, line.rivals) for line in paid.lines] == lines_of(example)
    assert dict(zip(CAST, state.money, strict=False)) == example["paid"]
