"""Browsers of players and hosts: a phone, and the table screen."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from http.client import HTTPConnection, HTTPResponse
from itertools import count
from time import time
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import BrowserContext, Locator, Page

PATIENCE = 60_000
EVERY = 30
DOUBLE = 0.25

SHOWS = """number => Number(document.querySelector("#entry data")?.value ?? 0) >= number
  && [...document.querySelectorAll("link[rel=stylesheet]")].every(link => link.sheet)"""
SAVED = "() => !document.body.classList.contains('sending')"
GLANCE = """() => {
  const awaited = row => getComputedStyle(row).boxShadow !== "none";
  const said = found => [...found].map(one => one.innerText.replace(/\\s+/g, " ").trim());
  const rows = [...document.querySelectorAll("#people [data-of]")];
  const turn = companion.shown(".turn"), data = document.querySelector("#entry data");
  return {number: Number(data.value), turn: said([turn])[0], lit: turn.classList.contains("mine"),
          waits_for: said(rows.filter(awaited).map(row => row.querySelector(".name")))};
}"""
OWN = """() => {
  const mine = one => document.body.dataset.me.split(" ").includes(one.closest("[data-of]").dataset.of);
  return [...document.querySelectorAll("#own .strip .name, #people [data-of] .name")]
    .filter(one => one.getClientRects().length && (one.closest(".strip") || mine(one)))
    .map(one => one.innerText).slice(0, 1);
}"""

PACE = """(() => {
  const told = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp").get;
  const hasty = location.protocol === "http:" && sessionStorage.getItem("hasty"), pace = {taps: hasty ? 0 : 1, hasty};
  addEventListener("pointerdown", () => { if (!pace.hasty) pace.taps++; }, true);
  Object.defineProperty(Event.prototype, "timeStamp", {get() { return told.call(this) + 1000 * pace.taps; }});
  window.pace = pace;
  const at_once = new CSSStyleSheet();
  at_once.replaceSync("#live { --ends: 0s !important; }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, at_once];
})()"""
"""For a page, taps of a test are a second apart like those of a person who looks first, unless they are `hasty`.

A payout is revealed at once."""
HASTEN = "pace.taps++, pace.hasty = true, sessionStorage.setItem('hasty', true)"
DAWDLE = "seconds => { pace.taps += seconds; pace.hasty = false; sessionStorage.removeItem('hasty'); }"

SLEEP = """hidden => {
  Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
  document.dispatchEvent(new Event("visibilitychange"));
}"""


Point = tuple[float, float]


def middle(control: Locator) -> Point:
    """Middle of a control on the page."""
    box = control.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@dataclass(frozen=True)
class Glance:
    """Number of the latest entry, headline, whether it is this player's turn, and who is waited for."""

    number: int
    turn: str
    lit: bool
    waits_for: list[str]


@dataclass(frozen=True)
class Answer:
    """Response to a form: the path that it leads to, and the number of the entry that a move became, or 0."""

    status: int
    leads_to: str
    entry: int
    text: str


class Device:
    """A browser with its own cookie and one page."""

    _ops = count()

    def __init__(self, context: BrowserContext, origin: str) -> None:
        context.set_default_timeout(PATIENCE)
        context.add_init_script(PACE)
        self.context = context
        self.origin = origin
        self.faults: list[str] = []

    @cached_property
    def page(self) -> Page:
        """Its page, opened when it is first used: many devices only post."""
        return self.another_page()

    def another_page(self) -> Page:
        """Open another tab. Errors of its scripts are kept for the end of the test."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda line: self.faults.append(line.text) if "Security Policy" in line.text else None)
        return page

    def open(self, path: str) -> None:
        """Go to an address, and wait for its fonts."""
        self.page.goto(self.origin + path)
        self.page.wait_for_function("() => document.fonts.status === 'loaded'")  # also where it leads on to another

    def looks_away(self) -> None:
        """Show an empty page, which costs nothing to draw."""
        self.page.goto("about:blank")

    def forgets(self, size: tuple[int, int]) -> None:
        """Become a browser of this size that was never here: a new one takes longer than a page."""
        self.faults.clear()
        self.context.clear_cookies()
        self.context.set_offline(False)
        for page in self.context.pages:
            if page is not self.page:
                page.close()
        if self.context.pages:
            self._tidies(size)

    def _tidies(self, size: tuple[int, int]) -> None:
        self.page.unroute_all()
        if self.page.url.startswith("http"):
            self.page.evaluate("localStorage.clear(), sessionStorage.clear()")
        self.looks_away()
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.emulate_media(color_scheme="dark", reduced_motion="reduce")

    def stands_still(self) -> None:
        """Animations of the page begin from now on, and stay at their beginning."""
        developer = self.context.new_cdp_session(self.page)
        developer.send("Animation.enable")
        developer.send("Animation.setPlaybackRate", {"playbackRate": 0})

    def sleeps(self) -> None:
        """Lock the phone."""
        self.page.evaluate(SLEEP, True)

    def wakes(self) -> None:
        """Unlock the phone."""
        self.page.evaluate(SLEEP, False)

    def arrives(self, selector: str) -> None:
        """Wait for the page that a tap led to, known by an element of it."""
        self.page.wait_for_selector(selector)
        self.dressed()

    def dressed(self) -> None:
        """Wait for style sheets: elements are there before them, in another size."""
        self.page.wait_for_load_state("load")

    def see(self, number: int) -> None:
        """Wait until the page shows this entry, or a later one."""
        self.page.wait_for_function(SHOWS, arg=number, polling=EVERY)

    @property
    def number(self) -> int:
        """Number of the latest entry on the page."""
        return int(self.page.get_attribute("#entry data", "value") or 0)

    @property
    def scene(self) -> str:
        """Scene of the table: lobby, play, payout, over."""
        return self.page.get_attribute("#entry data", "data-scene") or ""

    def glance(self) -> Glance:
        """Read all of it at once."""
        return Glance(**self.page.evaluate(GLANCE))

    def casino(self, number: int) -> Locator:
        """A table on the board of Vabanque."""
        return self.page.locator(f'.casino[data-casino="{number}"]').filter(visible=True).last

    def press(self, words: str | re.Pattern[str]) -> None:
        """Press the button or follow the link with these words."""
        self.page.locator("button, a, label.button").filter(has_text=words, visible=True).first.click()

    def answers(self, words: str) -> None:
        """Tap the notice of what waits for an answer, and press the button with these words in the menu."""
        self.page.locator(".notice.asks").filter(visible=True).click()
        self.press(words)

    def menu(self, words: str) -> None:
        """Open the menu and press what has these words."""
        self.page.locator("#menu-button").click()
        self.press(words)

    def texts(self, selector: str) -> list[str]:
        """Texts of all visible elements of a selector."""
        return [" ".join(text.split()) for text in self.page.locator(selector).filter(visible=True).all_inner_texts()]

    def listed(self, selector: str) -> list[str]:
        """Read elements of the list of all players, which on a phone opens by a tap on the own line."""
        return [" ".join(text.split()) for text in self.page.locator(f"#people {selector}").all_text_contents()]

    @property
    def own(self) -> list[str]:
        """Whose phone it is: the name in its own line; in the lobby the one that stands out in the list."""
        return [" ".join(name.split()) for name in self.page.evaluate(OWN)]

    @contextmanager
    def acts(self) -> Iterator[None]:
        """Make one move meanwhile, and wait until the page shows it, and knows that it was saved."""
        before = self.number
        yield
        self.see(before + 1)
        self.page.wait_for_function(SAVED, polling=EVERY)

    def send(self, path: str, fields: Mapping[str, object]) -> Answer:
        """Post a form without the page. Raises what a lost connection raises."""
        return self._asks("POST", path, urlencode({"op": f"test-{next(self._ops):08d}", **fields}))

    def get(self, path: str) -> str:
        """Get a page in English, without the browser's page."""
        return self._asks("GET", path).text

    def _asks(self, method: str, path: str, body: str | None = None) -> Answer:
        where = urlsplit(self.origin)
        cookies = [f"{one['name']}={one['value']}" for one in self.context.cookies(self.origin)]
        headers = {"Host": where.netloc, "Origin": self.origin, "Cookie": "; ".join(cookies), "Accept-Language": "en"}
        headers |= {"Companion-Tap": "1", "Content-Type": "application/x-www-form-urlencoded"}
        connection = HTTPConnection("127.0.0.1", where.port, timeout=PATIENCE / 1000)
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            text = response.read().decode()
        finally:
            connection.close()
        self._keep(response)
        told = response.headers
        return Answer(response.status, told.get("Location", ""), int(told.get("Companion-Entry", 0)), text)

    def _keep(self, response: HTTPResponse) -> None:
        for line in response.headers.get_all("Set-Cookie", []):
            name, _, value = line.partition(";")[0].partition("=")
            self.context.add_cookies([{"name": name, "value": value, "url": self.origin, "httpOnly": True}])


class Screen(Device):
    """The host's laptop in the middle of the table, with no seat."""

    def opens_vabanque(self) -> None:
        """Open a table of Vabanque on the page for a new table."""
        self.page.locator("form:has(input[value=vabanque]) button.primary").click()
        self.arrives(".way-in")


class Phone(Device):
    """A player's phone."""

    def __init__(self, context: BrowserContext, origin: str, name: str) -> None:
        super().__init__(context, origin)
        self.name = name

    def sit(self) -> None:
        """Type the name, and sit down in the colour that is offered."""
        self.page.fill("#name", self.name)
        self.press("Sit down")
        self.arrives("#live")

    def turn_comes(self) -> None:
        """Wait for this player's turn."""
        self.page.wait_for_selector(".turn.mine")

    def tap(self, casino: int, *, hasty: bool = False) -> None:
        """Tap a table of the board; hasty: wherever it is drawn."""
        if hasty:
            self.casino(casino).dispatch_event("click")
        else:
            self.casino(casino).tap()

    def double_tap(self, button: Locator) -> None:
        """Tap twice, so that the second tap falls on what the first one has brought."""
        with self.in_haste() as tap:
            at = middle(button)
            with self.acts():
                tap(at)
            tap(at)
        assert not self.page.locator(".sending").count()

    @contextmanager
    def in_haste(self) -> Iterator[Callable[[Point], None]]:
        """Taps on points of the page, and of the one it leads to, each too soon for somebody to have looked.

        The finger says when it came, which no slow answer moves.
        """
        finger, moments = self.context.new_cdp_session(self.page), count()
        began = time()
        self.page.evaluate(HASTEN)

        def tap(at: Point) -> None:
            moment = began + next(moments) * DOUBLE
            for kind, points in (("touchStart", [{"x": at[0], "y": at[1]}]), ("touchEnd", [])):
                touch = {"type": kind, "touchPoints": points, "timestamp": moment}
                finger.send("Input.dispatchTouchEvent", touch)

        yield tap
        finger.detach()
        self.page.evaluate(DAWDLE, next(moments) * DOUBLE)  # the next tap comes after those, however fast this went

    def choose(self, place: int) -> None:
        """Tap one of the cards, which lie face down."""
        self.page.locator(f".back input[value='{place}']").filter(visible=True).dispatch_event("click")

    def opens_hand(self) -> None:
        """Open the hand in which something is chosen."""
        self.page.locator("[data-open]").filter(visible=True).first.tap()
        self.page.wait_for_selector("#look form[data-tap]")

    def covered(self) -> None:
        """Wait until no hand is open."""
        self.page.wait_for_selector("#look *", state="detached")

    @contextmanager
    def looks(self) -> Iterator[list[str]]:
        """Hold the finger on the button, and return the cards that are shown."""
        self.page.locator(".look").filter(visible=True).hover()
        self.page.mouse.down()
        self.page.wait_for_selector("#look *", state="attached")
        yield self.texts("#look .face strong")
        self.page.mouse.up()
        self.page.wait_for_selector("#look *", state="detached")
