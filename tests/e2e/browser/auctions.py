"""Moves of Banque Fatale: tapped on phones, and sent without a page."""

import re
from collections.abc import Mapping

from playwright.sync_api import Locator, expect

from companion.games.banque_fatale.constants import COLOURS
from tests.e2e.browser.devices import Device, Phone
from tests.e2e.browser.payouts import amount
from tests.e2e.browser.session import Session
from tests.e2e.browser.traffic import Traffic, kept

TOKENS = re.compile(rf"\d\s+(?:{'|'.join(COLOURS)})|\bof \d(?!\d|\speople)|data-most|class=\"(?:held|closing)")
"""Signs of a player's tokens in a page or a hand."""

Heap = Mapping[str, int]
Bids = Mapping[str, Heap]


class Auctions:
    """A table at which the first cards are to be named, and all traffic of its browsers."""

    def __init__(self, session: Session, *, heard: bool = True) -> None:
        self.session = session
        session.seat_all(game="banque_fatale")
        self.traffic = [Traffic(device) for device in session.devices if heard]
        session.open_table()

    # on the pages

    def names_first_card(self, name: str, card: str) -> None:
        """Name the card that lies before a player."""
        with self.session.acts(name) as phone:
            button(phone, "card", card).tap()

    def puts_up(self, name: str, card: str) -> None:
        """Put up a card on the only phone whose turn it is; cards that are gone are disabled."""
        assert self.lit() == [name]
        phone = self.session.phone(name)
        for gone in ("red", "yellow", "green"):
            expect(button(phone, "up", gone)).to_be_disabled()
        for field in ("up", "card"):  # it lies face up, and it is put up
            with self.session.acts(name):
                button(phone, field, card).tap()

    def lit(self) -> list[str]:
        """Names of the players whose phones say that it is their turn."""
        looking = [phone for phone in self.session.phones if phone in self.session.devices]
        return [phone.name for phone in looking if phone.glance().lit]

    def closes_hand(self, name: str, bid: Heap, *, last: bool = False) -> None:
        """Put tokens into the hand and close it; before the last one, no page shows any token."""
        with self.session.acts(name) as phone:
            phone.opens_hand()
            add(phone, bid)
            phone.press("Close my hand")
            phone.covered()
        if not last:
            self.rests()

    def rests(self) -> None:
        """Check that no page shows any token."""
        for device in self.session.devices:
            assert device.page.locator("#look").inner_html() == ""
            told = TOKENS.findall(kept(device.page))
            assert told == [], told

    def overheard(self) -> list[str]:
        """Tokens in streams and in all responses but those to looks."""
        wire = "".join("".join(ear.streams + ear.answers(of_look=False)) for ear in self.traffic)
        return TOKENS.findall(wire)

    def takes(self, name: str, token: str) -> None:
        """Take a token from the middle."""
        assert self.lit() == [name]
        with self.session.acts(name) as phone:
            button(phone, "token", token).tap()

    def sells(self, name: str, card: str | None = None) -> None:
        """Sell a card, or nothing."""
        with self.session.acts(name) as phone:
            (button(phone, "card", card) if card else phone.page.get_by_text("Sell nothing")).tap()

    def money(self) -> dict[str, int]:
        """Cash of all players, as every page has it."""
        tell = [_told(device) for device in self.session.devices]
        assert all(one == tell[0] for one in tell)
        return tell[0]

    # in haste

    def deals(self, firsts: Mapping[str, str]) -> None:
        """Send the first card of each player."""
        for seat, name in enumerate(self.session.names):
            entry = self.session.send(name, kind="act", slot=f"deal.{seat}", do="deal", card=firsts[name])
        self.session.all_see(entry)

    def up(self, round_: int, start: str, card: str) -> None:
        """Send the card that is put up."""
        self.session.all_see(self.session.send(start, kind="act", slot=f"{round_}.auction", do="auction", card=card))

    def closed(self, round_: int, name: str, bid: Heap) -> int:
        """Send the closed hand of a player."""
        heap = {colour: bid.get(colour, 0) for colour in COLOURS}
        slot = f"{round_}.bid.{self.session.names.index(name)}"
        return self.session.send(name, kind="act", slot=slot, do="bid", **heap)

    def bids(self, round_: int, start: str, card: str, bids: Bids) -> None:
        """Send the card that is put up, and all closed hands."""
        self.up(round_, start, card)
        self.session.all_see(max(self.closed(round_, name, bids.get(name, {})) for name in self.session.names))

    def skip(self) -> None:
        """Skip all pages of the payout."""
        self.session.skips_pages()


def button(phone: Phone, field: str, value: str) -> Locator:
    """Button of a choice on a page."""
    return phone.page.locator(f"button[name={field}][value='{value}']").filter(visible=True)


def add(phone: Phone, bid: Heap) -> None:
    """Put tokens into the opened hand."""
    for colour, count in bid.items():
        row = phone.page.locator("#look .stepper", has=phone.page.locator(f"input[name={colour}]"))
        for _ in range(count):
            row.locator("[data-add='1']").tap()
        assert row.locator("input").input_value() == str(count)


def _told(device: Device) -> dict[str, int]:
    texts = zip(device.texts(".places .name"), device.texts(".places .money"), strict=True)
    return {name: amount(text) for name, text in texts}
