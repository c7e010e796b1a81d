"""A whole evening of Vabanque: three phones, a screen in the middle, four rounds, and once more."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from itertools import product
from random import Random

import pytest

from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.devices import Phone
from tests.e2e.browser.evening import Evening
from tests.e2e.browser.notices import PLACES
from tests.e2e.browser.reckoning import amount, new_order, paid, winners

pytestmark = pytest.mark.browser

CHIPS = (4, 3, 2, 1)
CARDS = 3
CASINOS = range(1, 8)

TWICE = 400
"""Milliseconds within which a second tap at the same place means nothing."""

COUNT = """addEventListener("pointerdown", event => {
  if (event.isTrusted) sessionStorage.setItem("taps", 1 + Number(sessionStorage.getItem("taps")));
}, true)"""
TAPS = "Number(sessionStorage.getItem('taps'))"
FIRST = "document.querySelector('.payout').innerText.trim().split('\\n')[0]"


def test_three_phones_play_from_scan_to_rematch(opens: Opens) -> None:
    evening, luck = counted(opens()), Random(4)
    come_in(evening)
    evening.order = start(evening, casino=luck.choice(CASINOS))
    money: Counter[str] = Counter(dict.fromkeys(evening.names, 0))
    for round_, chips in enumerate(CHIPS, start=1):
        if round_ in (1, len(CHIPS)):
            by_hand(evening, round_, chips, luck)
        else:
            in_haste(evening, round_, chips, luck)
        turn_pages(evening, money)
        if round_ < len(CHIPS):
            evening.order = new_order(evening.order, money)
            assert evening.screen.texts("#people .name") == evening.order
    the_end(evening, money)
    once_more(evening)


def counted(evening: Evening) -> Evening:
    """From now on each page counts the fingers on it; it must not have been opened."""
    for phone in evening.phones:
        phone.context.add_init_script(COUNT)
    return evening


def taps(phones: Iterable[Phone]) -> list[int]:
    """How many each phone has felt."""
    return [int(phone.page.evaluate(TAPS)) for phone in phones]


def by_hand(evening: Evening, round_: int, chips: int, luck: Random) -> None:
    """Each act on its page, where everybody sees whose turn it is, with so many taps and no more."""
    before = taps(evening.phones)
    for turn in range(chips * len(evening.order)):
        act(evening, turn, lambda phone: phone.tap(luck.choice(CASINOS)))
    for turn in range(CARDS * len(evening.order)):
        act(evening, turn, partial(lay, luck=luck))
    evening.screen.page.wait_for_timeout(TWICE)  # the ring is larger now: another table may lie where a card was laid
    for turn in range(len(evening.order)):
        act(evening, turn, partial(move, luck=luck, last=turn == 2))
    felt = [now - then for now, then in zip(taps(evening.phones), before, strict=True)]
    felt[evening.names.index(evening.order[-1])] -= len(("the question", "no", "again"))  # before what is final
    assert set(felt) == {11 - round_}


def in_haste(evening: Evening, round_: int, chips: int, luck: Random) -> None:
    """A round in the middle: the same acts, the chips all at once, and all pages sleep until the payout."""
    for device in evening.devices:
        device.sleeps()
    evening.place_all_chips(Counter(luck.choices(CASINOS, k=chips * len(evening.order))), round_, seen=False)
    for nth, name in product(range(CARDS), evening.order):
        evening.card(name, luck.choice(CASINOS), nth, round_)
    number = max(evening.posts(name, "pawns", "move", 0, round_, steps=luck.randrange(5)) for name in evening.order)
    for device in evening.devices:
        device.wakes()
    evening.all_see(number)


def come_in(evening: Evening) -> None:
    """From the start page: Anna scans the code, Ben types the short one, Carla has the address."""
    screen = evening.screen
    screen.open("/")
    screen.press("New table")
    screen.opens_vabanque()
    code = screen.page.locator(".short-code").inner_text()
    evening.key = screen.page.url.split("/t/")[1]
    for phone in evening.phones:
        if phone.name == "Ben":
            phone.open("/")
            phone.page.fill("#code", code.lower())
            phone.press("Join")
            phone.arrives("#name")
        else:
            phone.open(f"/t/{evening.key}")
        phone.sit()
    evening.all_see(len(evening.phones))
    for device in evening.devices:
        assert device.texts("#people .name") == evening.names


def start(evening: Evening, casino: int) -> list[str]:
    """Ben is named start player; everybody clockwise of him follows."""
    with evening.screen.acts():
        evening.screen.press("Start with")
    evening.screen.page.locator(".choice", has_text="Ben").click()
    with evening.screen.acts():
        evening.screen.casino(casino).click()
    evening.all_see(evening.screen.number)
    return ["Ben", "Carla", "Anna"]


def act(evening: Evening, turn: int, does: Callable[[Phone], None]) -> None:
    """The one whose phone is lit acts, and no other phone is lit; everybody sees who is waited for."""
    name = evening.order[turn % len(evening.order)]
    seen = {phone.name: phone.glance() for phone in evening.phones}
    assert [who for who in seen if seen[who].lit] == [name]
    assert [who for who in seen if seen[who].turn.startswith("Your turn")] == [name]
    for glance in (evening.screen.glance(), *(seen[who] for who in seen if who != name)):
        assert glance.turn.startswith(f"Waiting for {name}")
    assert all(glance.waits_for == [name] for glance in seen.values())
    phone, before = evening.phone(name), seen[name].number
    does(phone)
    evening.all_see(before + 1)


def lay(phone: Phone, luck: Random) -> None:
    """One of the backs that are left, at any table; the last one needs no choosing."""
    left = phone.page.locator(".back:has(input:enabled)").filter(visible=True)
    if left.count() > 1:
        left.nth(luck.randrange(left.count())).tap()
    phone.tap(luck.choice(CASINOS))


def move(phone: Phone, luck: Random, *, last: bool) -> None:
    """To one of the five lit tables; the last pawn of a round asks once more, and the first answer is no."""
    lit = (
        phone.page.locator(".open")
        .filter(visible=True)
        .evaluate_all("all => all.map(one => Number(one.dataset.casino))")
    )
    assert len(lit) == 5
    casino, before = luck.choice(lit), phone.number
    phone.tap(casino)
    sure = phone.page.locator("dialog#sure")
    if last:
        sure.get_by_text("Not yet").click()
        assert phone.number == before
        phone.tap(casino)
        sure.locator("[value=yes]").click()


def turn_pages(evening: Evening, money: Counter[str]) -> None:
    """Somebody turns the page, all pages turn: one for each table with pawns, and one more. Money is added."""
    pages, tables = 0, 0
    while evening.screen.scene == "payout":
        if evening.screen.page.locator(".payout .sum").count():
            tables += 1
            pays = [paid(device.page) for device in evening.devices]
            assert all(pay == pays[0] for pay in pays)
            money.update(pays[0])
            for phone in evening.phones:
                (own,) = phone.texts(".own strong")
                assert " ".join(phone.page.evaluate(FIRST).split()) == own, "the own result comes first"
                if phone.texts(".own .amount"):
                    assert amount(phone.texts(".own .amount")[0]) == pays[0][phone.name] > 0
        for device in evening.devices:
            assert device.texts(".payout ol.people .name") in ([], new_order(evening.order, money))
        evening.turns_page()
        pages += 1
    assert 0 < tables <= len(evening.order)
    assert pages == tables + 1


def the_end(evening: Evening, money: Counter[str]) -> None:
    """The winners are those of the sum of all lines that were shown; Print gives a PDF."""
    won = winners(money)
    for device in evening.devices:
        assert device.scene == "over"
        told = dict(zip(device.texts(".standings .name"), device.texts(".standings .money"), strict=True))
        assert {name: amount(text) for name, text in told.items()} == dict(money)
        assert set(device.texts(".standings .winner .name")) == won
        assert all(name in device.glance().turn for name in won)
    for device in (evening.screen, evening.phones[0]):
        address = device.page.locator(".over a", has_text="Print").get_attribute("href")
        sheet = device.page.evaluate(
            "async at => { const got = await fetch(at), text = await got.text();"
            " return [got.status, got.headers.get('Content-Type'), text.slice(0, 5)]; }",
            address,
        )
        assert sheet == [200, "application/pdf", "%PDF-"]


def once_more(evening: Evening) -> None:
    """Ben opens another game and goes there. All others keep the result until they join; they sit there as before."""
    ben = evening.phone("Ben")
    others = [device for device in evening.devices if device is not ben]
    before = [device.page.evaluate(PLACES) for device in others]
    ben.press("Again")
    another = re.compile(rf"/t/(?!{evening.key})\w+$")
    ben.page.wait_for_url(another)
    for device, places in zip(others, before, strict=True):
        device.page.wait_for_selector(".offer")
        assert device.scene == "over"
        assert device.texts(".offer > p")[0] == "Ben has opened a new game."
        moved = set(device.page.evaluate(PLACES)) ^ set(places)
        assert all(one.startswith(("Play again", "Go to the new game")) for one in moved)
        device.press("Join it")
    for device in evening.devices:
        device.page.wait_for_url(another)
        device.page.wait_for_selector("data[data-scene=lobby]", state="attached")
        assert device.texts("#people .name") == evening.names
    assert len({device.page.url for device in evening.devices}) == 1
    for phone in evening.phones:
        assert phone.own == [phone.name]
    assert evening.screen.page.get_by_text("Start with").is_enabled()
