"""A whole game of Vabanque, tapped on three phones: four rounds, and a rematch."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from itertools import product
from random import Random

from tests.e2e.browser.claims import PLACES
from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.devices import Phone
from tests.e2e.browser.payouts import amount, new_order, paid, winners
from tests.e2e.browser.session import Session

CHIPS = (4, 3, 2, 1)
CARDS = 3
CASINOS = range(1, 8)

TWICE = 400
"""Milliseconds within which a second tap at the same place means nothing."""

COUNT = """addEventListener("pointerdown", event => {
  if (event.isTrusted) sessionStorage.setItem("taps", 1 + Number(sessionStorage.getItem("taps")));
}, true)"""
TAPS = "Number(sessionStorage.getItem('taps'))"
RING, MOVED = "document.querySelector('.salon').getBoundingClientRect().top", 2
FIRST = "document.querySelector('.payout').innerText.trim().split('\\n')[0]"


def test_three_phones_play_from_scan_to_rematch(opens: Opens) -> None:
    session, luck = counted(opens()), Random(4)
    come_in(session)
    session.order = start(session, casino=luck.choice(CASINOS))
    money: Counter[str] = Counter(dict.fromkeys(session.names, 0))
    for round_, chips in enumerate(CHIPS, start=1):
        if round_ in (1, len(CHIPS)):
            by_hand(session, round_, chips, luck)
        else:
            in_haste(session, round_, chips, luck)
        turn_pages(session, money)
        if round_ < len(CHIPS):
            session.order = new_order(session.order, money)
            assert session.screen.texts("#people .name") == session.order
    the_end(session, money)
    once_more(session)


def counted(session: Session) -> Session:
    """Make the pages of a session count taps; none may be open yet."""
    for phone in session.phones:
        phone.context.add_init_script(COUNT)
    return session


def taps(phones: Iterable[Phone]) -> list[int]:
    """Taps on each phone."""
    return [int(phone.page.evaluate(TAPS)) for phone in phones]


def by_hand(session: Session, round_: int, chips: int, luck: Random) -> None:
    """Make each move on its page, with no more taps than needed; every page shows whose turn it is."""
    before = taps(session.phones)
    steadily(session, chips, lambda phone: phone.tap(luck.choice(CASINOS)))
    steadily(session, CARDS, partial(lay, luck=luck))
    session.screen.page.wait_for_timeout(TWICE)  # the ring is larger now: another table may lie where a card was laid
    for turn in range(len(session.order)):
        act(session, turn, partial(move, luck=luck, last=turn == 2))
    felt = [now - then for now, then in zip(taps(session.phones), before, strict=True)]
    felt[session.names.index(session.order[-1])] -= len(("the question", "no", "again"))  # before what is final
    assert set(felt) == {11 - round_}


def in_haste(session: Session, round_: int, chips: int, luck: Random) -> None:
    """Send a round without pages, which sleep until the payout."""
    for device in session.devices:
        device.sleeps()
    session.place_all_chips(Counter(luck.choices(CASINOS, k=chips * len(session.order))), round_, seen=False)
    for nth, name in product(range(CARDS), session.order):
        session.card(name, luck.choice(CASINOS), nth, round_)
    number = max(session.posts(name, "pawns", "move", 0, round_, steps=luck.randrange(5)) for name in session.order)
    for device in session.devices:
        device.wakes()
    session.all_see(number)


def come_in(session: Session) -> None:
    """Come from the start page: by the QR code, and Ben by the short code."""
    screen = session.screen
    screen.open("/")
    screen.press("Open a new table")
    screen.opens_vabanque()
    code = screen.page.locator(".short-code").inner_text()
    session.key = screen.page.url.split("/t/")[1]
    for phone in session.phones:
        if phone.name == "Ben":
            phone.open("/")
            phone.page.fill("#code", code.lower())
            phone.press("Join")
            phone.arrives("#name")
        else:
            phone.open(f"/t/{session.key}")
        phone.sit()
    session.all_see(len(session.phones))
    for device in session.devices:
        assert device.texts("#people .name") == session.names


def start(session: Session, casino: int) -> list[str]:
    """Choose Ben as start player, and return the order of play."""
    with session.screen.acts():
        session.screen.press("Start with")
    session.screen.page.locator(".choice", has_text="Ben").click()
    with session.screen.acts():
        session.screen.casino(casino).click()
    session.all_see(session.screen.number)
    return ["Ben", "Carla", "Anna"]


def steadily(session: Session, times: int, does: Callable[[Phone], None]) -> None:
    """Make a move of each player some times; the ring keeps its place on all phones."""
    tops = []
    for turn in range(times * len(session.order)):
        act(session, turn, does)
        tops.append([phone.page.evaluate(RING) for phone in session.phones])
    for phone, stood in zip(session.phones, zip(*tops[:-1], strict=True), strict=True):  # the last one ends the phase
        assert max(stood) - min(stood) <= MOVED, phone.name


def act(session: Session, turn: int, does: Callable[[Phone], None]) -> None:
    """Make a move on the only phone whose turn it is; every page shows who is waited for."""
    name = session.order[turn % len(session.order)]
    seen = {phone.name: phone.glance() for phone in session.phones}
    assert [who for who in seen if seen[who].lit] == [name]
    assert [who for who in seen if seen[who].turn.startswith("Your turn")] == [name]
    for glance in (session.screen.glance(), *(seen[who] for who in seen if who != name)):
        assert glance.turn.startswith(f"Waiting for {name}")
    assert all(glance.waits_for == [name] for glance in seen.values())
    phone, before = session.phone(name), seen[name].number
    does(phone)
    session.all_see(before + 1)


def lay(phone: Phone, luck: Random) -> None:
    """Lay one of the cards that are left; the last one needs no choosing."""
    left = phone.page.locator(".back:has(input:enabled)").filter(visible=True)
    if left.count() > 1:
        left.nth(luck.randrange(left.count())).tap()
    phone.tap(luck.choice(CASINOS))


def move(phone: Phone, luck: Random, *, last: bool) -> None:
    """Move to one of five tables; the last pawn of a round asks first, and the first answer is no."""
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


def turn_pages(session: Session, money: Counter[str]) -> None:
    """Turn the pages of a payout, one for each table with pawns and one more, and add up the money."""
    pages, tables = 0, 0
    while session.screen.scene == "payout":
        if session.screen.page.locator(".payout .sum").count():
            tables += 1
            pays = [paid(device.page) for device in session.devices]
            assert all(pay == pays[0] for pay in pays)
            money.update(pays[0])
            for phone in session.phones:
                (own,) = phone.texts(".own strong")
                assert " ".join(phone.page.evaluate(FIRST).split()) == own, "the own result comes first"
                if phone.texts(".own .amount"):
                    assert amount(phone.texts(".own .amount")[0]) == pays[0][phone.name] > 0
        for device in session.devices:
            assert device.texts(".payout ol.people .name") in ([], new_order(session.order, money))
        session.turns_page()
        pages += 1
    assert 0 < tables <= len(session.order)
    assert pages == tables + 1


def the_end(session: Session, money: Counter[str]) -> None:
    """Compare the winners with the sum of all lines shown, and print a PDF."""
    won = winners(money)
    for device in session.devices:
        assert device.scene == "over"
        told = dict(zip(device.texts(".standings .name"), device.texts(".standings .money"), strict=True))
        assert {name: amount(text) for name, text in told.items()} == dict(money)
        assert set(device.texts(".standings .winner .name")) == won
        own = device in session.phones and device.name in won
        assert all(name in device.glance().turn for name in won) or (own and "You" in device.glance().turn)
    for device in (session.screen, session.phones[0]):
        address = device.page.locator(".over a", has_text="Print").get_attribute("href")
        sheet = device.page.evaluate(
            "async at => { const got = await fetch(at), text = await got.text();"
            " return [got.status, got.headers.get('Content-Type'), text.slice(0, 5)]; }",
            address,
        )
        assert sheet == [200, "application/pdf", "%PDF-"]


def once_more(session: Session) -> None:
    """Open a rematch on Ben's phone; all others keep the result until they join, and sit as before."""
    ben = session.phone("Ben")
    others = [device for device in session.devices if device is not ben]
    before = [device.page.evaluate(PLACES) for device in others]
    ben.press("Play again")
    ben.page.locator("#sure [value=yes]").click()
    another = re.compile(rf"/t/(?!{session.key})\w+$")
    ben.page.wait_for_url(another)
    for device, places in zip(others, before, strict=True):
        device.page.wait_for_selector(".offer")
        assert device.scene == "over"
        assert device.texts(".offer > p")[0] == "Ben has started a new game."
        moved = set(device.page.evaluate(PLACES)) ^ set(places)
        assert all(one.startswith(("Play again", "Go to the new game")) for one in moved)
        device.press("Join")
    for device in session.devices:
        device.page.wait_for_url(another)
        device.page.wait_for_selector("data[data-scene=lobby]", state="attached")
        assert device.texts("#people .name") == session.names
    assert len({device.page.url for device in session.devices}) == 1
    for phone in session.phones:
        assert phone.own == [phone.name]
    assert session.screen.page.get_by_text("Start with").is_enabled()
