"""Banque Fatale on three phones and a screen, from the first cards to the final account."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, expect

from companion.games.banque_fatale.booklet import COLOURS, PIQUES
from tests.browser.conftest import Opens
from tests.browser.devices import Device, Phone
from tests.browser.evening import Evening
from tests.browser.overhearing import kept
from tests.browser.reckoning import amount
from tests.browser.test_every_screen import Inspector

pytestmark = pytest.mark.browser

NAMES = ANNA, BEN, CARLA = ("Anna", "Ben", "Carla")
FIRSTS = {ANNA: "red", BEN: "yellow", CARLA: "green"}
AUCTIONED = ("red+yellow", "red+green", "red+red")
"""The cards of the first three rounds, in which red rises from 6 to 12."""
REST = tuple(card for card in PIQUES if card not in (*AUCTIONED, *FIRSTS.values()))
LAST = len(AUCTIONED) + len(REST)

TOKENS = re.compile(rf"\d\s+(?:{'|'.join(COLOURS)})|\bof \d|data-most|class=\"(?:held|closing)")
"""How a page or a hand tells of somebody's tokens."""

Heap = Mapping[str, int]


def test_three_phones_and_a_screen_play_to_the_final_account(opens: Opens) -> None:
    evening, inspector = opens(), Inspector()
    evening.open(game="banque_fatale")
    first_cards(evening, inspector)
    first_round(evening, inspector)
    second_round(evening)
    third_round(evening, inspector)
    in_haste(evening)
    final_account(evening, inspector)
    assert len(inspector.seen) == 16
    assert not inspector.wrong, "\n".join(inspector.wrong)


def first_cards(evening: Evening, inspector: Inspector) -> None:
    """Everybody says on their own phone which card lies before them."""
    inspector.looks_at("first cards", evening.phone(ANNA))
    for name in (CARLA, ANNA, BEN):
        with acts(evening, name) as phone:
            button(phone, "card", FIRSTS[name]).tap()
        assert evening.screen.texts(".places li .carte") == cards_so_far(evening)
    for name in (BEN, CARLA):
        assert evening.phone(name).glance().turn == "Waiting for Anna: a card for the auction"


def cards_so_far(evening: Evening) -> list[str]:
    """As the phones themselves show them: every page tells the same."""
    shown = [phone.texts(".places li .carte") for phone in evening.phones]
    assert shown[0] == shown[1] == shown[2]
    return shown[0]


def first_round(evening: Evening, inspector: Inspector) -> None:
    """Anna puts up a card, wins it, and may not sell it."""
    anna = evening.phone(ANNA)
    inspector.looks_at("a card for the auction", anna)
    put_up(evening, ANNA, AUCTIONED[0])
    inspector.looks_at("bids, on the screen", evening.screen)
    inspector.looks_at("bids", anna)
    open_hand(anna)
    inspector.looks_at("the opened hand", anna)
    assert TOKENS.search(kept(anna.page)), "else the search below proves nothing"
    add(anna, {"yellow": 2})
    anna.press("Cover")
    rests(evening)
    close_hand(evening, CARLA, {})
    close_hand(evening, ANNA, {"red": 2, "blue": 1})
    inspector.looks_at("a closed hand", anna)
    assert evening.screen.texts(".places li .now") == ["start player", "ready", "…", "ready"]
    with anna.looks():
        assert anna.texts("#look .held")[0] == "2 red 0 yellow 0 green 1 blue 0 orange"
        inspector.looks_at("a look into the closed hand", anna)
    rests(evening)
    close_hand(evening, BEN, {"red": 1}, last=True)
    bids = ["Anna 2 red 1 blue 3", "Ben 1 red 1", "Carla no token 0"]
    assert {tuple(device.texts(".payout .lines > li")) for device in evening.devices} == {tuple(bids)}
    assert evening.screen.texts(".payout .sum") == ["Anna wins the card with the most tokens, 3"]
    inspector.looks_at("all hands open", anna)
    turn(evening, BEN)
    assert evening.screen.texts(".payout .lines .amount") == ["6 → 8", "6 → 2", "6 → 2", "6 → 5", "6 → 2"]
    inspector.looks_at("the new values", anna)
    turn(evening, CARLA)
    for name, token in ((BEN, "red"), (CARLA, "red"), (ANNA, "red")):
        take(evening, name, token)
    inspector.looks_at("a token out of the middle", evening.phone(BEN))
    take(evening, BEN, "blue")
    won, before = button(anna, "card", AUCTIONED[0]), anna.number
    expect(won).to_be_disabled()
    expect(won).to_contain_text("won in this round")
    won.tap(force=True)
    inspector.looks_at("a sale", anna)
    assert anna.number == before
    with acts(evening, ANNA):
        button(anna, "card", "red").tap()
    assert money(evening) == {ANNA: 8, BEN: 0, CARLA: 0}


def second_round(evening: Evening) -> None:
    """Ben is start player. A bid is taken back and made anew; Ben sells nothing."""
    put_up(evening, BEN, AUCTIONED[1])
    close_hand(evening, CARLA, {"green": 2, "red": 1})
    close_hand(evening, ANNA, {"red": 1})
    with acts(evening, CARLA) as carla:
        carla.press("Take back your latest act")
    rests(evening)
    close_hand(evening, CARLA, {"red": 3})
    close_hand(evening, BEN, {}, last=True)
    assert evening.phone(BEN).texts(".payout .sum") == ["Carla wins the card with the most tokens, 3"]
    with acts(evening, ANNA) as anna:
        anna.press("Skip to the end")
    for name in (ANNA, BEN, CARLA, ANNA):
        take(evening, name, "red")
    with acts(evening, BEN) as ben:
        ben.press("Sell nothing")
    assert money(evening) == {ANNA: 8, BEN: 0, CARLA: 0}


def third_round(evening: Evening, inspector: Inspector) -> None:
    """Red reaches 12 and pays every pique."""
    Taps(evening, 3).bids(CARLA, AUCTIONED[2], {ANNA: {"red": 2}})
    turn(evening, ANNA)
    assert evening.screen.texts(".payout .lines .amount")[0] == "10 → 12"
    turn(evening, ANNA)
    inspector.looks_at("an extra payout", evening.phone(ANNA))
    assert evening.screen.texts(".payout .lines .name") == [ANNA, CARLA]
    assert evening.screen.texts(".payout .lines .amount") == ["+18", "+6"]
    turn(evening, BEN)
    for name in (BEN, CARLA):
        take(evening, name, "red")
    with acts(evening, CARLA) as carla:
        carla.press("Sell nothing")
    assert money(evening) == {ANNA: 26, BEN: 0, CARLA: 6}


def in_haste(evening: Evening) -> None:
    """The other rounds without their pages; nobody bids but in the last one."""
    for round_, card in enumerate(REST, start=len(AUCTIONED) + 1):
        taps, start = Taps(evening, round_), NAMES[(round_ - 1) % 3]
        taps.bids(start, card, {BEN: {"blue": 3}} if round_ == LAST else {})
        taps.skip()
        if round_ < LAST:
            taps.send(start, kind="act", base=f"{round_}.sale.keep", do="keep")
    evening.all_see(evening.screen.number)


def final_account(evening: Evening, inspector: Inspector) -> None:
    """The last sale by hand, then page by page what everybody has, and who has won."""
    for name in (CARLA, ANNA, BEN):
        take(evening, name, "blue")
    with acts(evening, NAMES[(LAST - 1) % 3]) as phone:
        phone.press("Sell nothing")
    wealth = {}
    for name in NAMES:
        assert evening.phone(name).glance().turn == "The final account"
        assert evening.screen.texts(".payout h2") == [name]
        *lines, whole = map(amount, evening.screen.texts(".payout .lines > li .amount"))
        assert whole == sum(lines)
        wealth[name] = whole
        if name == BEN:
            inspector.looks_at("an account", evening.phone(ANNA))
        turn(evening, name)
    turn(evening, ANNA)
    for device in evening.devices:
        assert device.scene == "over"
        told = dict(zip(device.texts(".standings .name"), device.texts(".standings .money"), strict=True))
        assert {name: amount(text) for name, text in told.items()} == wealth
        won = [name for name in NAMES if wealth[name] == max(wealth.values())]
        assert device.texts(".standings .winner .name") == won
    inspector.looks_at("the end", evening.phone(ANNA))
    inspector.looks_at("the end on the screen", evening.screen)
    anna = evening.phone(ANNA)
    anna.open(f"/t/{evening.key}/summary")
    inspector.looks_at("summary", anna, paper=True)


# what people do on their phones


@contextmanager
def acts(evening: Evening, name: str) -> Iterator[Phone]:
    """One act of somebody that everybody sees afterwards."""
    phone = evening.phone(name)
    before = phone.number
    yield phone
    evening.all_see(before + 1)


def button(phone: Phone, field: str, value: str) -> Locator:
    return phone.page.locator(f"button[name={field}][value='{value}']")


def put_up(evening: Evening, name: str, card: str) -> None:
    """The start player's phone alone is lit; cards that are gone cannot be tapped."""
    assert [phone.name for phone in evening.phones if phone.glance().lit] == [name]
    with acts(evening, name) as phone:
        for gone in FIRSTS.values():
            expect(button(phone, "card", gone)).to_be_disabled()
        button(phone, "card", card).tap()


def open_hand(phone: Phone) -> None:
    phone.page.locator("[data-open]").tap()
    phone.page.wait_for_selector("#look .closing")


def add(phone: Phone, bid: Heap) -> None:
    for colour, count in bid.items():
        row = phone.page.locator("#look .stepper", has=phone.page.locator(f"input[name={colour}]"))
        for _ in range(count):
            row.locator("[data-add='1']").tap()
        assert row.locator("input").input_value() == str(count)


def close_hand(evening: Evening, name: str, bid: Heap, *, last: bool = False) -> None:
    """Tokens go into the opened hand; closed, it is wiped, and until the last one nobody's page tells of it."""
    with acts(evening, name) as phone:
        open_hand(phone)
        add(phone, bid)
        phone.press("Close the hand: ready")
        phone.page.wait_for_selector("#look *", state="detached")
    if not last:
        rests(evening)


def rests(evening: Evening) -> None:
    """No page tells of any tokens."""
    for device in evening.devices:
        assert device.page.locator("#look").inner_html() == ""
        assert TOKENS.findall(kept(device.page)) == []


def take(evening: Evening, name: str, token: str) -> None:
    """One token out of the middle, whose turn it is."""
    assert [phone.name for phone in evening.phones if phone.glance().lit] == [name]
    with acts(evening, name) as phone:
        button(phone, "token", token).tap()


def turn(evening: Evening, name: str) -> None:
    """Somebody turns the page for all."""
    shown = {tuple(device.texts(".payout h2, .pages .muted")) for device in evening.phones}
    assert len(shown) == 1, "all screens keep one pace"
    with acts(evening, name) as phone:
        phone.page.locator(".pages .primary").tap()


def money(evening: Evening) -> dict[str, int]:
    """Everybody's cash, as every page has it."""
    tell = [told(device) for device in evening.devices]
    assert all(one == tell[0] for one in tell)
    return tell[0]


def told(device: Device) -> dict[str, int]:
    texts = zip(device.texts(".places .name"), device.texts(".places .money"), strict=True)
    return {name: amount(text) for name, text in texts}


class Taps:
    """A round that nobody plays on the pages: the same taps, sent by the phones."""

    def __init__(self, evening: Evening, round_: int) -> None:
        self.evening, self.round = evening, round_
        self.number = max(device.number for device in evening.devices)

    def send(self, name: str, **fields: object) -> None:
        """One tap, which becomes one entry."""
        answer = self.evening.phone(name).send(f"/t/{self.evening.key}/tap", fields)
        assert answer["status"] == 200, answer
        self.number += 1
        self.evening.screen.see(self.number)

    def bids(self, start: str, card: str, bids: Mapping[str, Heap]) -> None:
        """A card is put up, and everybody closes a hand."""
        self.send(start, kind="act", base=f"{self.round}.auction", do="auction", card=card)
        for seat, name in enumerate(NAMES):
            heap = {colour: bids.get(name, {}).get(colour, 0) for colour in COLOURS}
            self.send(name, kind="act", base=f"{self.round}.bid.{seat}", do="bid", **heap)
        self.evening.all_see(self.number)

    def skip(self) -> None:
        """All pages at once."""
        self.send(ANNA, kind="page", act=self.number, step=1, to="end")
