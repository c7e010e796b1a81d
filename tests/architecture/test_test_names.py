"""Tests have names of at most 60 characters that begin with what they test."""

import ast
from collections.abc import Iterator

from companion.paths import HERE

TESTS = HERE.parent / "tests"
LONGEST = 60
CLAUSES = ("a", "an", "the", "what", "who", "whoever", "where", "that", "so", "of", "it", "its")


def names() -> Iterator[str]:
    """The names of all tests."""
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield node.name


def test_test_names_are_short_and_name_their_subject() -> None:
    assert [name for name in names() if len(name) > LONGEST or name.split("_")[1] in CLAUSES] == []
