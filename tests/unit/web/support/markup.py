"""A page taken to pieces: its words, the lines of its lists, and what its buttons send."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from itertools import product
from math import prod
from random import Random

WAYS = 500
"""So many of what a button can send are tried."""
ROW = re.compile(r"<li\b([^>]*)>(.*?)</li>", re.DOTALL)
WHO = re.compile(r'class="symbol c-(\w+)"[^>]*>(?:<use[^>]*>)?</svg>(?:<span class="name">([^<]*)</span>)?')


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
        return attributes(self.attributes).get(name, "")


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
    choices: dict[str, list[str]]
    """What is chosen before the tap; of `fields` each has its first value."""

    def ways(self) -> Iterator[dict[str, str]]:
        """What it can send, whether it goes together or not: all there is, and of too much so many by chance."""
        values, luck = tuple(self.choices.values()), Random(0)
        few = prod(map(len, values)) <= WAYS
        by_chance = (tuple(map(luck.choice, values)) for _ in range(WAYS))
        for chosen in product(*values) if few else by_chance:
            yield {**self.fields, **dict(zip(self.choices, chosen, strict=True))}


TAG = re.compile(r"<(/?form|input|button)\b([^>]*)>")


def buttons(html: str) -> Iterator[Button]:
    """Every button of every form for an act that needs nothing typed."""
    for form in re.findall(r"<form\b[^>]*data-tap[^>]*>(.*?)</form>", html, re.DOTALL):
        tags = [(name, attributes(about)) for name, about in TAG.findall(form)]
        fields = {
            at["name"]: at.get("value", "") for name, at in tags if name == "input" and at.get("type") == "hidden"
        }
        typed = [at for name, at in tags if name == "input" and at.get("type", "text") in ("text", "number")]
        if fields.get("kind") != "act" or typed:
            continue
        radios: dict[str, list[str]] = {}
        for _, at in tags:
            if at.get("type") == "radio":
                radios.setdefault(at["name"], []).append(at["value"])
        firsts = {name: values[0] for name, values in radios.items()}
        blank = next((name for name, value in fields.items() if not value and name != "sure"), "")
        found = [at for name, at in tags if name == "button" and at.get("type") != "button"]
        for at in found or [{}] * bool(blank):
            sent = {**fields, **firsts, **({at["name"]: at["value"]} if "name" in at else {})}
            yield Button(sent, "disabled" in at, blank, radios)


def attributes(text: str) -> dict[str, str]:
    """Of a tag."""
    return {name: unescape(value) for name, value in re.findall(r'([\w-]+)(?:="([^"]*)")?', text)}
