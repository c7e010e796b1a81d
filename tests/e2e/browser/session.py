"""A table with its screen and phones, and moves that are sent without a page."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain, cycle, product

from playwright.sync_api import Browser, BrowserContext, ViewportSize

from companion.games import GAMES
from companion.table.model.names import COLOURS
from tests.e2e.browser.devices import Device, Phone, Screen

SIZES = ((320, 640), (375, 700), (430, 900))
TABLE = (1280, 800)
CHIPS = (4, 3, 2, 1)


class Session:
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
        """A new browser."""
        view: ViewportSize = {"width": size[0], "height": size[1]}
        return self._browser.new_context(
            viewport=view, has_touch=touch, color_scheme="dark", reduced_motion="reduce", locale=lang or self._lang
        )

    @property
    def devices(self) -> list[Device]:
        """The screen and phones that look."""
        return [*self._screens, *self._looking]

    def usual(self, device: Screen | Phone) -> tuple[int, int]:
        """Usual window of a device."""
        return TABLE if isinstance(device, Screen) else SIZES[self.phones.index(device) % len(SIZES)]

    def only(self, *names: str, screen: bool = True) -> "Session":
        """Let only these phones look; the others only post, since drawing pages takes most of the time."""
        self._looking, self._screens = [self.phone(name) for name in names], [self.screen] * screen
        return self

    def stranger(self, name: str) -> Phone:
        """Phone of somebody without a seat."""
        self.strangers.append(Phone(self.context(SIZES[0]), self.origin, name))
        return self.strangers[-1]

    def close(self) -> list[str]:
        """Close all browsers, and return the errors of scripts."""
        faults = self.faults()
        for device in self._everybody():
            device.context.close()
        return faults

    def faults(self) -> list[str]:
        """Errors of the pages' scripts."""
        return [fault for device in self._everybody() for fault in device.faults]

    def afresh(self) -> None:
        """Forget the table: each browser goes on as a stranger's, and strangers' browsers are closed."""
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
        """Phone of a player."""
        return self.phones[self.names.index(name)]

    def all_see(self, number: int) -> None:
        """Wait until every page shows this entry."""
        for device in self.devices:
            device.see(number)

    @contextmanager
    def acts(self, name: str) -> Iterator[Phone]:
        """Make one move of a player meanwhile, and wait until every page shows it."""
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
        """Skip to the sum of the payout, and turn the pages after it."""
        one = self.devices[0]
        while one.scene == "payout":
            with one.acts():
                one.page.locator(".pages button").last.dispatch_event("click")
            self.all_see(one.number)

    # the parts that a test hurries through

    def open(self, **options: str) -> None:
        """Open a table up to the first chip; the start player's pawn stands at table 1."""
        self.seat_all((), started=True, **options)
        self.open_table()

    def open_table(self) -> None:
        """Open the table's page on all devices that look."""
        for device in self.devices:
            device.open(f"/t/{self.key}")

    def new_table(self, **options: str) -> None:
        """Open a table of the host's, with nobody at it."""
        self.key = self.screen.send("/new", options).leads_to.split("/t/")[1]

    def sits(self, phone: Phone, colour: str) -> None:
        """Seat a player in a colour."""
        phone.context.add_cookies([{"name": "companion-kind", "value": "phone", "url": self.origin}])
        sit = {"kind": "sit", "name": phone.name, "colour": colour}
        answer = phone.send(f"/t/{self.key}/tap", sit)
        assert answer.status == 200, answer

    def seat_all(self, guests: Sequence[str] = (), *, started: bool = True, **options: str) -> None:
        """Open a table and seat all players, and guests without phones behind them."""
        options.setdefault("game", "vabanque")
        self.new_table(**options)
        self.all_sit(guests, options["game"], started=started)

    def all_sit(self, guests: Sequence[str] = (), game: str = "vabanque", *, started: bool = True) -> None:
        """Seat all players at the table, and begin the game."""
        for phone, colour in zip(self.phones, COLOURS, strict=False):
            self.sits(phone, colour)
        for name, colour in zip(guests, list(COLOURS)[len(self.phones) :], strict=False):
            self.host_moves(kind="sit", name=name, colour=colour, phone="none")
        people = len(self.phones) + len(guests)
        self.host_moves(kind="begin", order=" ".join(map(str, range(people))))
        rules = GAMES[game]
        if started and any(ask.do == "start" for ask in rules.asks(rules.start(people, {}))):
            self.host_moves(kind="act", slot="start", do="start", seat=0, table=1)
        self.order = list(self.names)

    def host_moves(self, **fields: object) -> int:
        """Send a move of the host, and return its entry."""
        return self._sent(self.screen, fields)

    def send(self, name: str, **fields: object) -> int:
        """Send a move of a player, and return its entry."""
        return self._sent(self.phone(name), fields)

    def _sent(self, device: Device, fields: Mapping[str, object]) -> int:
        answer = device.send(f"/t/{self.key}/tap", fields)
        assert answer.status == 200, answer
        return answer.entry

    def hand(self, name: str) -> tuple[str, ...]:
        """Cards of a player, asked for without the page."""
        html = self.phone(name).get(f"/t/{self.key}/hand")
        return tuple(re.findall(r"<strong>(\w+)</strong>", html))

    def place_all_chips(self, counts: Mapping[int, int], round_: int = 1, *, seen: bool = True) -> None:
        """Send all chips of a round."""
        tables = {f"table-{casino}": count for casino, count in counts.items()}
        left = sum(counts.values())
        number = self.host_moves(kind="act", slot=f"{round_}.chips.left.{left}", do="chips", **tables)
        if seen:
            self.all_see(number)

    def posts(self, name: str, phase: str, do: str, nth: int = 0, round_: int = 1, **fields: object) -> int:
        """Send a move of a player in a phase of a round, the first, second or third."""
        slot = f"{round_}.{phase}.{self.names.index(name)}.{nth}"
        return self.send(name, kind="act", slot=slot, do=do, sure="yes", **fields)

    def chip(self, name: str, casino: int, nth: int = 0) -> int:
        """Send a chip of the first round."""
        return self.posts(name, "chips", "chip", nth, table=casino)

    def card(self, name: str, casino: int, nth: int = 0, round_: int = 1) -> int:
        """Send the first of the cards that are left."""
        return self.posts(name, "cards", "card", nth, round_, place=1, table=casino)

    def lay(self, name: str, place: int, casino: int) -> None:
        """Lay a card on the page of the player whose turn it is, by its place in the hand."""
        phone = self.phone(name)
        phone.turn_comes()
        with phone.acts():
            phone.choose(place)
            phone.tap(casino, hasty=True)

    def lay_all(self, casino: int) -> None:
        """Lay all cards of the round at one table."""
        for _ in range(3):
            for name in self.order:
                self.lay(name, 1, casino)

    def stay(self, name: str) -> None:
        """Leave a pawn where it is, on the page of the player whose turn it is."""
        phone = self.phone(name)
        phone.turn_comes()
        with phone.acts():
            phone.page.locator(".open[data-name=steps][data-value='0']").dispatch_event("click")

    def whole_round(self, round_: int) -> int:
        """Send chips, cards and pawns up to the payout: everybody lays at table 1 and stays there."""
        self.place_all_chips({1: len(self.order) * CHIPS[round_ - 1]}, round_)
        for nth, name in product(range(3), self.order):
            self.card(name, 1, nth, round_)
        number = max(self.posts(name, "pawns", "move", 0, round_, steps=0) for name in self.order)
        self.all_see(number)
        return number

    def in_order(self) -> None:
        """Read the order of this round from the screen."""
        self.screen.page.wait_for_selector("data[data-scene=play]", state="attached")
        self.order = self.screen.texts("#people .name")
