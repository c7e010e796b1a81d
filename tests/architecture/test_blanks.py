"""The code that refuses gives a value for each blank of the sentence."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from companion.paths import HERE, data_dir
from tests.architecture.test_catalogues import REFUSALS, reasons

FILLED = re.compile(r"\b(\w+)=b\.(\w+)")
RAISES = ("IllegalMove", "Unseen", "InvalidMove", "Stale", "Forbidden", "Conflict", "Refusal", "BadRecord", "_refused")


@cache
def given(slug: str) -> dict[str, list[frozenset[str]]]:
    """For each reason in a game's or in shared code the blanks that are given, once for each place."""
    games = HERE / "games"
    shared = [file for file in HERE.rglob("*.py") if games not in file.parents or file.parent == games]
    found: dict[str, list[frozenset[str]]] = {}
    for file in (*shared, *(games / slug).rglob("*.py")):
        for reason, blanks in _raised(file):
            found.setdefault(reason, []).append(blanks)
    return found


def _raised(file: Path) -> Iterator[tuple[str, frozenset[str]]]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(ast.Name(name), [ast.Constant(str(reason))], keywords) if name in RAISES:
                if all(keyword.arg for keyword in keywords):  # else whoever calls it gives more
                    yield reason, frozenset(keyword.arg for keyword in keywords if keyword.arg)
            case ast.Call(ast.Name("wrong_phase"), [_], keywords):
                yield "phase", frozenset(("phase", *(keyword.arg for keyword in keywords if keyword.arg)))


@pytest.mark.parametrize("slug", REFUSALS)
def test_blank_is_filled_by_the_value_of_its_name(slug: str) -> None:
    text = (data_dir("templates") / slug / "_refused.txt").read_text(encoding="utf-8")
    pairs = FILLED.findall(text)
    assert all(blank == value for blank, value in pairs), [pair for pair in pairs if pair[0] != pair[1]]


@pytest.mark.parametrize("slug", REFUSALS)
def test_raised_reason_fills_the_blanks_of_its_sentence(slug: str) -> None:
    for reason, used in ((reason, used) for where, reason, used in reasons() if where == slug):
        for blanks in given(slug).get(reason, []):
            assert set(used) <= blanks, f"{slug}: {reason} says {used}, and the code gives {set(blanks)}"


def test_many_sentences_have_blanks() -> None:
    assert sum(bool(used) * len(given(slug).get(reason, [])) for slug, reason, used in reasons()) > 30
