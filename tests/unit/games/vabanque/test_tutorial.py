"""The examples of the rules page come from the rules."""

import pytest

from companion.games.vabanque.constants import CASINOS, PLAYERS
from companion.games.vabanque.tutorial import EXAMPLE, lesson
from tests.support.cast import CAST
from tests.unit.games.vabanque.test_examples import EXAMPLES, lines_of


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
