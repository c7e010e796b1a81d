"""Board and *Hold to look* stay in their places on a phone, whoever acts."""

from collections import defaultdict

from playwright.sync_api import Browser

from tests.e2e.browser.layout_rules import TIGHT_PHONES, WITH_BARS, at, every_game
from tests.e2e.browser.random_game import NAMES, RandomGame
from tests.support.server import Server

MOVES, BY = 24, 3
"""Moves that are watched, and pixels by which nobody sees a thing move."""

SIZES = (*TIGHT_PHONES, WITH_BARS, (360, 780))
"""The last is the lowest that has room for everybody's tiles."""
MINE = "() => Boolean(companion.shown('.turn.mine'))"
BOARDS = (".ring", ".scale svg", ".track")
FIXED = """all => all.map(one => [one, document.querySelector(`#view ${one}`)?.getBoundingClientRect()])
  .filter(([, at]) => at?.height).map(([one, {top, bottom}]) => [one, top, /ring|look/.test(one) ? bottom : top])"""
"""Above a high form, scale and track are smaller."""


@every_game
def test_board_and_button_to_look_keep_their_places(slug: str, browser: Browser, server: Server) -> None:
    """Boards in all phases but that of action cards; the button in each, while others' moves take *Undo* away."""
    game = RandomGame(browser, server, slug, names=NAMES[:3], phones="de")
    game.sit()
    page = game.phone(0).page
    places = defaultdict[tuple[object, ...], list[tuple[float, float]]](list)
    for move, state in enumerate(game.states()):
        if move == MOVES:
            break
        for size in SIZES if not state.paged and not page.locator(".doubled").count() else ():
            at(page, size)
            asked = page.evaluate(MINE)
            for what, top, bottom in page.evaluate(FIXED, [*(BOARDS if state.kind != "run" else ()), ".look"]):
                places[size, what, what == ".look" and (state.kind, asked)].append((top, bottom))
    moved = [
        f"{what}: {sorted(set(seen))}"
        for what, seen in places.items()
        if any(max(edge) - min(edge) > BY for edge in zip(*seen, strict=True))
    ]
    assert places
    assert not moved, "\n".join(moved)
    assert not game.session.close()
