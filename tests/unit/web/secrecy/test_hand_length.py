"""The length of a hand, as seen on an encrypted line, does not tell what is in it."""

import gzip
from itertools import islice, product
from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from companion.table.model.player_view import player_view
from companion.web.pages.table import HAND_SIZE
from tests.unit.web.support.devices import new_session, saved

ACTS = 60
LOOKS: tuple[dict[str, str], ...] = ({}, {"Companion_Look": "1"})
PACKED: tuple[dict[str, str], ...] = ({}, {"Accept_Encoding": "gzip, deflate, br"})


@pytest.mark.parametrize("slug", GAMES)
def test_every_hand_has_the_same_length(slug: str, tmp_path: Path) -> None:
    session, luck = new_session(tmp_path, GAMES[slug].players[0], game=slug), Random(1)
    lengths: dict[tuple[bool, bool], set[int]] = {}
    for _ in islice(iter(lambda: player_view(session.table).over, True), ACTS):
        for phone, look, pack in product(session.players, LOOKS, PACKED):
            hand = phone.get(f"/t/{session.key}/hand", **look, **pack)
            read = gzip.decompress(hand.data) if pack else hand.data
            assert len(read) % HAND_SIZE == 0
            lengths.setdefault((bool(look), bool(pack)), set()).add(len(hand.data))
        saved(session.page() if player_view(session.table).paging else session.by_chance(luck))
    assert len(lengths) == len(LOOKS) * len(PACKED)
    assert {len(seen) for seen in lengths.values()} == {1}, (
        f"an opened hand may be longer than one that is looked at, but each is so always: {lengths}"
    )
