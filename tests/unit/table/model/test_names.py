"""Names can be seen and told apart. The cases are in `names.json`."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.games.types import InvalidMove
from companion.records import record
from companion.table.model.names import clean_name, look_alike

CASES: dict[str, Any] = json.loads((Path(__file__).parent / "names.json").read_text("utf-8"))


@pytest.mark.parametrize("name", CASES["taken"], ids=ascii)
def test_real_names_in_all_scripts_are_accepted(name: str) -> None:
    assert clean_name(name) == name
    assert record.check_name(name) == name


@pytest.mark.parametrize(("typed", "kept"), CASES["kept as"], ids=ascii)
def test_name_is_normalised(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize("name", CASES["refused"], ids=ascii)
def test_invisible_name_is_refused(name: str) -> None:
    with pytest.raises(InvalidMove):
        clean_name(name)


@pytest.mark.parametrize(("one", "other"), CASES["alike"], ids=ascii)
def test_look_alike_names_are_alike(one: str, other: str) -> None:
    one, other = clean_name(one), clean_name(other)
    assert look_alike(one, other)
    assert look_alike(other, one)


@pytest.mark.parametrize(("one", "other"), CASES["different"], ids=ascii)
def test_names_that_look_different_are_two(one: str, other: str) -> None:
    assert not look_alike(one, other)
    assert not look_alike(other, one)


def test_record_accepts_names_as_ever() -> None:
    for name in ("\u3164", "\u2800", "Anna\ufe0f", "\u0301", "Zoe\u0308", "\u0410nna"):
        assert record.check_name(name) == name


def test_seated_name_is_valid_in_a_record() -> None:
    for name in CASES["taken"]:
        for typed in (name, name.upper(), name.casefold(), f"{name} {name}"):
            try:
                kept = clean_name(typed)
            except InvalidMove:
                continue
            assert record.check_name(kept) == kept
