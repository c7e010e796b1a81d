"""As much of Playwright as the actors of `tests/e2e/browser` use, for engines that Playwright does not drive.

A context is a cookie jar. Contexts of touch screens take turns in one window, those of other screens in another.
"""

from collections.abc import Callable
from typing import Any, cast

from playwright.sync_api import Browser

from tests.e2e.engines.driver import PATIENCE, Driver, Failed, Size
from tests.e2e.engines.locator import Locator

WAIT = """async argument => {
  const holds = (%s), until = performance.now() + %d;
  while (!holds(argument)) {
    if (performance.now() > until) throw new Error("waited in vain");
    await new Promise(done => setTimeout(done, 30));
  }
}"""
ONCE = "() => { if (!window.begun) { window.begun = true; %s; } }"
STATES = {
    "visible": "one => [...document.querySelectorAll(one)].some(found => found.checkVisibility())",
    "attached": "one => document.querySelector(one) !== null",
    "detached": "one => document.querySelector(one) === null",
}
SCREENS: dict[bool, Size] = {True: (590, 900), False: (2000, 1400)}
"""Screens of a phone, by which the pages know it (`static/kind.js`), and of a laptop."""
GONE = ("unload", "navigat")
"""Errors of drivers about a script whose page was left."""
SMALL = "/health"
"""Page on which cookies are set before others are opened."""


class Window:
    """A window, and the context that has it now."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.owner: Context | None = None

    def goes_to(self, context: "Context", origin: str) -> None:
        """Another context goes on here, with its own cookies."""
        if self.owner is context:
            return
        if self.owner is not None:
            self.owner.cookies()
        self.driver.goto(origin + SMALL)
        self.driver.forget()
        self.owner = context
        for cookie in context.jar.values():
            self.driver.add_cookie(cookie)


class Context:
    """As a `BrowserContext`."""

    def __init__(self, window: Callable[[], Window], size: Size) -> None:
        self._window = window
        self.size = size
        self.jar: dict[str, dict[str, Any]] = {}
        self.pages: list[Page] = []
        self.scripts: list[str] = []

    def add_init_script(self, script: str) -> None:
        self.scripts.append(script)

    def set_default_timeout(self, _timeout: float) -> None:
        """Not needed: drivers have their own."""

    def new_page(self) -> "Page":
        self.pages.append(Page(self))
        return self.pages[-1]

    @property
    def window(self) -> Window:
        return self._window()

    @property
    def _shown(self) -> bool:
        return bool(self.pages) and self.window.owner is self and self.pages[0].url.startswith("http")

    def cookies(self, _address: str = "") -> list[dict[str, Any]]:
        for cookie in self.window.driver.cookies() if self._shown else ():
            self.jar[cookie["name"]] = {name: cookie[name] for name in ("name", "value", "httpOnly")}
        return list(self.jar.values())

    def add_cookies(self, cookies: list[dict[str, Any]]) -> None:
        for cookie in cookies:
            kept = {"name": cookie["name"], "value": cookie["value"], "httpOnly": cookie.get("httpOnly", False)}
            self.jar[cookie["name"]] = kept
            if self._shown:
                self.window.driver.add_cookie(kept)

    def close(self) -> None:
        if self._shown:
            self.window.driver.goto("about:blank")
            self.window.owner = None


class Page:
    """As a `Page`, and its `mouse`."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._size = context.size

    @property
    def driver(self) -> Driver:
        return self.context.window.driver

    def on(self, _event: str, _heard: Callable[..., object]) -> None:
        """Not needed: the console is read at the end."""

    @property
    def url(self) -> str:
        return str(self.driver.run("location.href"))

    @property
    def viewport_size(self) -> dict[str, int]:
        return {"width": self._size[0], "height": self._size[1]}

    def set_viewport_size(self, size: dict[str, int]) -> None:
        self._size = size["width"], size["height"]
        self.driver.resize(self._size)

    def goto(self, address: str) -> None:
        if address.startswith("http"):
            self.context.window.goes_to(self.context, "/".join(address.split("/")[:3]))
        self.driver.resize(self._size)
        self.driver.goto(address)
        self._begins()

    def _begins(self) -> None:
        """Run what each page of this context begins with, though the page's own scripts came first."""
        for script in self.context.scripts:
            self.driver.run(ONCE % script)

    def evaluate(self, script: str, arg: object = None) -> Any:
        return self.driver.run(script, arg)

    def wait_for_function(self, script: str, *, arg: object = None, polling: float = 0) -> None:  # noqa: ARG002
        while True:
            try:
                self.driver.run(WAIT % (script, PATIENCE * 900), arg)
                return
            except Failed as failed:
                if not any(word in str(failed) for word in GONE):
                    raise

    def wait_for_load_state(self, _state: str = "load") -> None:
        self.wait_for_function("() => document.readyState === 'complete'")
        self._begins()

    def wait_for_selector(self, selector: str, *, state: str = "visible") -> None:
        self.wait_for_function(STATES[state], arg=selector)

    def locator(self, selector: str) -> Locator:
        return Locator(self.driver, {"selector": selector})

    def get_attribute(self, selector: str, name: str) -> str | None:
        self.wait_for_selector(selector, state="attached")
        found: str | None = self.evaluate(f"one => document.querySelector(one).getAttribute('{name}')", selector)
        return found

    def tap(self, selector: str) -> None:
        self.locator(selector).filter(visible=True).tap()

    click = tap

    def fill(self, selector: str, text: str) -> None:
        self.locator(selector).fill(text)

    def screenshot(self) -> bytes:
        return self.driver.screenshot()

    @property
    def mouse(self) -> "Page":
        return self

    def down(self) -> None:
        self.driver.press()

    def up(self) -> None:
        self.driver.release()


class Engine:
    """As a `Browser`: begins a window of each kind when it is first wanted."""

    def __init__(self, begin: Callable[[Size], Driver]) -> None:
        self._begin = begin
        self._windows: dict[bool, Window] = {}

    def new_context(self, viewport: dict[str, int], *, has_touch: bool = False, **_more: object) -> Context:
        return Context(lambda: self._window(touch=has_touch), (viewport["width"], viewport["height"]))

    def _window(self, *, touch: bool) -> Window:
        if touch not in self._windows:
            self._windows[touch] = Window(self._begin(SCREENS[touch]))
        return self._windows[touch]

    def console(self) -> list[str]:
        """Messages of all windows since the last call."""
        return [line for window in self._windows.values() for line in window.driver.console()]

    def rest(self) -> None:
        """Show nothing until the next test."""
        for window in self._windows.values():
            window.driver.goto("about:blank")
            window.owner = None

    def quit(self) -> None:
        """End all windows."""
        for window in self._windows.values():
            window.driver.quit()

    @property
    def browser(self) -> Browser:
        """Itself, for actors that want Playwright's."""
        return cast(Browser, self)
