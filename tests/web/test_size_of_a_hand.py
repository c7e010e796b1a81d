"""Who sees only how much is sent, as on an encrypted line, does not learn what is in a hand."""

from itertools import islice
from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from companion.table.chair import chair
from companion.web.play import A_HAND
from tests.web.devices import an_evening, done

ACTS = 60
LOOKS: tuple[dict[str, str], ...] = ({}, {"Companion_Look": "1"})


@pytest.mark.parametrize("slug", GAMES)
def test_each_hand_is_as_long_as_any_other_whatever_was_chosen(slug: str, tmp_path: Path) -> None:
    evening, luck = an_evening(tmp_path, GAMES[slug].players[0], game=slug), Random(1)
    sizes: set[tuple[int, int]] = set()
    for _ in islice(iter(lambda: chair(evening.table).over, True), ACTS):
        for phone in evening.players:
            hands = [phone.get(f"/t/{evening.key}/hand", **look) for look in LOOKS]
            sizes |= {(nth, len(hand.data)) for nth, hand in enumerate(hands)}
        done(evening.page() if chair(evening.table).paging else evening.by_chance(luck))
    assert {size % A_HAND for _, size in sizes} == {0}
    assert len(sizes) == len(LOOKS), "an opened hand may be longer than one that is looked at, but each is so always"
