"""The layers of the code: imports point downward, without cycles; rules are pure; dataclasses are frozen."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.paths import HERE

LAYERS = (
    "paths",
    "i18n",
    "network",
    "games",
    "records",
    "table.model",
    "table.storage",
    "table.commands",
    "table.service",
    "stats",
    "rendering",
    "printing",
    "web.settings",
    "web.context",
    "web.http",
    "web.monitoring",
    "web.live",
    "web.pages",
    "web.app",
    "server",
    "backup",
    "cli",
    "__main__",
)
"""From the bottom up. A package imports only from those before it."""

PURE: dict[str, set[str]] = {
    "games": set(),
    "records": {"games"},
    "table.model": {"games", "records"},
    "stats": {"games", "i18n", "records", "table.model"},
}
"""All that these may import of ours."""

ONLY_IN: dict[str, set[str]] = {
    "click": {"cli"},
    "flask": {"web"},
    "flask_babel": {"web"},
    "simpleeval": {"games"},
    "sqlalchemy": {"backup", "table"},
    "tomllib": {"games"},
    "weasyprint": {"printing"},
    "werkzeug": {"web"},
}
RULES = {
    *(
        "ast",
        "collections",
        "dataclasses",
        "enum",
        "functools",
        "importlib",
        "itertools",
        "json",
        "math",
        "operator",
        "random",
        "re",
    ),
    *("simpleeval", "tomllib", "typing"),
}
"""Modules of others that rules may import: no clock, no words; of `random` no chance.

Of the disk `importlib` alone: files that ship with the rules.
"""

KEEP_ACCOUNT = {"Guest", "CachedTable", "LogLine", "Settings", "StreamSlot", "_PendingWrite", "_TableNames"}
"""These change while a table is read, a request answered or a server started; whatever else was made stays as it is."""

PATHS = {".".join(path.relative_to(HERE.parent).with_suffix("").parts): path for path in HERE.rglob("*.py")}
MODULES = {name.removesuffix(".__init__"): path for name, path in PATHS.items()}


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(node: ast.AST, *, deferred: bool) -> Iterator[str]:
    """The modules that a node imports; with `deferred` also where a function is called, or for types alone."""
    match node:
        case ast.Import(names=names):
            yield from (alias.name for alias in names)
        case ast.ImportFrom(module=str(module), names=names):
            full = (f"{module}.{alias.name}" for alias in names)
            yield from (name if name in MODULES else module for name in full)
        case ast.FunctionDef() | ast.If(test=ast.Name(id="TYPE_CHECKING")) if not deferred:
            pass
        case _:
            for child in ast.iter_child_nodes(node):
                yield from imported(child, deferred=deferred)


def part_of(module: str) -> str | None:
    """The layer of a module; none for packages that hold layers, and for modules that are not ours."""
    name = module.removeprefix("companion.")
    return next((part for part in LAYERS if name == part or name.startswith(f"{part}.")), None)


def knows(part: str) -> set[tuple[str, str]]:
    """List what the modules of a part import, each with the module that does."""
    its = {name: path for name, path in MODULES.items() if part_of(name) == part}
    return {(name, one) for name, path in its.items() for one in imported(tree(path), deferred=True)}


def test_each_module_belongs_to_a_layer() -> None:
    outside = {name for name in MODULES if part_of(name) is None}
    assert outside == {"companion", "companion.table", "companion.web"}


@pytest.mark.parametrize("part", LAYERS)
def test_imports_point_downward(part: str) -> None:
    below = PURE.get(part, set(LAYERS[: LAYERS.index(part)]))
    assert {(name, one) for name, one in knows(part) if part_of(one) not in {None, part, *below}} == set()


@pytest.mark.parametrize("slug", [slug for slug in GAMES if f"companion.games.{slug}" in MODULES])
def test_no_game_imports_another(slug: str) -> None:
    own = f"companion.games.{slug}."
    others = ["companion.games", *(f"companion.games.{other}" for other in GAMES if other != slug)]
    mine = {(name, ".".join(one.split(".")[:3])) for name, one in knows("games") if f"{name}.".startswith(own)}
    assert {(name, one) for name, one in mine if one in others} == set()


def test_imports_make_no_cycle() -> None:
    graph = {name: set(imported(tree(path), deferred=False)) - {name} for name, path in MODULES.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as circle:
        pytest.fail(" → ".join(circle.args[1]))


@pytest.mark.parametrize("library", ONLY_IN)
def test_library_is_imported_where_it_belongs(library: str) -> None:
    users = {part.partition(".")[0] for part in LAYERS for _, one in knows(part) if one.partition(".")[0] == library}
    assert users == ONLY_IN[library]


def test_rules_import_no_disk_clock_or_page() -> None:
    foreign = {(name, one) for name, one in knows("games") if one.partition(".")[0] not in {*RULES, "companion"}}
    assert foreign == set()


@pytest.mark.parametrize("name", sorted(name for name in MODULES if part_of(name) == "games"))
def test_rules_make_no_random_numbers(name: str) -> None:
    for node in ast.walk(tree(MODULES[name])):
        match node:
            case ast.ImportFrom(module="random", names=names):
                assert [alias.name for alias in names] == ["Random"]
            case ast.Import(names=names):
                assert "random" not in {alias.name for alias in names}
            case ast.Call(func=ast.Name(id="Random"), args=[]):  # what is made from a number is the same each time
                pytest.fail(f"line {node.lineno}: chance comes from outside")


@pytest.mark.parametrize("name", sorted(MODULES))
def test_dataclasses_are_frozen(name: str) -> None:
    for node in ast.walk(tree(MODULES[name])):
        match node:
            case ast.ClassDef(decorator_list=[*_, made]) if re.match(r"dataclass\b", ast.unparse(made)):
                changes = node.name in KEEP_ACCOUNT and part_of(name) != "games"
                assert ("frozen=True" in ast.unparse(made)) != changes, f"line {node.lineno}: {node.name}"
            case ast.Attribute(attr="__dict__"):
                pytest.fail(f"line {node.lineno}: what is frozen would be changed behind its back")
