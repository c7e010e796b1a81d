"""The examples of the rulebook (`examples.json`), which the rules page shows too."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.games.vabanque.constants import CASINOS, PLAYERS
from companion.games.vabanque.events import Laid
from companion.games.vabanque.payout import pay_casino
from companion.games.vabanque.tutorial import EXAMPLE, lesson
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


def test_example_is_the_rulebooks_first() -> None:
    first = EXAMPLES[0]
    assert [[CAST[laid.seat], laid.card] for laid in EXAMPLE.cards] == first["cards"]
    assert (EXAMPLE.chips, EXAMPLE.raises, EXAMPLE.value) == (first["chips"], first["raises"], first["value"])
    assert [(line.seat, line.source, line.amount, line.rivals) for line in EXAMPLE.lines] == lines_of(first)


@pytest.mark.parametrize("players", PLAYERS)
def test_pictures_show_a_round_for_any_number(players: int) -> None:
    told = lesson(players)
    assert len(told.begun) == told.casinos == CASINOS[players]
    assert sum(casino.chips for casino in told.begun) == 0
    assert sum(casino.chips for casino in told.chips) == 5 * 4 * players
    assert sum(count for casino in told.cards for _, count in casino.cards) == 3 * players
    for board in (told.begun, told.pawns):
        assert sum(len(casino.pawns) for casino in board) == players
    assert [all_ for _, _, all_ in told.rounds] == [4 * players, 3 * players, 2 * players, players]
