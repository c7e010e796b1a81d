"""Whole games with the most players, and the lobby before them, by the laws of the stage."""

from collections import Counter

import pytest

from tests.browser.evening import Evening
from tests.browser.fullest import Fullest
from tests.browser.laws import MEASURED, PHONES, TIGHT, at, breaks, every_game
from tests.browser.server import Server
from tests.cast import CAST
from tests.engines.pages import Engine
from tests.proving import everything

pytestmark = pytest.mark.browser

LOOKED_AT = {1, 9} if everything() else {1}
"""Of each kind of state, which are looked at."""
SCREENS = (MEASURED, (1024, 600), (768, 1024)) if everything() else (MEASURED,)
LOBBIES = (MEASURED, *sorted(TIGHT.difference(PHONES)))
PAPER = "() => { const {width, height} = document.querySelector('.qr .paper').getBoundingClientRect(); return [width, height]; }"  # noqa: E501


@pytest.mark.each_choice
@every_game
def test_whole_game_keeps_the_laws_of_the_stage(slug: str, engine: Engine, server: Server) -> None:
    game, broken, kinds = Fullest(engine.browser, server, slug), list[str](), Counter[str]()
    game.begin()
    for state in game.played(asleep=True):
        kinds[state.kind] += 1
        if kinds[state.kind] in LOOKED_AT:
            phone = game.phone(state.seat)
            game.seen()
            broken += breaks(phone.page, state.kind, *PHONES)
            broken += breaks(game.evening.screen.page, state.kind, *SCREENS)
    assert "over" in kinds, f"it was not played to its end: {kinds}"
    assert not broken, f"{len(broken)}:\n" + "\n".join(broken[:60])


def test_lobby_shows_a_large_qr_code(engine: Engine, server: Server) -> None:
    evening = Evening(engine.browser, server.origin, CAST[:1])
    evening.new_table(game="vabanque")
    page = evening.screen.page
    evening.screen.open(f"/t/{evening.key}")
    for size in LOBBIES:
        at(page, size)
        sides = page.evaluate(PAPER)
        assert min(sides) >= min(size) / 3, (size, sides)
    assert not list(breaks(page, "lobby", *LOBBIES))
