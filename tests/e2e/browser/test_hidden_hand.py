"""A phone at rest shows no card: not on its screen, not in its page, not in what it received."""

import re
from functools import partial

from playwright.sync_api import expect

from bench.rig import secret_of
from companion.games.vabanque.presentation import shuffle_hand
from companion.table.model.tokens import draw
from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.layout_rules import at
from tests.e2e.browser.session import Session
from tests.e2e.browser.traffic import Traffic, kept, told
from tests.support.server import Server

HANDS = 6
TABLES_TRIED = 58  # enough that one of the six hands stays away once in six thousand runs; a server opens 60 a minute

CARDS = re.compile("Raise|Bluff|Trap")

SENT = """() => {
  const form = document.querySelector(".choosing").closest("form");
  form.querySelector("[name=place][value='2']").checked = true;
  form.requestSubmit();
}"""


def ready(reopens: Opens) -> Session:
    """A table at which the first card is waited for; Anna alone looks."""
    session = reopens().only("Anna", screen=False)
    session.open()
    session.place_all_chips({1: 12})
    return session


def test_only_a_look_sends_cards(opens: Opens) -> None:
    session = opens()
    session.seat_all()
    traffic = [Traffic(device) for device in session.devices]
    session.open_table()
    session.place_all_chips({1: 12})
    for nth in (1, 2, 3):
        for name in session.order:
            with session.phone(name).looks() as cards:
                assert len(told(" ".join(cards))) == 4 - nth
            session.lay(name, 1, casino=nth)
            session.all_see(session.phone(name).number)
            assert [told(kept(device.page)) for device in session.devices] == [[]] * 4
    for name in session.order[:2]:
        with session.phone(name).looks() as cards:
            assert len(told(" ".join(session.phone(name).texts("#look li")))) == 3
        session.stay(name)
        session.all_see(session.phone(name).number)
        assert [told(kept(device.page)) for device in session.devices] == [[]] * 4
    for one in traffic:
        assert sum(map(len, one.streams)) > 10_000
        assert told("".join(one.streams)) == []
        assert told("".join(one.answers(of_look=False))) == []
    assert all(told("".join(one.answers(of_look=True))) for one in traffic[1:])


def test_choice_before_scripts_gets_into_no_address(reopens: Opens) -> None:
    session = ready(reopens)
    anna = session.phone("Anna")
    asked: list[str] = []
    anna.page.route("**/*.js?*", lambda _never_answered: None)
    anna.page.on("request", lambda request: asked.append(request.url))
    anna.page.goto(anna.page.url, wait_until="commit")
    anna.page.wait_for_selector(".choosing", state="attached")
    with anna.page.expect_console_message(lambda told: "form-action" in told.text):
        anna.page.evaluate(SENT)
    anna.page.wait_for_timeout(300)
    assert not [address for address in asked if "place=" in address]
    assert "form-action" in anna.faults.pop()
    anna.page.unroute("**/*.js?*")
    anna.open(f"/t/{session.key}")
    session.lay("Anna", 2, casino=4)
    session.all_see(anna.number)


def test_release_hides_the_hand_after_a_redraw(reopens: Opens) -> None:
    session = ready(reopens)
    anna, face = session.phone("Anna"), "#look .face"
    session.lay("Anna", 1, casino=6)
    session.all_see(session.card("Ben", 6))
    anna.page.locator(".look").filter(visible=True).scroll_into_view_if_needed()
    box, touch = anna.page.locator(".look").filter(visible=True).bounding_box(), anna.context.new_cdp_session(anna.page)
    assert box is not None
    finger = {"x": box["x"] + 20, "y": box["y"] + 20}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    expect(anna.page.locator(face)).to_have_count(2)
    session.card("Carla", 6)
    anna.turn_comes()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(anna.page.locator(face)).to_have_count(0)
    assert not told(kept(anna.page))


def test_back_button_and_sleep_show_no_card(reopens: Opens) -> None:
    anna = ready(reopens).phone("Anna")
    looks = anna.page.get_by_role("button", name="Show your hand")
    looks.tap()
    expect(anna.page.locator("#look .face")).to_have_count(3)
    anna.page.evaluate("location.assign('/')")
    anna.page.wait_for_url(f"{anna.origin}/")
    anna.page.go_back(wait_until="commit")
    anna.arrives("#live")
    assert not told(kept(anna.page))
    looks.tap()
    expect(anna.page.locator("#look .face")).to_have_count(3)
    anna.sleeps()
    assert not told(kept(anna.page))
    anna.wakes()
    anna.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    assert not told(kept(anna.page))


def test_keys_read_the_hand_in_a_dialog(reopens: Opens) -> None:
    anna = ready(reopens).phone("Anna")
    page, hand = anna.page, anna.page.get_by_role("dialog", name="Your hand")
    for closes in ("Escape", "Enter"):
        for button in ("Hold to look", "Show your hand"):
            page.get_by_role("button", name=button).press("Enter")
            expect(hand).to_be_focused()
            expect(hand).to_have_accessible_description(CARDS)
            if closes == "Enter":
                page.get_by_role("button", name="Close").focus()
            page.keyboard.press(closes)
            expect(page.get_by_role("button", name=button)).to_be_focused()
            expect(page.locator("#look")).to_be_empty()  # after Escape a browser gives the focus back first
            assert not told(kept(page))


def test_card_is_chosen_from_the_open_hand(reopens: Opens) -> None:
    anna = ready(reopens).phone("Anna")
    anna.page.get_by_role("button", name="Show your hand").press("Enter")
    face = anna.page.locator("#look .face").nth(1)
    expect(face).to_have_role("button")
    expect(face).to_have_accessible_name(CARDS)
    face.press("Enter")
    expect(anna.page.get_by_role("radio", name="Card 2 of your hand")).to_be_focused()
    expect(anna.page.get_by_role("radio", name="Card 2 of your hand")).to_be_checked()
    assert not told(kept(anna.page))


def test_all_six_hands_look_alike(reopens: Opens, server: Server) -> None:
    session = reopens().only(screen=False)
    seen: dict[tuple[str, ...], list[bytes]] = {}
    for _ in range(TABLES_TRIED):
        session.new_table(game="vabanque")
        secret = secret_of(server.where, session.key)
        hand = tuple(card.capitalize() for card in shuffle_hand(1, 0, partial(draw, secret)))
        if hand in seen:
            continue
        for name in session.names:  # strangers again: of one device so many do not sit down so soon
            session.phone(name).context.clear_cookies()
        session.all_sit()
        assert session.hand("Anna") == hand
        seen[hand] = at_rest(session)
        if len(seen) == HANDS:
            break
    assert len(seen) == HANDS
    first, *others = seen.values()
    assert all(shots == first for shots in others)
    assert len(set(first)) > 4, "the shots of one hand differ: something is seen on them"


TALL = (320, 960)
"""A phone on which nothing is drawn later, for being out of view."""
MAKE = "visibility => { document.documentElement.style.visibility = visibility; }"


def at_rest(session: Session) -> list[bytes]:
    """Anna's phone while nobody touches it: before her first card, and after each of everybody's.

    Each time it is loaded and drawn anew: edges of what was drawn bit by bit differ by a shade now and then.
    """
    anna = session.phone("Anna")
    anna.send(f"/t/{session.key}/first-evening", {"on": "no"})  # what a first game says is not said in the next
    session.host_moves(kind="act", slot="1.chips.left.12", do="chips", **{"table-1": 12})
    at(anna.page, TALL)
    shots = []
    for nth, place in enumerate((2, 2, 1)):
        for lays in (False, True):
            if lays:
                session.lay("Anna", place, casino=nth + 2)
            anna.open(f"/t/{session.key}")
            for visibility in ("hidden", ""):  # all is drawn in one go
                anna.page.evaluate(MAKE, visibility)
                at(anna.page, TALL)
            shots.append(anna.page.screenshot())
        number = anna.number
        for seat in (1, 2):
            card = {"do": "card", "slot": f"1.cards.{seat}.{nth}", "place": 1, "table": 6}
            session.phones[seat].send(f"/t/{session.key}/tap", {"kind": "act", **card})
        anna.see(number + 2)
    return shots
