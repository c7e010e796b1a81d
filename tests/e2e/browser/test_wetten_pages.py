"""Pages of Wetten!: parts that must fit, motion, and the slip in German."""

import pytest

from companion.games.wetten.deck import race_cards
from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.layout_rules import PHONES, SCREENS, at, violations
from tests.e2e.browser.races import Races, press
from tests.e2e.browser.random_game import NAMES
from tests.e2e.browser.session import Session

COUNTS = """() => {
  window.turning = 0;
  document.addEventListener("transitionrun", event => {
    window.turning += event.target.matches(".turned-cards td, .did .deal");
  });
}"""
RUNNING = "document.querySelector('.horse').getAnimations().filter(one => one.playState === 'running').length"
LEFTS = "all => all.map(one => one.getBoundingClientRect().x)"
COMMON = ((360, 640), (375, 667), (390, 700), (390, 844))
"""Phones of today, with and without the bars of their browsers."""
WHOLE = """([chosen, least]) => {
  const {left, top, width, height} = document.querySelector(chosen).getBoundingClientRect();
  return height > least && [[3, 3], [width - 3, height - 3]].every(([x, y]) =>
    document.elementFromPoint(left + x, top + y)?.closest(chosen));
}"""
LOW_TRACK = 50
"""Lowest track in which each lane still has its number and horse."""
TOP, BOTTOM = (f"one => one.getBoundingClientRect().{side}" for side in ("top", "bottom"))
LOW = "#ask :is(.go, .more) button:visible"
TOPS = "all => all.map(one => one.getBoundingClientRect().top)"
REACHED = """chosen => [...document.querySelectorAll(chosen)].filter(one => one.checkVisibility()).every(one => {
  const {left, top, width, height} = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
})"""


def five_lay(session: Session, *cards: int) -> Races:
    """Five players with long names turn these cards up in the first turn of a race."""
    session.open(game="wetten", track="30")
    for person, name in enumerate(NAMES[:5]):
        session.host_moves(kind="rename", person=person, name=name)
    races, deck = Races(session), race_cards(1)
    races.bets()
    races.turn = 1
    session.all_see(max(races.card(name, deck[card]) for name, card in zip(session.names, cards, strict=True)))
    return races


def test_turned_up_cards_leave_the_track_in_view(reopens: Opens) -> None:
    session = reopens(5).only("Anna")
    races = five_lay(session, 23, 22, 5, 6, 8)
    page = session.phone("Anna").page
    for size, least in ((PHONES[0], LOW_TRACK), *((size, 70) for size in COMMON)):
        assert not list(violations(page, "turned up", size))
        assert page.evaluate(WHOLE, [".track", least]), size
    at(page, COMMON[0])
    before = page.locator(".quick button").evaluate_all(TOPS)
    session.all_see(races.action_card("Ben", {1: 2}))
    assert page.locator(".quick button").evaluate_all(TOPS) == before, "another's card moves nothing under a thumb"
    page.locator("[name=standing]").tap()
    page.locator("[name=standing]").wait_for(state="hidden")
    assert page.locator(".quick button").evaluate_all(TOPS) == before, "a second tap plays no card"


def test_action_cards_leave_every_button_in_view(opens: Opens) -> None:
    session = opens(5).only("Anna")
    races = five_lay(session, 23, 22, 5, 6, 8)
    page = session.phone("Anna").page
    session.all_see(races.action_card("Anna", {1: 2}))
    assert not list(violations(page, "the own card, and Undo", *PHONES, *COMMON))
    for size in (PHONES[0], *COMMON):
        at(page, size)
        assert page.evaluate(WHOLE, [".track", LOW_TRACK]), size
    page.locator("#menu-button").tap()
    page.locator("#menu .language").get_by_text("Deutsch").tap()
    page.get_by_text("Letzten Zug zurücknehmen").wait_for()
    session.phone("Anna").dressed()
    assert not list(violations(page, "in German", *PHONES, *COMMON))
    at(page, COMMON[0])
    before = page.locator(LOW).evaluate_all(TOPS)
    session.all_see(races.action_card("Ben", {1: 2}))
    assert page.locator(LOW).evaluate_all(TOPS) == before, "Undo goes, and nothing below the cards moves"
    session.all_see(races.action_card("Anna", {1: -2}))
    assert not list(violations(page, "three cards in a turn", *PHONES, *COMMON))


def test_impossible_cards_leave_the_buttons_in_view(reopens: Opens) -> None:
    session = reopens(5).only("Anna")
    five_lay(session, 23, 23, 5, 5, 8)
    anna = session.phone("Anna")
    broken = [*violations(session.screen.page, "doubles", *SCREENS), *violations(anna.page, "doubles", *PHONES)]
    assert not broken, "\n".join(broken)
    anna.page.set_viewport_size({"width": 360, "height": 640})
    told = anna.texts(".doubled p")
    assert told[1] == "Card 24 is here twice, from Annabelle Hohenlohes and Benedikt Wartburgers: who mistyped?"
    with session.acts("Anna"):
        anna.page.locator(".doubled [data-open]").tap()
        press(anna, "".join(map(str, race_cards(1)[29])))
        anna.page.locator("#look .primary").tap()
    assert anna.texts(".doubled p") == told[:1]


def test_motion_does_not_make_letters_small(opens: Opens) -> None:
    session = opens(5).only()
    session.open(game="wetten", track="30")
    races, page = Races(session), session.screen.page
    races.bets()
    page.emulate_media(reduced_motion="no-preference")
    races.lays_cards((3, 2, 2, 1))
    session.screen.stands_still()
    races.go()
    assert page.evaluate("board.dataset.fit") == "100"
    assert page.evaluate(RUNNING) > 0, "the horses run all the same"


def test_race_cards_turn_up_once(reopens: Opens) -> None:
    session = reopens().only("Ben")
    session.open(game="wetten", track="30")
    races, page, still = Races(session), session.screen.page, session.phone("Ben").page
    races.bets()
    page.emulate_media(reduced_motion="no-preference")
    for one in (page, still):
        one.evaluate(COUNTS)
    races.lays_cards((3, 2, 2, 1))
    page.wait_for_function("() => window.turning")
    assert page.evaluate("window.turning") == 4 * 3, "three numbers of each horse"
    page.locator("#turn").click()
    assert page.evaluate("document.querySelector('.did .deal').getAnimations()") == []
    session.all_see(races.action_card("Anna", {1: 2}))
    assert page.evaluate("window.turning") == 12
    assert still.evaluate("window.turning") == 0, "who wants no motion sees them at once"


def test_low_phone_has_all_buttons_of_a_turn_in_view(reopens: Opens) -> None:
    session = reopens(4).only("Anna")
    session.open(game="wetten", track="30")
    races, page = Races(session), session.phone("Anna").page
    races.bets()
    races.turn = 1
    session.all_see(max(races.card(name, card) for name, card in zip(session.names, race_cards(1), strict=False)))
    at(page, PHONES[0])
    assert page.evaluate(REACHED, "#ask :is(button, .button)")


def test_opened_slip_is_announced_until_the_next_turn(reopens: Opens) -> None:
    session = reopens().only("Anna")
    session.seat_all(game="wetten", pro="always")
    races = Races(session)
    races.bets({"Ben": {(2, 1): 3}})
    session.open_table()
    races.runs((1, 1, 1, 1))
    session.all_see(races.slip("Ben", {}, "second-bet", open="2-1"))
    told = "No chance! 2 Ben: × 8 if Raider comes 1st"
    for device in (session.screen, session.phone("Anna")):
        assert [" ".join(line.split()) for line in device.texts(".no-chance")] == [told]


def test_empty_purse_lays_an_empty_slip_by_one_tap(reopens: Opens) -> None:
    session = reopens().only("Anna")
    session.seat_all(game="wetten")
    races = Races(session)
    races.bets({"Anna": {(1, 1): 10}})
    session.open_table()
    races.runs((1, 1, 1, 1))
    anna = session.phone("Anna")
    assert not anna.page.locator("[data-open]").filter(visible=True).count()
    assert "You have no money left to bet." in anna.texts("#ask p")
    with session.acts("Anna"):
        anna.press("Put down an empty slip")
    assert "second slip: no bet" in anna.listed(".places .muted")[0]


def test_german_second_slip_has_its_pad_in_view(opens: Opens) -> None:
    session = opens().only("Anna")
    session.seat_all(game="wetten", track="10")
    races = Races(session)
    races.bets({"Anna": {(1, 1): 2, (2, 2): 1, (3, 3): 3}})
    session.open_table()
    races.runs((9, 0, 0, 0))
    anna = session.phone("Anna")
    at(anna.page, PHONES[0])
    anna.page.locator("#menu-button").tap()
    anna.page.locator("#menu .language").get_by_text("Deutsch").tap()
    anna.page.get_by_text("Wettschein ausfüllen").wait_for()
    anna.dressed()
    anna.opens_hand()
    anna.page.locator("input[name=stake-4-4]").tap()
    assert anna.page.evaluate(REACHED, "#look .pad button:enabled, #look .row button, #look .grid input")
    ghosts = anna.page.locator("#look [placeholder]").evaluate_all("all => all.map(one => one.placeholder)")
    assert ghosts == ["2×4", "1×4", "3×4"], "the first bets stand in their cells"
    assert "2.000" in str(anna.page.locator("#look [placeholder]").first.get_attribute("aria-label"))


def test_held_tile_shows_where_its_card_takes_the_horses(reopens: Opens) -> None:
    session = reopens().only("Anna")
    session.open(game="wetten", track="30")
    races, page = Races(session), session.phone("Anna").page
    races.bets()
    races.turn = 1
    session.all_see(session.screen.number)
    races.holds("Anna", 1, 2, 3, 4, 5, 6)
    tile = page.locator("[data-tile]").first
    tile.dispatch_event("pointerdown", {"bubbles": True})
    stood, goes = (page.locator(of).evaluate_all(LEFTS) for of in (".track .horse", ".alone"))
    far = [to - at for at, to in zip(stood, goes, strict=True)]
    first = race_cards(1)[0]
    assert far == pytest.approx([far[0] * move / first[0] for move in first], abs=1)
    tile.dispatch_event("pointerup", {"bubbles": True})
    assert page.locator(".alone").count() == 0


def test_own_line_counts_down_while_a_slip_is_filled_in(reopens: Opens) -> None:
    session = reopens().only("Anna")
    session.open(game="wetten", track="30")
    anna = session.phone("Anna")
    own = anna.page.locator(".strip .money").filter(visible=True)
    assert own.inner_text() == "€10,000"
    anna.opens_hand()
    anna.page.locator("input[name=stake-1-1]").tap()
    anna.page.locator("#look [data-chip='2']").tap()
    assert own.inner_text() == "€7,000"
    session.all_see(Races(session).slip("Ben", {(1, 1): 1}))
    assert own.inner_text() == "€7,000", "another's slip leaves it as it is"
    session.all_see(session.host_moves(kind="timer", seconds=60))
    for size in PHONES:
        at(anna.page, size)
        assert anna.page.locator("#look").evaluate(BOTTOM) <= own.evaluate(TOP), f"{size}: the slip covers the own line"
        assert anna.page.evaluate(REACHED, "#look .pad button:enabled, #look .row button, #look .grid input"), size
    anna.page.locator("#look [data-close]").tap()
    assert own.inner_text() == "€10,000"


def test_slip_keeps_its_bets_while_a_card_is_bought(reopens: Opens) -> None:
    session = reopens().only("Anna")
    session.open(game="wetten")
    session.all_see(Races(session).slip("Ben", {}))
    anna = session.phone("Anna")
    anna.opens_hand()
    cell = anna.page.locator("input[name=stake-1-1]")
    cell.tap()
    stake = cell.input_value()
    anna.page.locator("#look [data-close]").tap()
    with session.acts("Anna"):
        anna.page.locator("#buy button").filter(visible=True).tap()
    anna.opens_hand()
    assert stake
    assert cell.input_value() == stake


def test_slip_never_stakes_more_than_the_money(reopens: Opens) -> None:
    session = reopens().only("Anna")
    session.open(game="wetten", track="30")
    anna = session.phone("Anna")
    anna.opens_hand()
    cell, other = (anna.page.locator(f"input[name=stake-{pair}]") for pair in ("1-1", "2-2"))
    cell.tap()
    for worth in (5, 2, 2):
        anna.page.locator(f"#look [data-chip='{worth}']").tap()
    other.tap()
    assert (cell.input_value(), other.input_value()) == ("10", "")
    other.fill("1")
    assert anna.page.locator("#look .primary").is_disabled()
    anna.page.locator("#look [data-chip='0']").tap()
    assert anna.page.locator("#look .primary").is_enabled()
