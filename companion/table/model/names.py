"""Names at a table: everybody can see them, and tell each from all others.

A record takes more (`companion.records.record.name`); these rules are for people who sit down together.
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
INVISIBLE = str.maketrans("", "", JOINERS + SELECTORS)  # real names and emoji bear them, and are read without them
FILLERS = frozenset("\u115f\u1160\u3164\uffa0\u2800\U0001d159\ufffc\ufffd")
MOST_MARKS = 4  # over one letter; no script needs more


def clean_name(typed: str) -> str:
    """A name as it is kept: blanks are single, each letter has one spelling, all of it can be seen.

    Raises InvalidMove.
    """
    name = record.check_name(normalize("NFC", " ".join(typed.translate(INVISIBLE).split())))
    kinds = [category(sign) for sign in name]
    if FILLERS & set(name) or kinds[0].startswith("M") or not any(kind[0] in "LNPS" for kind in kinds):
        raise InvalidMove("name-unseen")
    stacked = "".join("m" if kind in ("Mn", "Me") else " " for kind in kinds)
    if "m" * (MOST_MARKS + 1) in stacked:
        raise InvalidMove("name-marks", most=MOST_MARKS)
    return name


def look_alike(one: str, other: str) -> bool:
    """Whether two names cannot be told apart by eye, or differ in small and capital letters only."""
    return _skeleton(one) == _skeleton(other) or _skeleton(one.casefold()) == _skeleton(other.casefold())


def _skeleton(name: str) -> str:
    """What a name looks like: the skeleton of Unicode's report 39, without the pairs of plain letters (rn and m)."""
    shapes = _confusables()
    return normalize("NFD", "".join(shapes.get(sign, sign) for sign in normalize("NFD", name)))


@cache
def _confusables() -> dict[str, str]:
    """Each sign that looks like another one, and which.

    The data names each pair from both sides; the sign that all of a group look like is the one with several.
    """
    data = files("confusable_homoglyphs").joinpath("confusables.json").read_text("utf-8")
    pairs = {_bare(sign): [_bare(found["c"]) for found in others] for sign, others in json.loads(data).items()}
    shapes = {}
    for sign, others in pairs.items():
        if len(sign) == len(others) == 1 and not (sign.isascii() and len(others[0]) > 1):
            shapes[sign] = others[0] if len(pairs[others[0]]) > 1 or len(others[0]) > 1 else min(sign, others[0])
    return shapes


def _bare(sign: str) -> str:
    return sign.strip("\u200e")  # the data keeps signs that are written from the right between two of these


NameAliases = Mapping[str, str]
"""Under which name somebody is known, by the name that was typed, without regard to case."""

ID_DIGITS = 12
"""Of a mark in an address: so many that no two people of a house have the same one."""

ERASED_NAME = "N. N."
"""Stands where the name of somebody was who shall be forgotten: no word of any language."""

_ERASED = re.compile(re.escape(ERASED_NAME) + r"( \d+)?")


def is_erased(name: str) -> bool:
    """Whether a name is that of somebody forgotten."""
    return _ERASED.fullmatch(name) is not None


def free_erased_name(taken: Iterable[str]) -> str:
    """One that nobody at a table bears."""
    there = {name.casefold() for name in taken}
    marks = (ERASED_NAME if nth == 1 else f"{ERASED_NAME} {nth}" for nth in range(1, len(there) + 2))
    return next(mark for mark in marks if mark.casefold() not in there)


def resolve_alias(name: str, known_as: NameAliases) -> str:
    """The name under which somebody is known who sat down under this one."""
    return known_as.get(name.casefold(), name)


def restrict_aliases(names: Iterable[str], known_as: NameAliases) -> dict[str, str]:
    """Who is one person of those who sat down under these names, and under no name but one of these.

    That is the one that they are known by, where it is among them, else the first.
    """
    names = tuple(names)
    called: dict[str, str] = {}
    for name in names:
        person = resolve_alias(name, known_as).casefold()
        if person not in called or name.casefold() == person != called[person].casefold():
            called[person] = name
    theirs = {name.casefold(): called[resolve_alias(name, known_as).casefold()] for name in names}
    return {typed: name for typed, name in theirs.items() if typed != name.casefold()}


def names_of(name: str, known_as: NameAliases) -> frozenset[str]:
    """Under which names somebody sat down who is known under this one; without regard to case."""
    folded = name.casefold()
    joined = {typed for typed, other in known_as.items() if other.casefold() == folded}
    return frozenset(joined if folded in known_as else joined | {folded})


def sort_key(name: str) -> tuple[str, str]:
    """By which names are put in order: an accent, or a capital letter, makes a difference between equals alone."""
    signs = normalize("NFD", name.casefold())
    return "".join(sign for sign in signs if not combining(sign)), name


@lru_cache(4096)
def name_id(name: str) -> str:
    """What stands for a shown name in an address, so that nobody reads it there; who guesses a name can try it."""
    return sha256(name.casefold().encode()).hexdigest()[:ID_DIGITS]


COLOURS: Final = {
    "orange": "circle",
    "sky": "triangle",
    "green": "square",
    "yellow": "diamond",
    "red": "star",
    "purple": "cross",
}
"""Colour of the Okabe-Ito palette, and its symbol."""


def suggest_colour(device: str, taken: Iterable[str], wished: str = "") -> str | None:
    """The free colour that a device is offered: the one it wished for, else the first in an order of its own.

    Each device has another order, so that few who come together collide.
    """
    free = COLOURS.keys() - set(taken)
    if wished in free:
        return wished
    return min(free, key=lambda colour: hash_token(device + colour), default=None)
