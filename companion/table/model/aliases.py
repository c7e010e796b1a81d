"""Who is who in a house: somebody is known under one name, however often they sat down, and as whom."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import sha256
from unicodedata import combining, normalize

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
