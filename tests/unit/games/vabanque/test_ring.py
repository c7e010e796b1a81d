"""Places of the things on the board: on the circle and on the oval none covers another."""

from collections.abc import Iterator
from itertools import combinations, pairwise
from math import dist, hypot

import pytest

from companion.games.vabanque.constants import CARDS, CASINOS
from companion.games.vabanque.presentation import Casino
from companion.games.vabanque.ring import CARD, FOOT, PAWN, Place, Point, Row, Spot, arcs, places, radius, spots

each_ring = pytest.mark.parametrize("players", CASINOS)
each_shape = pytest.mark.parametrize(("oval", "wide"), [(False, False), (True, False), (True, True)])
"""A phone's circle, and the circle and the oval of a table screen."""


def lies(spot: Spot, *, wide: bool) -> Point:
    more = spot.wide if wide and spot.wide else (0, 0)
    return spot.x + more[0], spot.y + more[1]


def middles(place: Place, row: Row, scale: float, *, wide: bool, up: float = 0) -> Iterator[Point]:
    x, y = (sum(both) for both in zip(lies(place.at, wide=wide), lies(row.at, wide=wide), strict=True))
    yield from ((x + scale * right, y + scale * down - up) for _, right, down in row.each)


def distance(middle: Point, half: Point, disc: Point) -> float:
    return hypot(max(abs(middle[0] - disc[0]) - half[0], 0), max(abs(middle[1] - disc[1]) - half[1], 0))


@each_ring
@each_shape
def test_discs_are_at_equal_distances_and_apart(players: int, oval: bool, wide: bool) -> None:
    count = CASINOS[players]
    centres = [lies(spot, wide=wide) for spot in spots(count, oval=oval)]
    assert all(dist(*two) > 2 * radius(count) + 10 for two in combinations(centres, 2))
    assert centres[0][0] == 0
    assert centres[0][1] < 0


@each_ring
@each_shape
def test_number_of_steps_is_on_its_own_disc(players: int, oval: bool, wide: bool) -> None:
    count, badge = CASINOS[players], 12
    discs, badges = (
        [lies(spot, wide=wide) for spot in spots(count, before, oval=oval)] for before in (0, radius(count) + 5)
    )
    assert all(dist(at, disc) < radius(count) + badge for at, disc in zip(badges, discs, strict=True))
    before = [discs[-1], *discs[:-1]]
    assert all(dist(at, disc) > radius(count) + badge - 2 for at, disc in zip(badges, before, strict=True))


@each_ring
@each_shape
def test_pawns_and_cards_cover_no_disc(players: int, oval: bool, wide: bool) -> None:
    count = CASINOS[players]
    discs = [lies(spot, wide=wide) for spot in spots(count, oval=oval)]
    for many in range(1, players + 1):
        cards = tuple((seat, len(CARDS)) for seat in range(many))
        full = [Casino(number, 5, tuple(range(many)), cards) for number in range(1, count + 1)]
        for place in places(full, oval=oval):
            half = PAWN[0] * place.scale, PAWN[1] * place.scale
            pawns = middles(place, place.pawns, place.scale, wide=wide, up=FOOT * place.scale)
            lying = [(middle, half) for middle in pawns]
            lying += [(middle, CARD) for middle in middles(place, place.cards, 1, wide=wide)]
            assert all(distance(*one, disc) > place.radius for one in lying for disc in discs)


@each_ring
def test_each_card_of_a_table_can_be_seen(players: int) -> None:
    cards = tuple((seat, len(CARDS)) for seat in range(players))
    for place in places([Casino(number, 0, (), cards) for number in range(1, CASINOS[players] + 1)]):
        assert [seat for seat, _, _ in place.cards.each] == [seat for seat, many in cards for _ in range(many)]
        assert all(dist(one[1:], other[1:]) > 3 for one, other in pairwise(place.cards.each))


def test_long_way_is_the_larger_part_of_the_circle() -> None:
    assert arcs(7, {}) == ()
    assert arcs(12, {11: 0, 12: 1, 1: 2}) == ("M-129.9 -75.0A150 150 0 0 1 0.0 -150.0",)
    long, flat = arcs(7, {1: 0, 2: 1, 3: 2, 4: 3, 5: 4}, oval=True)
    assert "A150 150 0 1 1" in long
    assert "A370 145 0 1 1" in flat
