"""Whole games as everybody sees them: the stage after every act and on every page of a payout, drawn right here."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from typing import Any

from companion.games.kit import Fact
from companion.table.chair import Chair, chair
from companion.table.colours import COLOURS
from companion.table.entry import Entry
from companion.table.house import paging
from companion.table.log import Table
from companion.web.stage import Place, Stage
from tests.games.playing import Played

PLACE = Place("http://companion.test", "companion.test", ())
ROW = re.compile(r"<li\b([^>]*)>(.*?)</li>", re.DOTALL)
WHO = re.compile(r'class="symbol c-(\w+)"[^>]*>(?:<use[^>]*>)?</svg>(?:<span class="name">([^<]*)</span>)?')


@dataclass(frozen=True)
class Shown:
    """What one moment of a game looks like; `page` is the fact that its payout shows."""

    table: Table
    chair: Chair
    phone: dict[str, str]
    screen: dict[str, str]

    @property
    def state(self) -> Any:
        """The game as everybody may know it."""
        return self.chair.state

    @property
    def page(self) -> Fact | None:
        """The fact that is shown on a page of its own."""
        house = self.chair.house
        return self.chair.pages[house.page.step - 1] if self.chair.paging and house.page else None


def shown(game: Played, looks: dict[str, object] | None = None) -> Iterator[Shown]:
    """Each moment, one after the other."""
    phone, screen = Stage("en", screen=False), Stage("en", screen=True)
    header = game.header
    table = Table(0, "key", "code", header.game, header.options, looks or usual(game), b"", 0.0)

    def entered(kind: str, **body: object) -> Table:
        return table.after(Entry(table.number + 1, kind, None, body, "", ""))

    def now() -> Shown:
        here = chair(table)
        phone.draw(here, PLACE)
        screen.draw(here, PLACE)
        return Shown(table, here, phone.whole(), screen.whole())

    for name, colour in zip(header.players, COLOURS, strict=False):
        table = entered("sit", name=name, colour=colour)
    table = entered("begin", order=list(range(len(header.players))))
    yield now()
    for act in game.acts:
        table = entered("act", seat=act.seat, line=game.game.write(act.move))
        yield now()
        while paging(table.house):
            assert table.house.page is not None
            table = entered("page", step=table.house.page.step + 1)
            yield now()


def usual(game: Played) -> dict[str, object]:
    """What the host chooses who chooses nothing."""
    return {key: values[0] for key, values in game.game.looks.items()}


def plain(html: str) -> str:
    """The words of a piece of a page, with single blanks."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def squeezed(text: str) -> str:
    """Without any blanks: where a line wraps is not what is told."""
    return "".join(text.split())


@dataclass(frozen=True)
class Row:
    """A line of a list: its attributes, whose it is, its words, and the people whose symbols stand in it."""

    attributes: str
    text: str
    symbols: Sequence[str]

    def attribute(self, name: str) -> str:
        """Nothing where it has none."""
        return _attributes(self.attributes).get(name, "")


def rows(html: str) -> list[Row]:
    """The lines of all lists."""
    return [
        Row(about, plain(inner), [colour for colour, _ in WHO.findall(inner)]) for about, inner in ROW.findall(html)
    ]


@dataclass(frozen=True)
class Button:
    """What can be sent from a page with one tap."""

    fields: dict[str, str]
    disabled: bool
    blank: str
    """A hidden field that a tap on the board fills in, or nothing."""


TAG = re.compile(r"<(/?form|input|button)\b([^>]*)>")


def buttons(html: str) -> Iterator[Button]:
    """Every button of every form for an act that needs nothing typed."""
    for form in re.findall(r"<form\b[^>]*data-tap[^>]*>(.*?)</form>", html, re.DOTALL):
        tags = [(name, _attributes(about)) for name, about in TAG.findall(form)]
        fields = {
            at["name"]: at.get("value", "") for name, at in tags if name == "input" and at.get("type") == "hidden"
        }
        typed = [at for name, at in tags if name == "input" and at.get("type", "text") in ("text", "number")]
        if fields.get("kind") != "act" or typed:
            continue
        radios = {at["name"]: at["value"] for name, at in reversed(tags) if at.get("type") == "radio"}
        blank = next((name for name, value in fields.items() if not value and name != "sure"), "")
        found = [at for name, at in tags if name == "button" and at.get("type") != "button"]
        for at in found or [{}] * bool(blank):
            sent = {**fields, **radios, **({at["name"]: at["value"]} if "name" in at else {})}
            yield Button(sent, "disabled" in at, blank)


def _attributes(text: str) -> dict[str, str]:
    return {name: unescape(value) for name, value in re.findall(r'([\w-]+)(?:="([^"]*)")?', text)}
