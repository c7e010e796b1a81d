"""A player who has a keyboard and hears the page: what has the focus, and what is announced."""

from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import Page

from tests.e2e.browser.random_game import RandomGame
from tests.e2e.browser.session import Session

MOST_TABS = 160
HAS = "selector => document.activeElement.matches(selector)"
ON_BODY = "() => document.activeElement === document.body"
SAID = "() => [...document.querySelectorAll('#said p')].map(line => [Number(line.dataset.entry), line.textContent])"
NAMELESS = {"RootWebArea", "none", "generic", "heading"}
"""Roles of what may have the focus without a name: the page, and a headline, which is read as text."""


class Typist:
    """A page whose player presses keys only. `heard` are the announcements in order: (entry or 0, text).

    `asides` are entries that a move needs before its own.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard: list[tuple[int, str]] = []
        self.asides = 0
        self._tree = page.context.new_cdp_session(page)

    def to(self, selector: str) -> None:
        """Press Tab until something has the focus."""
        for _ in range(MOST_TABS):
            if self.page.evaluate(HAS, selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no key leads to {selector}")

    def presses(self, selector: str) -> None:
        """Press a button."""
        self.to(selector)
        self.page.keyboard.press("Enter")

    def listens(self) -> None:
        """Hear what was announced since the last time."""
        lines = [(entry, text) for entry, text in self.page.evaluate(SAID)]
        new = next(
            n
            for n in range(len(lines) + 1)
            if self.heard[len(self.heard) - len(lines) + n :] == lines[: len(lines) - n]
        )
        self.heard += lines[len(lines) - new :]

    def faults(self) -> list[str]:
        """Find faults: the focus on the body, or something that can have the focus without a name."""
        lost = ["the focus is on the body"] if self.page.evaluate(ON_BODY) else []
        nodes = self._tree.send("Accessibility.getFullAXTree")["nodes"]
        return lost + [f"a {node['role']['value']} has no name" for node in nodes if _nameless(node)]


def _nameless(node: Mapping[str, Any]) -> bool:
    able = any(one["name"] == "focusable" and one["value"]["value"] for one in node.get("properties", ()))
    named = node.get("name", {}).get("value", "").strip()
    return not node["ignored"] and able and not named and node["role"]["value"] not in NAMELESS


class KeyboardSession(Session):
    """A table at which the first player moves, and turns pages, with keys. Moves of others are sent."""

    typist: Typist | None = None
    _last = 0

    def send(self, name: str, **fields: object) -> int:
        if self.typist is None or name != self.names[0]:
            self._last = super().send(name, **fields)
            return self._last
        return self._typed(lambda typist: MOVES[str(fields["do"])](typist, fields))

    def host_moves(self, **fields: object) -> int:
        if self.typist is None or fields["kind"] != "page":
            return super().host_moves(**fields)
        return self._typed(lambda typist: typist.presses(".pages .primary"))

    def _typed(self, move: Callable[[Typist], None]) -> int:
        phone, typist = self.phones[0], self.typist
        assert typist is not None
        phone.see(self._last)
        before = phone.number
        with phone.acts():
            move(typist)
        own, typist.asides = before + 1 + typist.asides, 0
        phone.see(own)
        return own  # forced moves may have followed


class KeyboardGame(RandomGame):
    """A random game of such a table."""

    made = KeyboardSession

    def begins_with(self, typist: Typist) -> None:
        """Let the first player's moves be made with keys."""
        assert isinstance(self.session, KeyboardSession)
        self.session.typist = typist


Fields = Mapping[str, object]


def _table(typist: Typist, fields: Fields) -> None:
    typist.presses(f".open[data-name=table][data-value='{fields['table']}']")


def _card(typist: Typist, fields: Fields) -> None:
    """Hear the hand, choose a card by the face that was heard, and lay it."""
    typist.presses("[data-look][data-cover]")
    typist.page.wait_for_selector("#look [data-close]")
    typist.presses(f"#look [data-place='{fields['place']}']")
    typist.page.wait_for_selector("#look *", state="detached")
    _table(typist, fields)


def _pawn(typist: Typist, fields: Fields) -> None:
    typist.presses(f".open[data-name=steps][data-value='{fields['steps']}']")
    if "sure" in fields:
        typist.presses("#sure [value=yes]")


def _button(name: str) -> Callable[[Typist, Fields], None]:
    return lambda typist, fields: typist.presses(f"button[name={name}][value='{fields[name]}']")


def _auction(typist: Typist, fields: Fields) -> None:
    if typist.page.locator("button[name=up]").filter(visible=True).count():
        with_card = f"button[name=up][value='{fields['card']}']"
        if typist.page.locator(with_card).filter(visible=True).count():
            typist.presses(with_card)
            typist.asides = 1
    _button("card")(typist, fields)


def _keep(typist: Typist, _fields: Fields) -> None:
    typist.presses("form:has([value=keep]) > button")


def _opens(typist: Typist, opener: str) -> None:
    typist.presses(opener)
    typist.page.wait_for_selector("#look form")


def _bid(typist: Typist, fields: Fields) -> None:
    _opens(typist, "[data-open]")
    for colour in ("red", "yellow", "green", "blue", "orange"):
        for _ in range(int(str(fields.get(colour, 0)))):
            typist.presses(f"#look .stepper:has([name={colour}]) [data-add='1']")
    typist.presses("#look .primary")


def _slip(typist: Typist, fields: Fields) -> None:
    if not typist.page.locator("[data-open]").filter(visible=True).count():
        typist.presses("#ask form .primary")
        return
    _opens(typist, "[data-open]")
    for cell, stake in fields.items():
        if cell.startswith("stake-") and stake:
            typist.to(f"#look [name={cell}]")
            typist.page.keyboard.type(str(stake))
    typist.presses("#look .primary")


def _race_card(typist: Typist, fields: Fields) -> None:
    _opens(typist, ".tray [data-open]")
    typist.presses("#look [data-other]")
    typist.to("#look [name=move-1]")
    typist.page.keyboard.type("".join(str(fields[f"move-{horse}"]) for horse in (1, 2, 3, 4)))
    typist.presses("#look .primary")


def _action_card(typist: Typist, fields: Fields) -> None:
    typist.to("#action-open")
    typist.page.keyboard.press(" ")
    for field, by in fields.items():
        if field.startswith("adjust-") and int(str(by)):
            typist.to(f".action [name={field}]")
            typist.page.keyboard.press("Control+A")
            typist.page.keyboard.type(str(by))
    typist.presses(".action button[name=slot]")


def _run(typist: Typist, _fields: Fields) -> None:
    typist.presses(".go .primary")


def _buys(typist: Typist, fields: Fields) -> None:
    typist.presses(f"button[name=slot][value='{fields['slot']}']")


MOVES: Mapping[str, Callable[[Typist, Fields], None]] = {
    "chip": _table,
    "card": _card,
    "move": _pawn,
    "deal": _button("card"),
    "auction": _auction,
    "take": _button("token"),
    "sell": _button("card"),
    "keep": _keep,
    "bid": _bid,
    "bet": _slip,
    "second-bet": _slip,
    "race-card": _race_card,
    "action-card": _action_card,
    "buy-card": _buys,
    "run": _run,
}
"""How each move is made, by its name in the record."""
