"""Checks the names and formulas of a sheet, each with the names that are known there."""

from itertools import pairwise
from typing import Final

from companion.games.any_game.formula import FUNCTIONS, BadFormula, check
from companion.games.any_game.kinds import Kind, kind_of
from companion.games.any_game.lines import Lines
from companion.games.any_game.sheet import Sheet

MOST_TERMS: Final = 1_000
"""Terms of all formulas of a sheet; each is computed once a round for each of up to ten players."""

COMMON: Final = frozenset(("round", "rounds", "players"))
OWN: Final = frozenset(("me", "starter", "total", "all_total"))
"""Names in formulas of values and scores alone."""


def check_sheet(sheet: Sheet, lines: Lines) -> None:
    """Raises InvalidMove."""
    _check_order(sheet, lines)
    numbers = {key for key, _ in sheet.numbers} | COMMON
    known, terms = set(numbers), 0
    for lines.step, step in enumerate(sheet.steps):
        if step.name in known:
            raise lines.refuse("name", "sheet-twice", name=step.name)
        every = f"all_{step.name}"
        _count_terms(lines, "from", step.low, numbers)
        _count_terms(lines, "to", step.high, numbers)
        if step.computed:
            terms += _count_terms(lines, "formula", step.formula, known | OWN)
        elif step.limit:
            _count_terms(lines, "limit", step.limit, (known - _own_names(sheet)) | {every})
        known |= {step.name, every}
    if terms > MOST_TERMS:
        raise lines.refuse("formula", "sheet-terms")
    _check_kinds(sheet, lines)


def _check_order(sheet: Sheet, lines: Lines) -> None:
    """Entries come first; there is at least one, and a score."""
    for lines.step, (before, step) in enumerate(pairwise(sheet.steps), 1):
        if before.computed and not step.computed:
            raise lines.refuse("kind", "sheet-order")
    if not sheet.entered:
        raise lines.refuse("kind", "sheet-no-entry")
    if not any(step.kind == "score" for step in sheet.steps):
        raise lines.refuse("kind", "sheet-no-score")


def _own_names(sheet: Sheet) -> set[str]:
    """The names that mean something else for each player."""
    return {step.name for step in sheet.steps if step.kind != "table"}


def _count_terms(lines: Lines, key: str, formula: str, known: set[str]) -> int:
    """Count the terms of a formula. Raises InvalidMove for one that uses other names."""
    try:
        return check(formula, frozenset(known))
    except BadFormula as bad:
        if bad.name:
            raise lines.refuse(
                key, "sheet-unknown", name=bad.name, expected=", ".join((*sorted(known), *FUNCTIONS))
            ) from None
        raise lines.refuse(key, "sheet-formula") from None


def _check_kinds(sheet: Sheet, lines: Lines) -> None:
    """Find words and lists in sums."""
    names: dict[str, Kind] = {"all_total": "numbers"}
    for known in (*dict(sheet.numbers), *COMMON, *OWN - {"all_total"}):
        names[known] = "number"
    for lines.step, step in enumerate(sheet.steps):
        word = step.answers in ("words", "text")
        names |= {step.name: "word" if word else "number", f"all_{step.name}": "words" if word else "numbers"}
        for key, formula in (("from", step.low), ("to", step.high), ("limit", step.limit), ("formula", step.formula)):
            try:
                fits = not formula or kind_of(formula, names) == "number"
            except BadFormula:
                fits = False
            if not fits:
                raise lines.refuse(key, "sheet-formula")
