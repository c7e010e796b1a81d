"""The words of the code: each class has its place in CONTRIBUTING's glossary, and each word there is in the code."""

import ast
import re
from functools import cache

from companion.paths import HERE

WORD = re.compile(r"`([A-Za-z_]+)`")


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


def test_every_public_class_outside_the_games_has_its_place_in_the_glossary() -> None:
    classes = {
        node.name
        for name, tree in trees().items()
        for node in tree.body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and name.count("/") < 2
    }
    assert classes - glossary() == set()


def test_no_two_classes_outside_the_games_have_one_name() -> None:
    names = [
        node.name
        for name, tree in trees().items()
        for node in tree.body
        if isinstance(node, ast.ClassDef) and name.count("/") < 2
    ]
    assert sorted(names) == sorted(set(names))
