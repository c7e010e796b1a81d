"""Every kind of page, in dark and light: nothing that axe finds, nothing too small for a thumb or for tired eyes.

Payouts, ends and summaries of every game are looked at where whole games are played (`test_stage.py`).
"""

import pytest
from playwright.sync_api import expect

from companion.games import GAMES
from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.evening import Evening
from tests.e2e.browser.inspector import Inspector

pytestmark = pytest.mark.browser


def test_every_page_is_accessible(opens: Opens) -> None:
    evening, inspector = opens(), Inspector()
    before_the_game(evening, inspector)
    evening.open()
    a_stranger(evening, inspector)
    a_round(evening, inspector)
    assert len(inspector.seen) > 18
    assert not inspector.wrong, "\n".join(inspector.wrong)


def before_the_game(evening: Evening, inspector: Inspector) -> None:
    """The start page, a new table, components to print, the door, the lobby, and a page for what is not there."""
    screen, (anna, *_) = evening.screen, evening.phones
    anna.open("/")
    inspector.looks_at("start page", anna)
    anna.open("/new")
    anna.page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    inspector.looks_at("new table with house rules", anna)
    anna.open("/material/wetten")
    inspector.looks_at("components to print", anna)
    for slug in GAMES.keys() - {"vabanque"}:  # whose rules are looked at from a table
        anna.open(f"/rules/{slug}")
        inspector.looks_at(f"rules of {slug}", anna)
    anna.open("/nowhere")
    inspector.looks_at("error page", anna)
    screen.open("/new")
    screen.opens_vabanque()
    inspector.looks_at("empty lobby on the screen", screen)
    anna.page.goto(screen.page.url)
    inspector.looks_at("door", anna)
    anna.sit()
    inspector.looks_at("lobby on a phone", anna)
    anna.page.get_by_role("link", name="Rules", exact=True).filter(visible=True).click()
    assert anna.page.url.endswith("/rules#now")
    expect(anna.page.locator(".now h2")).to_be_in_viewport()
    inspector.looks_at("rules at a table", anna)
    anna.page.get_by_role("link", name="Back to the table").click()
    anna.page.locator("#entry").wait_for(state="attached")
    anna.page.get_by_role("button", name="First game: steps explained").filter(visible=True).click()
    anna.page.get_by_role("button", name="First game: explain each step").filter(visible=True).click()
    anna.page.locator("#entry").wait_for(state="attached")
    screen.see(1)
    screen.page.locator("summary").click()
    inspector.looks_at("lobby on the screen", screen)


def a_stranger(evening: Evening, inspector: Inspector) -> None:
    """Somebody else's phone at the door of a game that has begun, and what the others see of it."""
    stranger = evening.stranger("Dora")
    stranger.open(f"/t/{evening.key}")
    inspector.looks_at("door of a game that has begun", stranger)
    stranger.press("Carla")
    stranger.page.get_by_text("The host is asked").wait_for()
    inspector.looks_at("door while the host is asked", stranger)
    for device in (evening.screen, evening.phones[0]):
        device.page.locator(".notice").filter(visible=True).wait_for()
        inspector.looks_at(f"somebody asks for a seat, {type(device).__name__}", device)
    evening.screen.answers("Refuse")
    evening.screen.page.wait_for_selector(".notice.asks", state="detached")


def a_round(evening: Evening, inspector: Inspector) -> None:
    """Chips, cards, pawns, and the question before the last pawn."""
    screen, anna = evening.screen, evening.phones[0]
    anna.page.evaluate("""document.querySelector("#offline").hidden = false;
        toast.textContent = toast.dataset.retrying""")
    inspector.looks_at("not saved, not connected", anna)
    anna.page.evaluate("""document.querySelector("#offline").hidden = true; toast.textContent = "";""")
    screen.press("Enter all chips at once")
    inspector.looks_at("all chips at once", screen)
    anna.press("Enter all chips at once")
    inspector.looks_at("all chips at once on a phone", anna)
    evening.place_all_chips({1: 4, 2: 4, 4: 4})
    anna.choose(2)
    inspector.looks_at("a card is chosen", anna)
    with anna.looks() as cards:
        assert len(cards) == 3
        inspector.looks_at("look", anna)
    evening.lay_all(casino=1)
    evening.stay("Anna")
    evening.stay("Ben")
    evening.phone("Carla").turn_comes()
    evening.phone("Carla").tap(5)
    inspector.looks_at("the last pawn's question", evening.phone("Carla"))
    evening.phone("Carla").page.click("#sure [value=no]")
