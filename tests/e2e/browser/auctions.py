"""Moves of Banque Fatale: tapped on phones, and sent without a page."""

from collections.abc import Mapping

from playwright.sync_api import Locator

from companion.games.banque_fatale.constants import COLOURS
from tests.e2e.browser.devices import Phone
from tests.e2e.browser.session import Session

Heap = Mapping[str, int]
Bids = Mapping[str, Heap]


class Auctions:
    """A table at which the first cards are to be named."""

    def __init__(self, session: Session) -> None:
        self.session = session
        session.seat_all(game="banque_fatale")
        session.open_table()

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
