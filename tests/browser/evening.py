"""An evening: a table screen and the phones round it, and the ways to hurry through a part of the game."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import cycle, product

from playwright.sync_api import Browser, BrowserContext, ViewportSize

from companion.games import GAMES
from tests.browser.devices import Device, Phone, Screen

SIZES = ((320, 640), (375, 700), (430, 900))
TABLE = (1280, 800)
CHIPS = (4, 3, 2, 1)
COLOURS = ("orange", "sky", "green", "yellow", "red", "purple")


class Evening:
    """Nobody sits yet. `order` is the order of play, by names, as the test reckons it itself.

    The screen speaks one language and the phones another, where both are given.
    """

    def __init__(
        self, browser: Browser, origin: str, names: Sequence[str], screen: str = "en-GB", phones: str = "en-GB"
    ) -> None:
        self._browser = browser
        self._lang = phones
        self.origin = origin
        self.key = ""
        self.screen = Screen(self.context(TABLE, touch=False, lang=screen), origin)
        self.phones = [Phone(self.context(SIZES[seat % len(SIZES)]), origin, name) for seat, name in enumerate(names)]
        self.strangers: list[Phone] = []
        self.names = list(names)
        self.order = list(names)
        self._looking = self.phones
        self._turners = cycle(product((10, 70), names))

    def context(self, size: tuple[int, int], *, touch: bool = True, lang: str = "") -> BrowserContext:
        """One more browser of its own."""
        view: ViewportSize = {"width": size[0], "height": size[1]}
        return self._browser.new_context(
            viewport=view, has_touch=touch, color_scheme="dark", reduced_motion="reduce", locale=lang or self._lang
        )

    @property
    def devices(self) -> list[Device]:
        """Everybody's who looks, and the screen."""
        return [self.screen, *self._looking]

    def only(self, *names: str) -> "Evening":
        """Of all phones these look, and the others only post: to draw a page is what takes so long."""
        self._looking = [self.phone(name) for name in names]
        return self

    def stranger(self, name: str) -> Phone:
        """The phone of somebody without a seat here."""
        self.strangers.append(Phone(self.context(SIZES[0]), self.origin, name))
        return self.strangers[-1]

    def close(self) -> list[str]:
        """Says what went wrong in the pages' scripts."""
        everybody = [self.screen, *self.phones, *self.strangers]
        faults = [fault for device in everybody for fault in device.faults]
        for device in everybody:
            device.context.close()
        return faults

    def phone(self, name: str) -> Phone:
        """Somebody's phone."""
        return self.phones[self.names.index(name)]

    def all_see(self, number: int) -> None:
        """Waits until every page shows that entry."""
        for device in self.devices:
            device.see(number)

    @contextmanager
    def phones_aside(self) -> Iterator[None]:
        """Meanwhile the phones look away."""
        looking, self._looking = self._looking, []
        for phone in looking:
            phone.looks_away()
        yield
        self._looking = looking
        for phone in looking:
            phone.open(f"/t/{self.key}")

    @contextmanager
    def acts(self, name: str) -> Iterator[Phone]:
        """One act of somebody that everybody sees afterwards."""
        phone = self.phone(name)
        before = phone.number
        yield phone
        self.all_see(before + 1)

    def turns_page(self) -> None:
        """Somebody else each time turns the page for all, who all look at the same one.

        They tap sooner again than a person would, so each time somewhere else on the button: that is no double tap.
        """
        shown = {tuple(device.texts(".payout h2, .pages .muted")) for device in self.devices}
        assert len(shown) == 1, "all screens keep one pace"
        across, name = next(self._turners)
        with self.acts(name) as phone:
            phone.page.locator(".pages .primary").tap(position={"x": across, "y": 20})

    def skips_pages(self) -> None:
        """The host skips to the sum of the payout, and turns what comes after it."""
        screen = self.screen
        while screen.scene == "payout":
            with screen.acts():
                screen.page.locator(".pages button").last.dispatch_event("click")
            self.all_see(screen.number)

    # the parts that a test hurries through

    def open(self, **options: str) -> None:
        """A new table, straight to the first chip; the start player's pawn stands at table 1."""
        self.seat_all((), started=True, **options)
        self.to_the_table()

    def to_the_table(self) -> None:
        """Every device opens the table's page."""
        for device in self.devices:
            device.open(f"/t/{self.key}")

    def new_table(self, **options: str) -> None:
        """The host's, and nobody sits there yet."""
        self.key = self.screen.send("/new", options).leads_to.split("/t/")[1]

    def sits(self, phone: Phone, colour: str) -> None:
        """Somebody sits down in a colour."""
        phone.context.add_cookies([{"name": "companion-kind", "value": "phone", "url": self.origin}])
        sit = {"kind": "sit", "name": phone.name, "colour": colour}
        assert phone.send(f"/t/{self.key}/tap", sit).status == 200

    def seat_all(self, guests: Sequence[str] = (), *, started: bool = True, **options: str) -> None:
        """The same without its pages. Guests have no phone, and sit behind the others."""
        game = GAMES[options.setdefault("game", "vabanque")]
        self.new_table(**options)
        for phone, colour in zip(self.phones, COLOURS, strict=False):
            self.sits(phone, colour)
        for name, colour in zip(guests, COLOURS[len(self.phones) :], strict=False):
            self.at_the_host(kind="sit", name=name, colour=colour, phone="none")
        people = " ".join(str(seat) for seat in range(len(self.phones) + len(guests)))
        self.at_the_host(kind="begin", order=people)
        if started and any(ask.do == "start" for ask in game.asks(game.start(len(self.phones) + len(guests), {}))):
            self.at_the_host(kind="act", slot="start", do="start", seat=0, table=1)
        self.order = list(self.names)

    def at_the_host(self, **fields: object) -> int:
        """A tap of the host that no page is needed for: the entry that it became."""
        return self._sent(self.screen, fields)

    def send(self, name: str, **fields: object) -> int:
        """The same of somebody."""
        return self._sent(self.phone(name), fields)

    def _sent(self, device: Device, fields: Mapping[str, object]) -> int:
        answer = device.send(f"/t/{self.key}/tap", fields)
        assert answer.status == 200, answer
        return answer.entry

    def hand(self, name: str) -> tuple[str, ...]:
        """Somebody's cards, asked for without touching the page."""
        html = self.phone(name).get(f"/t/{self.key}/hand")
        return tuple(re.findall(r"<strong>(\w+)</strong>", html))

    def place_all_chips(self, counts: Mapping[int, int], round_: int = 1) -> None:
        """The keeper enters all chips of a round."""
        tables = {f"table-{casino}": count for casino, count in counts.items()}
        left = sum(counts.values())
        with self.screen.acts():
            self.at_the_host(kind="act", slot=f"{round_}.chips.left.{left}", do="chips", **tables)
        self.all_see(self.screen.number)

    def lay(self, name: str, place: int, casino: int) -> None:
        """A card of somebody whose turn it is, by its place in what is left of the hand."""
        phone = self.phone(name)
        phone.turn_comes()
        with phone.acts():
            phone.choose(place)
            phone.tap(casino, hasty=True)

    def lay_all(self, casino: int) -> None:
        """All cards of the round, at one table."""
        for _ in range(3):
            for name in self.order:
                self.lay(name, 1, casino)

    def stay(self, name: str, *, last: bool = False) -> None:
        """A pawn stays where it is."""
        self.move(name, 0, last=last)

    def move(self, name: str, steps: int, *, last: bool = False) -> None:
        """A pawn goes so many tables on."""
        phone = self.phone(name)
        phone.turn_comes()
        with phone.acts():
            phone.page.locator(f".open[data-name=steps][data-value='{steps}']").dispatch_event("click")
            if last:
                phone.page.click("dialog [value=yes]")

    def whole_round(self, round_: int) -> None:
        """Chips, cards and pawns, up to the payout: everybody lays at table 1 and stays where they are."""
        self.in_order()
        self.place_all_chips({1: len(self.order) * CHIPS[round_ - 1]}, round_)
        self.lay_all(1)
        for name in self.order:
            self.stay(name, last=name == self.order[-1])
        self.all_see(self.phone(self.order[-1]).number)

    def in_order(self) -> None:
        """The order of this round, as the screen has it."""
        self.screen.page.wait_for_selector("data[data-scene=play]", state="attached")
        self.order = self.screen.texts("#people .name")
