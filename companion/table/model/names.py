"""Names at a table: everybody can see them, and tell each from all others.

A record takes more (`companion.records.record.name`); these rules are for people who sit down together.
"""

import json
from functools import cache
from importlib.resources import files
from unicodedata import category, normalize

from companion.games.types import InvalidMove
from companion.records import record

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
