"""Tests have names of at most 60 characters that begin with what they test."""

import ast
from collections.abc import Iterator

import pytest

from companion.paths import HERE

TESTS = HERE.parent / "tests"
FOLDERS = ("architecture", "unit/web")
"""Folders whose tests are named so already."""
LONGEST = 60
CLAUSES = ("a", "an", "the", "what", "who", "whoever", "where", "that", "so", "of", "it", "its")


def names(folder: str) -> Iterator[str]:
    """The names of all tests in a folder."""
    for path in (TESTS / folder).rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield node.name


@pytest.mark.parametrize("folder", FOLDERS)
def test_test_names_are_short_and_name_their_subject(folder: str) -> None:
    assert [name for name in names(folder) if len(name) > LONGEST or name.split("_")[1] in CLAUSES] == []
