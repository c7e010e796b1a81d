"""An evening of Banque Fatale: what people do on their phones, and the same taps without the pages, in haste."""

import re
from collections.abc import Mapping

from playwright.sync_api import Locator, expect

from companion.games.banque_fatale.constants import COLOURS
from tests.e2e.browser.devices import Device, Phone
from tests.e2e.browser.evening import Evening
from tests.e2e.browser.overhearing import Ear, kept
from tests.e2e.browser.reckoning import amount

TOKENS = re.compile(rf"\d\s+(?:{'|'.join(COLOURS)})|\bof \d(?!\d|\speople)|data-most|class=\"(?:held|closing)")
"""How a page or a hand tells of somebody's tokens."""

Heap = Mapping[str, int]
Bids = Mapping[str, Heap]


class Auctions:
    """A table at which the first cards are to be named, and what is overheard of it from the beginning."""

    def __init__(self, evening: Evening, *, heard: bool = True) -> None:
        self.evening = evening
        evening.seat_all(game="banque_fatale")
        self.ears = [Ear(device) for device in evening.devices if heard]
        evening.to_the_table()

    # on the pages

    def names_first_card(self, name: str, card: str) -> None:
        """Which card lies before somebody."""
        with self.evening.acts(name) as phone:
            button(phone, "card", card).tap()

    def puts_up(self, name: str, card: str) -> None:
        """The start player's phone alone is lit; cards that are gone cannot be tapped."""
        assert self.lit() == [name]
        phone = self.evening.phone(name)
        for gone in ("red", "yellow", "green"):
            expect(button(phone, "up", gone)).to_be_disabled()
        for field in ("up", "card"):  # it lies face up, and it is put up
            with self.evening.acts(name):
                button(phone, field, card).tap()

    def lit(self) -> list[str]:
        """Whose phone says that it is their turn."""
        looking = [phone for phone in self.evening.phones if phone in self.evening.devices]
        return [phone.name for phone in looking if phone.glance().lit]

    def closes_hand(self, name: str, bid: Heap, *, last: bool = False) -> None:
        """Tokens go into the opened hand; closed, it is wiped, and until the last one nobody's page tells of it."""
        with self.evening.acts(name) as phone:
            phone.opens_hand()
            add(phone, bid)
            phone.press("Close my hand")
            phone.covered()
        if not last:
            self.rests()

    def rests(self) -> None:
        """No page tells of any tokens."""
        for device in self.evening.devices:
            assert device.page.locator("#look").inner_html() == ""
            told = TOKENS.findall(kept(device.page))
            assert told == [], told

    def overheard(self) -> list[str]:
        """What the streams, and all answers but those to looks, have told of tokens."""
        wire = "".join("".join(ear.streams + ear.answers(of_look=False)) for ear in self.ears)
        return TOKENS.findall(wire)

    def takes(self, name: str, token: str) -> None:
        """One token out of the middle, whose turn it is."""
        assert self.lit() == [name]
        with self.evening.acts(name) as phone:
            button(phone, "token", token).tap()

    def sells(self, name: str, card: str | None = None) -> None:
        """One card, or nothing."""
        with self.evening.acts(name) as phone:
            (button(phone, "card", card) if card else phone.page.get_by_text("Sell nothing")).tap()

    def money(self) -> dict[str, int]:
        """Everybody's cash, as every page has it."""
        tell = [_told(device) for device in self.evening.devices]
        assert all(one == tell[0] for one in tell)
        return tell[0]

    # in haste

    def deals(self, firsts: Mapping[str, str]) -> None:
        """Everybody's first card."""
        for seat, name in enumerate(self.evening.names):
            entry = self.evening.send(name, kind="act", slot=f"deal.{seat}", do="deal", card=firsts[name])
        self.evening.all_see(entry)

    def up(self, round_: int, start: str, card: str) -> None:
        """A card is put up."""
        self.evening.all_see(self.evening.send(start, kind="act", slot=f"{round_}.auction", do="auction", card=card))

    def closed(self, round_: int, name: str, bid: Heap) -> int:
        """Somebody closes a hand."""
        heap = {colour: bid.get(colour, 0) for colour in COLOURS}
        slot = f"{round_}.bid.{self.evening.names.index(name)}"
        return self.evening.send(name, kind="act", slot=slot, do="bid", **heap)

    def bids(self, round_: int, start: str, card: str, bids: Bids) -> None:
        """A card is put up, and everybody closes a hand."""
        self.up(round_, start, card)
        self.evening.all_see(max(self.closed(round_, name, bids.get(name, {})) for name in self.evening.names))

    def skip(self) -> None:
        """In haste through all pages."""
        self.evening.skips_pages()


def button(phone: Phone, field: str, value: str) -> Locator:
    """One of the choices on a page."""
    return phone.page.locator(f"button[name={field}][value='{value}']").filter(visible=True)


def add(phone: Phone, bid: Heap) -> None:
    """Tokens into the opened hand."""
    for colour, count in bid.items():
        row = phone.page.locator("#look .stepper", has=phone.page.locator(f"input[name={colour}]"))
        for _ in range(count):
            row.locator("[data-add='1']").tap()
        assert row.locator("input").input_value() == str(count)


def _told(device: Device) -> dict[str, int]:
    texts = zip(device.texts(".places .name"), device.texts(".places .money"), strict=True)
    return {name: amount(text) for name, text in texts}
