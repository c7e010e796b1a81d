"""The words of the code: each type has its place in CONTRIBUTING's glossary, and each word there is in the code."""

import ast
import re
from collections import Counter
from functools import cache

from companion.paths import HERE

WORD = re.compile(r"`([A-Za-z_]+)`")
TYPE = re.compile(r"[A-Z]+[a-z]\w*")
"""How a type is written; a constant has no small letter, and a parameter of types has one letter alone."""


@cache
def glossary() -> frozenset[str]:
    """The words of the section."""
    text = (HERE.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.split("\n## Words\n", 1)[1].split("\n## ", 1)[0]
    return frozenset(WORD.findall(section))


@cache
def trees() -> dict[str, ast.Module]:
    """Every module of the companion."""
    paths = {str(path.relative_to(HERE)): path for path in HERE.rglob("*.py")}
    return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in paths.items()}


def words_of(tree: ast.Module) -> set[str]:
    """Names that the code gives to things, and the short texts that it knows."""
    found = set()
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.Name(id=name) | ast.arg(arg=name):
                found.add(name)
            case ast.Constant(value=str(text)):
                found.add(text)
    return found


def test_every_word_of_the_glossary_is_in_the_code() -> None:
    known = set().union(*map(words_of, trees().values())) | {path.stem for path in HERE.rglob("*.py")}
    assert glossary() - known == set()


def outside_the_games() -> list[str]:
    """The classes of all modules but those in games' own folders, and the types that are only a name for others."""
    shared = [tree for path, tree in trees().items() if not (path.startswith("games/") and path.count("/") > 1)]
    found = []
    for node in (node for tree in shared for node in tree.body):
        match node:
            case ast.ClassDef(name=name):
                found.append(name)
            case ast.Assign(targets=[ast.Name(id=name)]) if TYPE.fullmatch(name):
                found.append(name)
    return found


def test_every_public_type_outside_the_games_has_its_place_in_the_glossary() -> None:
    assert {name for name in outside_the_games() if not name.startswith("_")} - glossary() == set()


def test_no_two_types_outside_the_games_have_one_name() -> None:
    assert [name for name, times in Counter(outside_the_games()).items() if times > 1] == []


def test_the_types_of_all_folders_are_looked_at() -> None:
    assert {"Game", "PostgreSQL", "Bus", "SheetPage", "Outcome"} <= set(outside_the_games())
    assert not {"T", "STUCK", "CasinoPaid"} & set(outside_the_games())
