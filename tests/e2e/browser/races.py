"""An evening of Wetten!: what people do on their phones, and the same taps without the pages, in haste."""

from collections.abc import Mapping, Sequence

from tests.e2e.browser.devices import Phone
from tests.e2e.browser.evening import Evening
from tests.e2e.browser.reckoning import amount

HORSES = ("Queen", "Raider", "Lucky Slevin", "Joker")
Bets = Mapping[tuple[int, int], int]
"""(horse, place): the stake in thousands"""

NO_BETS: Bets = {}


class Races:
    """Which race and turn it is, and how many acts of each player it has seen, as the slots of the taps tell them."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.race, self.turn, self.cards = 1, 0, 0
        self.acts = dict.fromkeys(evening.names, 0)

    # on the pages

    def fills_slip(self, name: str, bets: Bets) -> None:
        """Opens the slip, taps the cells, and sets each stake with the pad."""
        phone = self.evening.phone(name)
        phone.opens_hand()
        for (horse, place), stake in bets.items():
            phone.page.locator(f"input[name=stake-{horse}-{place}]").tap()
            press(phone, str(stake))

    def lays_slip(self, name: str, bets: Bets) -> None:
        """The same, and lays it down: it is covered at once."""
        with self.evening.acts(name) as phone:
            self.fills_slip(name, bets)
            phone.page.locator("#look .primary").tap()
            phone.covered()
        self.acts[name] += 1

    def types_card(self, name: str, numbers: Sequence[int]) -> None:
        """A card of another make: the hand, four digits, and down with it."""
        with self.evening.acts(name) as phone:
            opens_card(phone)
            phone.page.locator("#look [data-by-hand]").tap()
            press(phone, "".join(map(str, numbers)))
            phone.page.locator("#look .primary").tap()
            phone.covered()
        self.acts[name] += 1

    def lays_card(self, name: str, number: int) -> None:
        """Three taps: the first digit of the card's number opens the hand, the second one, and down with it."""
        with self.evening.acts(name) as phone:
            typed = f"{number:02}"
            phone.page.locator(f".typing [data-digit='{typed[0]}']").tap()
            phone.page.wait_for_selector("#look form[data-tap]")
            press(phone, typed[1])
            phone.page.locator("#look .primary").tap()
            phone.covered()
        self.acts[name] += 1

    def plays_action_card(self, name: str, by: Mapping[int, int]) -> None:
        """Steps the horses and plays it."""
        with self.evening.acts(name) as phone:
            phone.page.locator("label[for=action-open]:not(.wide)").tap()
            for horse, far in by.items():
                row = phone.page.locator(".action .stepper", has=phone.page.locator(f"input[name=adjust-{horse}]"))
                for _ in range(abs(far)):
                    row.locator(f"[data-add='{1 if far > 0 else -1}']").tap()
            # a second card follows sooner than a thumb could play it: elsewhere on the button it is no double tap
            phone.page.locator(".action button.wide").filter(visible=True).first.tap(
                position={"x": 10 + 60 * (self.cards % 2), "y": 20}
            )
        self.acts[name] += 1
        self.cards += 1

    # what the pages say

    def slip_says(self, name: str) -> tuple[str, bool]:
        """What stands under the slip, and whether it can be laid down."""
        page = self.evening.phone(name).page
        return page.locator("#look .running").inner_text(), page.locator("#look .primary").is_enabled()

    def money(self) -> dict[str, int]:
        """Everybody's purse in thousands, as every page has it."""
        told = [device.texts(".places .name, .places .money") for device in self.evening.devices]
        assert all(one == told[0] for one in told)
        purses = zip(told[0][::2], told[0][1::2], strict=True)
        return {name: amount(purse) // 1000 for name, purse in purses if name != "Bank"}

    # in haste

    def send(self, name: str, do: str, **fields: object) -> int:
        """A tap of somebody for the slot that waits for it."""
        slot = f"{self.race}.{self.turn}.{do}.{self.evening.names.index(name)}.{self.acts[name]}"
        self.acts[name] += 1
        return self.evening.send(name, kind="act", slot=slot, do=do, sure="yes", **fields)

    def bets(self, slips: Mapping[str, Bets] = {}, do: str = "bet", **more: object) -> None:
        """Everybody's slip."""
        for name in self.evening.names:
            self.slip(name, slips.get(name, NO_BETS), do, **more)

    def slip(self, name: str, bets: Bets, do: str = "bet", **more: object) -> int:
        """Somebody's."""
        stakes = {f"stake-{horse}-{place}": stake for (horse, place), stake in bets.items()}
        return self.send(name, do, **stakes, **more)

    def runs(self, numbers: Sequence[int], *, read: bool = False) -> None:
        """A whole turn: everybody lays the same race card, the host does not wait; whether the pages are read."""
        self.lays_cards(numbers)
        self.go()
        if not read:
            self.skip()

    def lays_cards(self, numbers: Sequence[int]) -> None:
        """Everybody's race card: the same."""
        self.turn += 1
        self.evening.all_see(max(self.card(name, numbers) for name in self.evening.names))

    def card(self, name: str, numbers: Sequence[int]) -> int:
        """Somebody's race card."""
        return self.send(name, "race-card", **{f"move-{horse}": far for horse, far in enumerate(numbers, start=1)})

    def action_card(self, name: str, by: Mapping[int, int]) -> int:
        """Somebody's action card."""
        self.cards += 1
        return self.send(name, "action-card", **{f"adjust-{horse}": far for horse, far in by.items()})

    def passes(self, name: str) -> int:
        """Somebody plays no action card."""
        return self.evening.send(name, kind="act", slot=f"{self.race}.{self.turn}.run.{self.cards}", do="run")

    def go(self) -> None:
        """The horses run though nobody has said that there is nothing more."""
        slot = f"{self.race}.{self.turn}.run.{self.cards}"
        self.evening.all_see(self.evening.at_the_host(kind="act", slot=slot, do="run", all="yes", sure="yes"))
        self.cards = 0

    def skip(self) -> None:
        """In haste through all pages."""
        self.evening.skips_pages()


def opens_card(phone: Phone) -> None:
    """The hand for a race card, without a digit."""
    phone.page.locator(".typing p").tap()
    phone.page.wait_for_selector("#look form[data-tap]")


def press(phone: Phone, digits: str) -> None:
    """One thumb on the pad."""
    for digit in digits:
        phone.page.locator(f"#look [data-digit='{digit}']").tap()
