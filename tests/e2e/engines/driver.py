"""The WebDriver commands that the tests use. Each engine says how it sends them and how its page gets its size."""

import base64
import json
from abc import ABC, abstractmethod
from typing import Any

PATIENCE = 60
"""Seconds until a page or a script has failed."""

Size = tuple[int, int]
"""Width and height in CSS pixels."""

Element = dict[str, str]
"""An element of the page, as scripts are given it and return it."""

ID = "element-6066-11e4-a52e-4f735466cecf"
RUN = """
const [argument, done] = arguments;
(async () => { const value = (
%s
); return typeof value === "function" ? value(argument) : value; })().then(
  value => done([value ?? null, ""]), fault => done([null, String(fault)]));
"""


class Failed(Exception):
    """A command failed: the driver's error code, and what it says."""

    def __init__(self, error: str, message: str) -> None:
        super().__init__(f"{error}: {message}")
        self.error = error


class Driver(ABC):
    """A window of an engine. `size` is that of its page."""

    size = (0, 0)

    @abstractmethod
    def command(self, name: str, method: str, path: str, **fields: Any) -> Any:
        """Send a command, by its name (Marionette) or by its method and path (HTTP).

        :raises Failed: the driver answered with an error
        """

    @abstractmethod
    def resize(self, size: Size) -> None:
        """Give the page this size."""

    @abstractmethod
    def console(self) -> list[str]:
        """Errors and warnings of pages since the last call."""

    @abstractmethod
    def quit(self) -> None:
        """End the browser."""

    def goto(self, address: str) -> None:
        """Open an address and wait until it has loaded."""
        self.command("WebDriver:Navigate", "POST", "/url", url=address)

    def run(self, script: str, argument: object = None) -> Any:
        """Evaluate an expression or call a function with the argument; a promise is awaited.

        :raises Failed: the script threw, or its page was left
        """
        script = RUN % script
        name, path = "WebDriver:ExecuteAsyncScript", "/execute/async"
        # Firefox may answer with nothing where the page is left meanwhile
        value, fault = self.command(name, "POST", path, script=script, args=[argument]) or (None, "the page unloaded")
        if fault:
            raise Failed("javascript error", fault)
        return value

    def tap(self, element: Element) -> None:
        """Scroll to an element and click its middle.

        :raises Failed: something else lies over it
        """
        self.command("WebDriver:ElementClick", "POST", f"/element/{element[ID]}/click", id=element[ID])

    def type(self, element: Element, text: str) -> None:
        """Type into a field."""
        path = f"/element/{element[ID]}/value"
        self.command("WebDriver:ElementSendKeys", "POST", path, id=element[ID], text=text)

    def point(self, element: Element) -> None:
        """Move the pointer to the middle of an element."""
        self._pointer({"type": "pointerMove", "origin": element, "x": 0, "y": 0})

    def press(self) -> None:
        """Press where the pointer is, and hold."""
        self._pointer({"type": "pointerDown", "button": 0})

    def release(self) -> None:
        """Let go."""
        self._pointer({"type": "pointerUp", "button": 0})

    def _pointer(self, action: dict[str, Any]) -> None:
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [action]}
        self.command("WebDriver:PerformActions", "POST", "/actions", actions=[mouse])

    def cookies(self) -> list[dict[str, Any]]:
        """Cookies of the page."""
        found: list[dict[str, Any]] = self.command("WebDriver:GetCookies", "GET", "/cookie")
        return found

    def add_cookie(self, cookie: dict[str, Any]) -> None:
        """Add a cookie to the page's address."""
        self.command("WebDriver:AddCookie", "POST", "/cookie", cookie=cookie)

    def forget(self) -> None:
        """Delete all that the page's address has stored."""
        self.command("WebDriver:DeleteAllCookies", "DELETE", "/cookie")
        self.run("() => { localStorage.clear(); sessionStorage.clear(); }")

    def screenshot(self) -> bytes:
        """Take a picture of the page as PNG."""
        return base64.b64decode(self.command("WebDriver:TakeScreenshot", "GET", "/screenshot", full=False))


def packed(fields: Any) -> bytes:
    """JSON, as both protocols send it."""
    return json.dumps(fields).encode()
