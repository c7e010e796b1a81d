"""Whom the table waits for takes three lines at most on a phone 320 pixels wide: any names, in any language."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.e2e.browser.fullest import NAMES
from tests.e2e.browser.narrow import Narrow
from tests.e2e.browser.test_short_labels import moments
from tests.unit.web.support.devices import new_session, saved

pytestmark = pytest.mark.browser

LINES = 3
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("vabanque", 6, {"turns": "free"}),
    ("vabanque", 3, {}),
    ("banque_fatale", 4, {}),
    ("wetten", 5, {}),
]


@pytest.fixture
def narrow(browser: Browser) -> Iterator[Narrow]:
    """The narrowest phone there is."""
    phone = Narrow(browser)
    yield phone
    phone.context.close()


@pytest.mark.parametrize(("slug", "players", "options"), TABLES)
def test_the_headline_of_who_waits_leaves_room_for_the_board(
    slug: str, players: int, options: dict[str, Any], narrow: Narrow, tmp_path: Path
) -> None:
    evening = new_session(tmp_path, players, game=slug, host_plays=True, **options)
    met: set[tuple[object, ...]] = set()
    long: list[str] = []
    for person, name in enumerate(NAMES[:players]):
        saved(evening.host.tap(evening.key, "rename", person=person, name=name))
    for now in moments(evening):
        waiting = {*now.waiting}
        at = (now.scene, *sorted({ask.do for ask in now.asks}), len(waiting))
        free = [seat for seat in range(players) if seat not in waiting]
        if now.scene != "play" or at in met or not (waiting and free):
            continue
        met.add(at)
        for lang, lines, said in narrow.headlines(evening.players[free[-1]], f"/t/{evening.key}"):
            long += [f"{lang}, {lines} lines: {said}"] if lines > LINES else []
    assert len(met) > 2
    assert not long, "\n".join(long)
