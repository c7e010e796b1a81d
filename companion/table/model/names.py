"""Names and colours of people: valid names, look-alikes, and aliases of people with several names.

A record allows more names (`companion.records.record.check_name`).
"""

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Final
from unicodedata import category, combining, normalize

from companion.games.types import InvalidMove
from companion.records import record
from companion.table.model.tokens import hash_token

JOINERS = "\u200c\u200d\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f"
SELECTORS = "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
INVISIBLE = str.maketrans("", "", JOINERS + SELECTORS)  # real names and emoji contain them
FILLERS = frozenset("\u115f\u1160\u3164\uffa0\u2800\U0001d159\ufffc\ufffd")
MOST_MARKS = 4  # over one letter; no script needs more


def clean_name(typed: str) -> str:
    """Normalize a name: single blanks, NFC, only visible signs. Raises InvalidMove."""
    name = record.check_name(normalize("NFC", " ".join(typed.translate(INVISIBLE).split())))
    kinds = [category(sign) for sign in name]
    if FILLERS & set(name) or kinds[0].startswith("M") or not any(kind[0] in "LNPS" for kind in kinds):
        raise InvalidMove("name-unseen")
    stacked = "".join("m" if kind in ("Mn", "Me") else " " for kind in kinds)
    if "m" * (MOST_MARKS + 1) in stacked:
        raise InvalidMove("name-marks", most=MOST_MARKS)
    return name


def look_alike(one: str, other: str) -> bool:
    """Whether two names look the same, or differ only in case."""
    return _skeleton(one) == _skeleton(other) or _skeleton(one.casefold()) == _skeleton(other.casefold())


def _skeleton(name: str) -> str:
    """The skeleton of a name (Unicode TR 39), without pairs of plain letters such as rn and m."""
    shapes = _confusables()
    return normalize("NFD", "".join(shapes.get(sign, sign) for sign in normalize("NFD", name)))


@cache
def _confusables() -> dict[str, str]:
    """The sign that each confusable sign looks like.

    The data names each pair from both sides; the sign that a whole group looks like has several.
    """
    data = files("confusable_homoglyphs").joinpath("confusables.json").read_text("utf-8")
    pairs = {_bare(sign): [_bare(found["c"]) for found in others] for sign, others in json.loads(data).items()}
    shapes = {}
    for sign, others in pairs.items():
        if len(sign) == len(others) == 1 and not (sign.isascii() and len(others[0]) > 1):
            shapes[sign] = others[0] if len(pairs[others[0]]) > 1 or len(others[0]) > 1 else min(sign, others[0])
    return shapes


def _bare(sign: str) -> str:
    return sign.strip("\u200e")  # the data puts right-to-left signs between two of these


NameAliases = Mapping[str, str]
"""The name under which a person is shown, by each casefolded name that they typed."""

ID_DIGITS = 12  # enough for all people of one server

ERASED_NAME = "N. N."
"""The name of an erased person. It is a word in no language."""

_ERASED = re.compile(re.escape(ERASED_NAME) + r"( \d+)?")


def is_erased(name: str) -> bool:
    return _ERASED.fullmatch(name) is not None


def free_erased_name(taken: Iterable[str]) -> str:
    """An erased person's name that nobody in `taken` has."""
    folded = {name.casefold() for name in taken}
    marks = (ERASED_NAME if nth == 1 else f"{ERASED_NAME} {nth}" for nth in range(1, len(folded) + 2))
    return next(mark for mark in marks if mark.casefold() not in folded)


def resolve_alias(name: str, known_as: NameAliases) -> str:
    return known_as.get(name.casefold(), name)


def restrict_aliases(names: Iterable[str], known_as: NameAliases) -> dict[str, str]:
    """Join those of `names` that are one person, without any other name.

    The person gets the shown name if it is among `names`, else the first of them.
    """
    names = tuple(names)
    called: dict[str, str] = {}
    for name in names:
        person = resolve_alias(name, known_as).casefold()
        if person not in called or name.casefold() == person != called[person].casefold():
            called[person] = name
    joined = {name.casefold(): called[resolve_alias(name, known_as).casefold()] for name in names}
    return {typed: name for typed, name in joined.items() if typed != name.casefold()}


def names_of(name: str, known_as: NameAliases) -> frozenset[str]:
    """All casefolded names of the person who is shown under this one."""
    folded = name.casefold()
    joined = {typed for typed, other in known_as.items() if other.casefold() == folded}
    return frozenset(joined if folded in known_as else joined | {folded})


def sort_key(name: str) -> tuple[str, str]:
    """Sort by letters first, then by accents and case."""
    signs = normalize("NFD", name.casefold())
    return "".join(sign for sign in signs if not combining(sign)), name


@lru_cache(4096)
def name_id(name: str) -> str:
    """The hash that replaces a name in a URL, so that nobody reads it there. A guessed name can be checked."""
    return sha256(name.casefold().encode()).hexdigest()[:ID_DIGITS]


COLOURS: Final = {
    "orange": "circle",
    "sky": "triangle",
    "green": "square",
    "yellow": "diamond",
    "red": "star",
    "purple": "cross",
    "blue": "crown",
    "grey": "flag",
    "brown": "hourglass",
    "white": "ring",
}  # the Okabe-Ito palette and four for large tables, with a symbol each, since colour alone is not accessible

USUAL_COLOURS: Final = 6


def colour_choices(most_players: int) -> tuple[str, ...]:
    """The colours at a table for so many players: the usual ones, and more only if they are needed."""
    return tuple(COLOURS)[: max(USUAL_COLOURS, most_players)]


def suggest_colour(device: str, choices: Iterable[str], taken: Iterable[str], preferred: str = "") -> str | None:
    """A free colour for a device: the wished one, else the first in an order that differs by device.

    So people who join at the same moment rarely choose the same colour.
    """
    free = set(choices) - set(taken)
    if preferred in free:
        return preferred
    return min(free, key=lambda colour: hash_token(device + colour), default=None)
