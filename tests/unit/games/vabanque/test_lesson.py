"""What the rules page shows comes from the rules."""

import pytest

from companion.games.vabanque.constants import CASINOS, PLAYERS
from companion.games.vabanque.tutorial import EXAMPLE, Lesson, lesson
from tests.support.cast import CAST
from tests.unit.games.vabanque.test_examples import EXAMPLES, lines_of


def test_its_example_is_the_first_one_of_the_booklet() -> None:
    first = EXAMPLES[0]
    assert [[CAST[laid.seat], laid.card] for laid in EXAMPLE.cards] == first["cards"]
    assert (EXAMPLE.chips, EXAMPLE.raises, EXAMPLE.value) == (first["chips"], first["raises"], first["value"])
    assert [(line.seat, line.source, line.amount, line.rivals) for line in EXAMPLE.lines] == lines_of(first)


@pytest.mark.parametrize("players", PLAYERS)
def test_its_pictures_show_a_round_of_so_many_players(players: int) -> None:
    told = lesson(players)
    assert len(told.begun) == told.casinos == CASINOS[players]
    assert sum(casino.chips for casino in told.begun) == 0
    assert sum(casino.chips for casino in told.chips) == 5 * 4 * players
    assert sum(count for casino in told.cards for _, count in casino.cards) == 3 * players
    for board in (told.begun, told.pawns):
        assert sum(len(casino.pawns) for casino in board) == players
    assert [all_ for _, _, all_ in told.rounds] == [4 * players, 3 * players, 2 * players, players]


def test_its_pawns_show_every_number_of_steps() -> None:
    for players in PLAYERS:
        assert len(set(steps(lesson(players)))) == players - 1
    assert sorted(steps(lesson(PLAYERS[-1]))) == [0, 1, 2, 3, 4]


def steps(told: Lesson) -> list[int]:
    """How far each pawn went but the last one, which would turn the cards up."""
    before, after = (
        {seat: at for at, one in enumerate(board) for seat in one.pawns} for board in (told.begun, told.pawns)
    )
    return [(after[seat] - before[seat]) % told.casinos for seat in range(told.players - 1)]
