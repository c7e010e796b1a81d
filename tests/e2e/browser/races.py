"""Moves of Wetten!: tapped on phones, and sent without a page."""

from collections.abc import Mapping, Sequence

from tests.e2e.browser.devices import Phone
from tests.e2e.browser.session import Session

HORSES = ("Queen", "Raider", "Lucky Slevin", "Joker")
Bets = Mapping[tuple[int, int], int]
"""(horse, place): the stake in thousands"""

NO_BETS: Bets = {}


class Races:
    """A game of Wetten!. It counts races, turns and moves of each player, of which the slots of moves are made."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.race, self.turn, self.cards = 1, 0, 0
        self.acts = dict.fromkeys(session.names, 0)

    def lays_slip(self, name: str, bets: Bets) -> None:
        """Fill in a slip with chips and lay it down; the hand closes at once."""
        with self.session.acts(name) as phone:
            phone.opens_hand()
            for (horse, place), stake in bets.items():
                cell = phone.page.locator(f"input[name=stake-{horse}-{place}]")
                cell.tap()
                while (left := stake - int(cell.input_value())) > 0:
                    worth = next(worth for worth in (5, 2, 1) if worth <= left)
                    phone.page.locator(f"#look [data-chip='{worth}']").tap()
            phone.page.locator("#look .primary").tap()
            phone.covered()
        self.acts[name] += 1

    def holds(self, name: str, *numbers: int) -> None:
        """Enter the numbers of race cards, a tap for each; after the last one the hand closes."""
        phone = self.session.phone(name)
        phone.page.locator(".tray [data-open]").filter(visible=True).tap()
        for number in numbers:
            phone.page.locator(f"[data-card='{number}']").tap()

    def lays_card(self, name: str, number: int) -> None:
        """Lay a race card that was entered, with one tap."""
        with self.session.acts(name) as phone:
            phone.page.locator(f"[data-tile='{number}']").tap()
        self.acts[name] += 1

    def send(self, name: str, do: str, **fields: object) -> int:
        """Send a move of a player for the slot that waits for it."""
        acts = 0 if do in ("bet", "second-bet") else self.acts[name]
        slot = f"{self.race}.{self.turn}.{do}.{self.session.names.index(name)}.{acts}"
        self.acts[name] += 1
        return self.session.send(name, kind="act", slot=slot, do=do, sure="yes", **fields)

    def bets(self, slips: Mapping[str, Bets] = {}, do: str = "bet", **more: object) -> None:
        """Send a slip of each player."""
        for name in self.session.names:
            self.slip(name, slips.get(name, NO_BETS), do, **more)

    def slip(self, name: str, bets: Bets, do: str = "bet", **more: object) -> int:
        """Send a slip of a player."""
        stakes = {f"stake-{horse}-{place}": stake for (horse, place), stake in bets.items()}
        return self.send(name, do, **stakes, **more)

    def runs(self, numbers: Sequence[int], *, read: bool = False) -> None:
        """Send a whole turn: all lay the same race card, and the host starts the run; skip its pages unless `read`."""
        self.lays_cards(numbers)
        self.go()
        if not read:
            self.skip()

    def lays_cards(self, numbers: Sequence[int]) -> None:
        """Send the same race card of each player."""
        self.turn += 1
        self.session.all_see(max(self.card(name, numbers) for name in self.session.names))

    def card(self, name: str, numbers: Sequence[int]) -> int:
        """Send a race card of a player."""
        return self.send(name, "race-card", **{f"move-{horse}": far for horse, far in enumerate(numbers, start=1)})

    def action_card(self, name: str, by: Mapping[int, int]) -> int:
        """Send an action card of a player."""
        self.cards += 1
        return self.send(name, "action-card", **{f"adjust-{horse}": far for horse, far in by.items()})

    def go(self) -> None:
        """Let the host start the run without waiting for players."""
        slot = f"{self.race}.{self.turn}.run.{self.cards}"
        self.session.all_see(self.session.host_moves(kind="act", slot=slot, do="run", all="yes", sure="yes"))
        self.cards = 0

    def skip(self) -> None:
        """Skip all pages of the payout."""
        self.session.skips_pages()


def press(phone: Phone, digits: str) -> None:
    """Type on the pad."""
    for digit in digits:
        phone.page.locator(f"#look [data-digit='{digit}']").tap()
