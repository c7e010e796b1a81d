"""An evening: a table screen and the phones round it, and the ways to hurry through a part of the game."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain, cycle, product

from playwright.sync_api import Browser, BrowserContext, ViewportSize

from companion.games import GAMES
from tests.e2e.browser.devices import Device, Phone, Screen

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
        self._own = [Phone(self.context(SIZES[seat % len(SIZES)]), origin, name) for seat, name in enumerate(names)]
        self.phones = list(self._own)
        self.strangers: list[Phone] = []
        self.names = list(names)
        self.order = list(names)
        self._looking, self._screens = self.phones, [self.screen]
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
        return [*self._screens, *self._looking]

    def usual(self, device: Screen | Phone) -> tuple[int, int]:
        """The window of a device, whatever other sizes were tried since."""
        return TABLE if isinstance(device, Screen) else SIZES[self.phones.index(device) % len(SIZES)]

    def only(self, *names: str, screen: bool = True) -> "Evening":
        """Of all phones these look, and the others only post: to draw a page is what takes so long."""
        self._looking, self._screens = [self.phone(name) for name in names], [self.screen] * screen
        return self

    def stranger(self, name: str) -> Phone:
        """The phone of somebody without a seat here."""
        self.strangers.append(Phone(self.context(SIZES[0]), self.origin, name))
        return self.strangers[-1]

    def close(self) -> list[str]:
        """Says what went wrong in the pages' scripts."""
        faults = self.faults()
        for device in self._everybody():
            device.context.close()
        return faults

    def faults(self) -> list[str]:
        """What went wrong in the pages' scripts."""
        return [fault for device in self._everybody() for fault in device.faults]

    def afresh(self) -> None:
        """Before another table: nobody sits, and each browser goes on as a stranger's. Who came besides has gone."""
        while self.strangers:
            self.strangers.pop().context.close()
        self.phones = list(self._own)
        self.key, self.order = "", list(self.names)
        self._looking, self._screens = self.phones, [self.screen]
        for device, size in zip(self._everybody(), chain([TABLE], cycle(SIZES)), strict=False):
            device.forgets(size)

    def _everybody(self) -> list[Device]:
        return [self.screen, *self._own, *self.strangers]

    def phone(self, name: str) -> Phone:
        """Somebody's phone."""
        return self.phones[self.names.index(name)]

    def all_see(self, number: int) -> None:
        """Waits until every page shows that entry."""
        for device in self.devices:
            device.see(number)

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
        answer = phone.send(f"/t/{self.key}/tap", sit)
        assert answer.status == 200, answer

    def seat_all(self, guests: Sequence[str] = (), *, started: bool = True, **options: str) -> None:
        """The same without its pages. Guests have no phone, and sit behind the others."""
        options.setdefault("game", "vabanque")
        self.new_table(**options)
        self.all_sit(guests, options["game"], started=started)

    def all_sit(self, guests: Sequence[str] = (), game: str = "vabanque", *, started: bool = True) -> None:
        """At the new table, where the game begins."""
        for phone, colour in zip(self.phones, COLOURS, strict=False):
            self.sits(phone, colour)
        for name, colour in zip(guests, COLOURS[len(self.phones) :], strict=False):
            self.at_the_host(kind="sit", name=name, colour=colour, phone="none")
        people = len(self.phones) + len(guests)
        self.at_the_host(kind="begin", order=" ".join(map(str, range(people))))
        rules = GAMES[game]
        if started and any(ask.do == "start" for ask in rules.asks(rules.start(people, {}))):
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

    def place_all_chips(self, counts: Mapping[int, int], round_: int = 1, *, seen: bool = True) -> None:
        """The keeper enters all chips of a round."""
        tables = {f"table-{casino}": count for casino, count in counts.items()}
        left = sum(counts.values())
        number = self.at_the_host(kind="act", slot=f"{round_}.chips.left.{left}", do="chips", **tables)
        if seen:
            self.all_see(number)

    def posts(self, name: str, phase: str, do: str, nth: int = 0, round_: int = 1, **fields: object) -> int:
        """What somebody does in a phase of a round for the first, second or third time, without a page."""
        slot = f"{round_}.{phase}.{self.names.index(name)}.{nth}"
        return self.send(name, kind="act", slot=slot, do=do, sure="yes", **fields)

    def chip(self, name: str, casino: int, nth: int = 0) -> int:
        """A chip of the first round."""
        return self.posts(name, "chips", "chip", nth, table=casino)

    def card(self, name: str, casino: int, nth: int = 0, round_: int = 1) -> int:
        """The first of the cards that are left."""
        return self.posts(name, "cards", "card", nth, round_, place=1, table=casino)

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
                phone.page.click("#sure [value=yes]")

    def whole_round(self, round_: int, moves: int | None = None) -> int:
        """Chips, cards and pawns, up to the payout: everybody lays at table 1 and stays where they are.

        Only the first few pawns, where `moves` says how many.
        """
        self.place_all_chips({1: len(self.order) * CHIPS[round_ - 1]}, round_)
        for nth, name in product(range(3), self.order):
            self.card(name, 1, nth, round_)
        number = max(self.posts(name, "pawns", "move", 0, round_, steps=0) for name in self.order[:moves])
        self.all_see(number)
        return number

    def in_order(self) -> None:
        """The order of this round, as the screen has it."""
        self.screen.page.wait_for_selector("data[data-scene=play]", state="attached")
        self.order = self.screen.texts("#people .name")
