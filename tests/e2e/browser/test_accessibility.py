"""Every kind of page, in dark and light: no finding of axe, no small target, no small type.

Payouts, ends and summaries of every game are looked at where whole games are played (`test_layout_rules.py`).
"""

from playwright.sync_api import expect

from companion.games import GAMES
from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.inspector import Inspector
from tests.e2e.browser.layout_rules import PHONES, violations
from tests.e2e.browser.session import Session


def test_every_page_is_accessible(opens: Opens) -> None:
    session, inspector = opens(), Inspector()
    before_the_game(session, inspector)
    session.open()
    a_stranger(session, inspector)
    a_round(session, inspector)
    assert len(inspector.seen) > 18
    assert not inspector.wrong, "\n".join(inspector.wrong)


def before_the_game(session: Session, inspector: Inspector) -> None:
    """The start page, a new table, components to print, the door, the lobby, and a page for what is not there."""
    screen, (anna, *_) = session.screen, session.phones
    anna.open("/")
    inspector.inspect("start page", anna)
    anna.open("/new")
    anna.page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    inspector.inspect("new table with house rules", anna)
    anna.open("/material/wetten")
    inspector.inspect("components to print", anna)
    for slug in GAMES.keys() - {"vabanque"}:  # whose rules are looked at from a table
        anna.open(f"/rules/{slug}")
        inspector.inspect(f"rules of {slug}", anna)
    anna.open("/nowhere")
    inspector.inspect("error page", anna)
    screen.open("/new")
    screen.opens_vabanque()
    inspector.inspect("empty lobby on the screen", screen)
    anna.page.goto(screen.page.url)
    inspector.inspect("door", anna)
    anna.sit()
    inspector.inspect("lobby on a phone", anna)
    expect(anna.page.locator("#people [role=status]")).to_contain_text("Anna")
    anna.page.get_by_role("link", name="Rules", exact=True).filter(visible=True).click()
    assert anna.page.url.endswith("/rules#now")
    expect(anna.page.locator(".now h2")).to_be_in_viewport()
    inspector.inspect("rules at a table", anna)
    anna.page.get_by_role("link", name="Back to the table").click()
    anna.page.locator("#entry").wait_for(state="attached")
    anna.page.get_by_role("button", name="First game: steps explained").filter(visible=True).click()
    anna.page.get_by_role("button", name="First game: explain each step").filter(visible=True).click()
    anna.page.locator("#entry").wait_for(state="attached")
    screen.see(1)
    screen.page.locator("summary").click()
    inspector.inspect("lobby on the screen", screen)


def a_stranger(session: Session, inspector: Inspector) -> None:
    """Somebody else's phone at the door of a game that has begun, and what the others see of it."""
    stranger = session.stranger("Dora")
    stranger.open(f"/t/{session.key}")
    inspector.inspect("door of a game that has begun", stranger)
    stranger.press("Carla")
    stranger.page.get_by_text("asked to let you in").wait_for()
    for device in (session.phones[0], session.screen):  # from phones it goes by itself
        device.page.locator(".notice").filter(visible=True).wait_for()
        inspector.inspect(f"somebody asks for a seat, {type(device).__name__}", device)
    inspector.inspect("door while the host is asked", stranger)
    session.screen.answers("Refuse")
    session.screen.page.wait_for_selector(".notice.asks", state="detached")


def a_round(session: Session, inspector: Inspector) -> None:
    """Chips, cards, pawns, and the question before the last pawn."""
    screen, anna = session.screen, session.phones[0]
    anna.page.evaluate("""document.querySelector("#offline").hidden = false;
        toast.textContent = toast.dataset.retrying""")
    inspector.inspect("not saved, not connected", anna)
    anna.page.evaluate("""document.querySelector("#offline").hidden = true; toast.textContent = "";""")
    screen.press("Enter all chips at once")
    inspector.inspect("all chips at once", screen)
    anna.press("Enter all chips at once")
    inspector.inspect("all chips at once on a phone", anna)
    assert not list(violations(anna.page, "all chips at once", *PHONES))
    table = anna.page.locator("g.casino[data-casino='3']")
    table.press("Enter")
    expect(table).to_have_accessible_name("Table 3: chip value 0; Ben's pawn +1")
    expect(anna.page.locator("#keeper [role=status]")).to_have_text("Table 3 +1, 1 of 12")
    table.press("Delete")
    session.place_all_chips({1: 4, 2: 4, 4: 4})
    anna.choose(2)
    inspector.inspect("a card is chosen", anna)
    with anna.looks() as cards:
        assert len(cards) == 3
        inspector.inspect("look", anna)
    strip = anna.page.locator(".strip").filter(visible=True)
    strip.press("Enter")
    expect(anna.page.get_by_role("region", name="Players")).to_be_focused()
    anna.page.keyboard.press("Escape")
    expect(strip).to_be_focused()
    session.lay_all(casino=1)
    session.stay("Anna")
    session.stay("Ben")
    session.phone("Carla").turn_comes()
    session.phone("Carla").tap(5)
    inspector.inspect("the last pawn's question", session.phone("Carla"))
    session.phone("Carla").page.click("#sure [value=no]")
