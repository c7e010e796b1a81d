"""All that a browser receives and keeps, and the words and drawings by which a card would be known."""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, Response

from tests.e2e.browser.devices import Device

ICONS = Path(__file__).parents[3] / "templates" / "vabanque"
CARDS = ("raise", "bluff", "trap")
DRAWN = [part for card in CARDS for part in re.findall(r' d="([^"]+)"', (ICONS / f"{card}.svg").read_text())]
TOLD = re.compile("|".join(["raise(?!d)", "bluff", "trap", *map(re.escape, DRAWN)]), re.IGNORECASE)
"""`--raised` is a colour."""

LISTEN = """(() => {
  const read = ReadableStreamDefaultReader.prototype.read;
  ReadableStreamDefaultReader.prototype.read = async function (...all) {
    const part = await read.apply(this, all);
    if (part.value) overheard(typeof part.value === "string" ? part.value : new TextDecoder().decode(part.value));
    return part;
  };
})()"""
KEPT = """() => document.documentElement.outerHTML + JSON.stringify({...localStorage, ...sessionStorage})
  + [...document.querySelectorAll("input")].map(one => one.value).join(" ")"""


class Traffic:
    """Traffic of a device, from its next page on."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self.streams: list[str] = []
        self._answers: list[Response] = []
        device.context.expose_function("overheard", lambda part: self.streams.append(part))
        device.context.add_init_script(LISTEN)
        device.page.on("response", lambda answer: self._answers.append(answer))

    def answers(self, *, of_look: bool) -> list[str]:
        """Bodies of all responses but streams: to looks, or to all other requests."""
        bodies = []
        for answer in self._answers:
            looked = answer.url.endswith("/hand")
            kind = answer.headers.get("content-type", "")
            unread = "event-stream" in kind or kind.startswith("font/")  # a font is the same for every table
            if answer.ok and looked == of_look and not unread:
                bodies.append(json.dumps(answer.headers) + answer.url + answer.text())
        return bodies


def told(text: str) -> list[str]:
    """Signs of a card in a text."""
    return TOLD.findall(text)


def kept(page: Page) -> str:
    """The page as it is, its fields, and what the browser stores for it, with plain blanks."""
    text: str = page.evaluate(KEPT)
    return text.replace("&nbsp;", " ")
