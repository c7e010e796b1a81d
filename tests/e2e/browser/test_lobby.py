"""The lobby: way in, free colours, guests without phones."""

import re

from playwright.sync_api import Browser, expect

from companion.table.model.names import COLOURS
from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.inspector import Inspector
from tests.e2e.browser.layout_rules import PHONES, SCREENS, at, each_game_slowly, violations
from tests.e2e.browser.random_game import NAMES, RandomGame
from tests.e2e.browser.session import Session
from tests.support.server import Server

COVERED = """() => [...document.querySelectorAll('.going-on a')].flatMap(link => {
  const picture = link.querySelector('.emblem').getBoundingClientRect();
  return [...link.querySelectorAll('span')].filter(words => words.getBoundingClientRect().right > picture.left + 1)
    .map(words => words.textContent);
})"""
"""Words on the start page that reach the picture of their game."""


BELOW = """own => {
  const bottom = one => one.getBoundingClientRect().bottom;
  return [...document.querySelectorAll(".sits")].every(one => bottom(one) <= bottom(own) + 1);
}"""


def test_guest_is_offered_the_free_colours(opens: Opens) -> None:
    session, inspector = opens(2), Inspector()
    anna, ben = session.phones
    session.screen.open("/")
    session.new_table(game="vabanque")
    session.sits(anna, "sky")
    session.screen.open(f"/t/{session.key}")
    session.screen.see(1)
    session.screen.page.get_by_text("Someone without a phone?").click()
    session.screen.page.fill("#guest", "Carla")
    session.screen.page.locator(".phoneless [value=green]").click()
    assert offered(session) == ["orange", "green", "yellow", "red", "purple"]
    inspector.inspect("somebody without a phone", session.screen)
    session.sits(ben, "green")
    session.screen.see(2)
    assert offered(session) == ["orange", "yellow", "red", "purple"]
    expect(session.screen.page.locator(".phoneless :checked")).to_have_count(0)
    expect(session.screen.page.locator("#guest")).to_have_value("Carla")
    session.send("Ben", kind="leave")
    session.screen.see(3)
    assert offered(session) == ["orange", "green", "yellow", "red", "purple"]
    session.screen.page.locator(".phoneless [value=yellow]").click()
    session.screen.press("Seat them")
    session.screen.see(4)
    assert session.screen.texts("#people .name") == ["Anna", "Carla"]
    expect(session.screen.page.get_by_text("Start with this seating order")).to_be_visible()
    expect(session.screen.page.locator("#guest")).to_be_hidden()
    session.screen.page.get_by_text("Someone without a phone?").click()
    expect(session.screen.page.locator("#guest")).to_have_value("")
    assert offered(session) == ["orange", "green", "red", "purple"]
    assert not inspector.wrong, "\n".join(inspector.wrong)


@each_game_slowly("banque_fatale")
def test_lobby_keeps_the_layout_rules(slug: str, browser: Browser, server: Server) -> None:
    session = RandomGame(browser, server, slug, screen="de", phones="fr").session
    screen, anna = session.screen, session.phones[0]
    screen.open("/")
    session.new_table(game=slug)
    screen.open(f"/t/{session.key}")
    broken = list(violations(screen.page, "nobody yet", *SCREENS))
    for number, (phone, colour) in enumerate(zip(session.phones, COLOURS, strict=False), start=1):
        session.sits(phone, colour)
        screen.see(number)
        if phone is anna:
            broken += violations(screen.page, "the first", *SCREENS)
            screen.page.locator(".phoneless summary").click()
            broken += violations(screen.page, "somebody without a phone", *SCREENS)
    broken += violations(screen.page, "all", *SCREENS)
    anna.open(f"/t/{session.key}")
    broken += violations(anna.page, "all", *PHONES)
    assert not broken, "\n".join(broken)
    assert not session.close()


def test_door_shows_taken_colours(opens: Opens) -> None:
    session = opens(3)
    anna, ben, carla = session.phones
    session.screen.open("/")
    session.new_table(game="vabanque")
    ben.open(f"/t/{session.key}")
    at(ben.page, (360, 640))
    ben.page.fill("#name", "Ben")
    before = ben.page.get_by_text("Sit down").bounding_box()
    offered_first = ben.page.locator("#free :checked").input_value()
    chosen, other = [colour for colour in COLOURS if colour != offered_first][:2]
    ben.page.locator(f"[name=colour][value={chosen}]").check()
    session.sits(anna, other)
    expect(ben.page.locator(f"[name=colour][value={other}]")).to_be_disabled()
    expect(ben.page.locator(f".choice:has([value={other}])")).to_contain_text("Anna")
    session.host_moves(kind="rename", person=0, name=NAMES[0])
    expect(ben.page.locator(f".choice:has([value={other}])")).to_contain_text(NAMES[0])
    assert ben.page.get_by_text("Sit down").bounding_box() == before, "a long name moves nothing"
    expect(ben.page.locator(f"[name=colour][value={chosen}]")).to_be_checked()
    session.sits(carla, chosen)
    expect(ben.page.locator(f"[name=colour][value={chosen}]")).to_be_disabled()
    expect(ben.page.locator(f"[name=colour][value={offered_first}]")).to_be_checked()
    expect(ben.page.locator("#name")).to_have_value("Ben")
    ben.press("Sit down")
    ben.arrives("#live")


def test_lobby_fits_a_phone_on_its_side(opens: Opens) -> None:
    session = opens(1)
    anna = session.phone("Anna")
    session.screen.open("/")
    session.new_table(game="vabanque")
    session.sits(anna, "sky")
    anna.page.set_viewport_size({"width": 568, "height": 320})
    anna.open(f"/t/{session.key}")
    for shown in (".turn", "[for=show-code]", "#ask button"):
        found = anna.page.locator(shown).filter(visible=True).first
        expect(found).to_be_in_viewport(ratio=1)
        found.click(trial=True)
    code = anna.page.locator(".way-in .short-code")
    expect(code).to_be_hidden()
    anna.page.locator("[for=show-code]").tap()
    expect(code).to_be_visible()


def test_up_to_ten_names_stand_clear_around_the_table(opens: Opens) -> None:
    session = opens(1)
    anna = session.phone("Anna")
    session.new_table(game="any_game")
    session.sits(anna, "orange")
    anna.open(f"/t/{session.key}")
    broken: list[str] = []
    for nth, colour in enumerate(list(COLOURS)[1:10]):
        name = f"{NAMES[nth % len(NAMES)][:12]} {nth}"
        session.host_moves(kind="sit", name=name, colour=colour, phone="none")
        if nth > 4:
            expect(anna.page.locator(".around .name").filter(has_text=re.compile("."))).to_have_count(nth + 2)
            broken += violations(anna.page, f"{nth + 2} players", *PHONES)
    assert not broken, "\n".join(broken)


def test_own_seat_is_the_nearest(opens: Opens) -> None:
    session = opens(2)
    session.new_table(game="vabanque")
    for phone, colour in zip(session.phones, COLOURS, strict=False):
        session.sits(phone, colour)
        phone.open(f"/t/{session.key}")
    around = [phone.page.locator(".around .name").filter(has_text=re.compile(".")) for phone in session.phones]
    for guest, names in (
        (None, (["Anna", "Ben"], ["Ben", "Anna"])),
        ("Cem", (["Anna", "Ben", "Cem"], ["Ben", "Cem", "Anna"])),
    ):
        if guest:
            session.host_moves(kind="sit", name=guest, colour="red", phone="none")
        for seats, expected in zip(around, names, strict=True):
            expect(seats).to_have_text(expected)
        for phone in session.phones:
            own = phone.page.locator(".halo").filter(visible=True).evaluate(BELOW)
            assert own, "the own mark is the lowest"


def offered(session: Session) -> list[str]:
    """The colours that can be seen and tapped."""
    shown = session.screen.page.locator(".phoneless [name=colour]:enabled").filter(visible=True)
    found: list[str] = shown.evaluate_all("all => all.map(one => one.value)")
    assert set(found) <= set(COLOURS)
    return found


def test_words_of_the_start_page_are_clear_of_its_pictures(opens: Opens) -> None:
    session = opens(3)
    session.open(game="wetten")
    for device in (session.screen, session.phones[0]):
        device.open("/")
        assert device.page.evaluate(COVERED) == []
