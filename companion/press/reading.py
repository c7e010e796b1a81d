"""Reading a sheet: our own pages are well-formed XML but for a few words of HTML, and each picture is read once."""

import re
from dataclasses import dataclass
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

SVG = "http://www.w3.org/2000/svg"
_VOID = re.compile(r"<((?:meta|link|br|col|hr|img)\b[^>]*?)/?>")
_OF_THE_HEAD = re.compile(r"<(?:title|meta|link|style)\b")
"""WeasyPrint is told to look for these in the head alone."""
_PICTURE = re.compile(r"<svg\b([^>]*)>.*?</svg>", re.DOTALL)


class NotOurs(Exception):
    """The page is none of ours: it takes a parser of HTML."""


@dataclass(frozen=True, slots=True)
class SheetPage:
    """The tree of a page, its pictures emptied; what they show, each picture once; and which of them shows which."""

    root: Element
    pictures: tuple[str, ...]
    shown: dict[Element, int]


def read(html: str) -> SheetPage:
    """A page of ours. Raises NotOurs."""
    drawn: dict[str, int] = {}

    def emptied(found: re.Match[str]) -> str:
        return f'<svg xmlns="{SVG}"{found[1]}>{drawn.setdefault(found[0], len(drawn))}</svg>'

    try:
        text = _PICTURE.sub(emptied, html[html.index("<html") :])
        if _OF_THE_HEAD.search(text, text.index("</head>")):
            raise NotOurs
        root = ElementTree.fromstring(_VOID.sub(r"<\1/>", text))
    except (ElementTree.ParseError, ValueError) as error:
        raise NotOurs from error
    shown = {}
    for element in root.iter(f"{{{SVG}}}svg"):
        shown[element] = int(element.text or "")
        element.text = None
    return SheetPage(root, tuple(map(_named, drawn)), shown)


def _named(picture: str) -> str:
    """A picture with its name space, which HTML knows without it."""
    return picture.replace("<svg", f'<svg xmlns="{SVG}"', 1)
