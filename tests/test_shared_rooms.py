"""What all games share knows none of them: no slug or title of a game, none of its own classes, ids and fields.

A game's own are those that its pages use, or its style sheets and scripts, and no other game's and no shared page.
Screen and paper are two worlds: what a word means on one says nothing of the other.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.paths import data_dir

ROOT = data_dir("static").parent
SLUGS = sorted(path.name for path in (ROOT / "companion" / "games").iterdir() if path.name in GAMES)
WORLDS = {"screen": ("templates/**/*", "static/**/*"), "paper": ("printables/**/*", "templates/*/_rules.html")}
KINDS = (".html", ".css", ".js", ".txt", ".svg")
LIST = ROOT / "companion" / "games" / "__init__.py"
"""The one list of games."""

OTHERWISE = "what all games share names none; where that word means something else there, the game wants another slug"

NAME = r"[A-Za-z][\w-]*"


def files(*there: str) -> Iterator[Path]:
    """Everything that pages are made of, but for what the build fetched."""
    for pattern in there:
        every = sorted(ROOT.glob(pattern))
        yield from (path for path in every if path.suffix in KINDS and "vendor" not in path.parts)


def owner(path: Path) -> str | None:
    """The game in whose folder a file lies."""
    return next((part for part in path.relative_to(ROOT).parts if part in SLUGS), None)


def plain(text: str, path: Path) -> str:
    """A file without its comments."""
    comments = {".html": r"\{#.*?#\}", ".css": r"/\*.*?\*/", ".js": r"/\*.*?\*/|(?<![:\"'])//[^\n]*"}
    return re.sub(comments.get(path.suffix, r"(?!)"), "", text, flags=re.DOTALL)


def said(value: str) -> str:
    """What an attribute can say: the text in it, and the words that an expression may put there."""
    words = re.sub(r"\{\{(.*?)\}\}", lambda found: " ".join(re.findall(r"[\"']([^\"']*)[\"']", found[1])), value)
    return re.sub(r"\{%.*?%\}", " ", words)


def on_page(text: str) -> set[str]:
    """The classes, ids and names of fields of a page."""
    values = re.findall(r'\b(class|id|name)="((?:\{\{.*?\}\}|[^"])*)"', text)
    kinds = [("class", kind) for kind in re.findall(r"\{% block kind %\}(.*?)\{% endblock %\}", text)]
    sigil = {"class": ".", "id": "#", "name": "="}
    return {sigil[key] + word for key, value in [*values, *kinds] for word in re.findall(NAME, said(value))}


def in_selectors(text: str) -> set[str]:
    """What a selector picks out."""
    fields = {f"={name}" for name in re.findall(rf"\[name\^?=[\"']?({NAME})", text)}
    return {*re.findall(rf"[.#]{NAME}", text), *fields}


def in_styles(text: str) -> set[str]:
    """What a style sheet draws."""
    selectors = re.sub(r"\{[^{}]*\}", "{", text)
    return in_selectors(re.sub(r"@[^{;]*[{;]", "", selectors))


def in_script(text: str) -> set[str]:
    """What a script looks for or sets."""
    strings = [one[1] for one in re.findall(r"([\"'`])((?:\\.|(?!\1).)*)\1", text)]
    picked = {word for string in strings for word in in_selectors(string)}
    classes = {f".{name}" for name in re.findall(rf"classList\.\w+\([\"']({NAME})", text)}
    fields = {f"={name}" for name in re.findall(rf"\.elements(?:\.|\[[\"'])({NAME})", text)}
    return picked | classes | fields | {f"#{name}" for name in re.findall(rf"getElementById\([\"']({NAME})", text)}


def used(path: Path) -> set[str]:
    """The classes (.), ids (#) and fields (=) that a file speaks of."""
    text = plain(path.read_text(encoding="utf-8"), path)
    reads = {".html": on_page, ".css": in_styles, ".js": in_script}
    return reads.get(path.suffix, lambda _text: set())(text)


def of(paths: Iterable[Path]) -> set[str]:
    return {word for path in paths for word in used(path)}


@cache
def own(world: str) -> dict[str, str]:
    """The words that are one game's own, and whose."""
    every = list(files(*WORLDS[world]))
    fragments = {f"#{path.stem[1:]}" for path in (ROOT / "templates" / "table").glob("_*.html")}
    shared = fragments | of(path for path in every if owner(path) is None and path.suffix == ".html")
    games = {slug: of(path for path in every if owner(path) == slug) for slug in SLUGS}
    return {word: slug for slug in SLUGS for word in games[slug] if not known(word, shared | others(games, slug))}


def others(games: dict[str, set[str]], slug: str) -> set[str]:
    """The words of all games but one."""
    return {word for other in SLUGS if other != slug for word in games[other]}


def known(word: str, words: set[str]) -> bool:
    """Whether a word is among these; one that a number is put behind ends with a dash."""
    return word in words or any(word.startswith(start) for start in words if start.endswith("-"))


def named(text: str, slug: str, title: str) -> bool:
    """Whether a game's slug stands there as a value, a class, an id or in a path, or its title.

    Either can be an everyday word too, the end of a name behind a dot, or the beginning of one with a dash.
    """
    return bool(re.search(rf"[\"'/]{slug}(?![\w-])|(?<![\w)\]])[.#]{slug}(?!\w)|\b{re.escape(title)}(?!\w)", text))


def games_named(path: Path) -> list[str]:
    """The lines of a file that name a game."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [
        f"{slug} in line {number}: {line.strip()}"
        for slug in SLUGS
        for number, line in enumerate(lines, start=1)
        if named(line, slug, GAMES[slug].title)
    ]


SHARED = {
    path.relative_to(ROOT).as_posix(): world for world in WORLDS for path in files(*WORLDS[world]) if not owner(path)
}


@pytest.mark.parametrize("name", SHARED)
def test_no_shared_page_style_or_script_speaks_of_what_is_one_games_own(name: str) -> None:
    words = own(SHARED[name])
    told = [f"{word} of {words[word]}" for word in sorted(used(ROOT / name)) if word in words]
    assert not told, (
        f"{', '.join(told)}: classes, ids and fields of one game, of which {name} does not speak. Where they mean "
        "something else there, they are better called otherwise in the game"
    )


@pytest.mark.parametrize("name", SHARED)
def test_no_shared_page_style_or_script_names_a_game(name: str) -> None:
    assert games_named(ROOT / name) == [], OTHERWISE


def modules(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*.py")) if path != LIST]


def defined(paths: Iterable[Path], *, classes_alone: bool) -> set[str]:
    """The classes of some modules, or all that they define or have from elsewhere than the games."""
    found = set()
    for node in (node for path in paths for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))):
        match node:
            case ast.ClassDef(name=name):
                found.add(name)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)) if not classes_alone:
                found.add(name)
            case ast.ImportFrom(module=str(module), names=names) if not classes_alone and "games." not in module:
                found.update(alias.name for alias in names)
    return found


def spoken(path: Path) -> tuple[set[str], set[str]]:
    """The names of a module; its strings, and the modules and parts of modules that it has."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    strings = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    dotted = {part for node in nodes if isinstance(node, ast.ImportFrom) for part in (node.module or "").split(".")}
    imported = {alias.name for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names}
    attributes = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    return attributes | {node.id for node in nodes if isinstance(node, ast.Name)}, strings | dotted | imported


PACKAGE = ROOT / "companion"
MODULES = {path.relative_to(ROOT).as_posix() for path in modules(PACKAGE) if not owner(path)}


@cache
def of_one_game() -> dict[str, str]:
    """The classes that one game alone defines: its moves, its facts, what its state is made of."""
    shared = defined((ROOT / name for name in MODULES), classes_alone=False)
    games = {slug: defined(modules(PACKAGE / "games" / slug), classes_alone=True) for slug in SLUGS}
    return {name: slug for slug in SLUGS for name in games[slug] - shared - others(games, slug)}


@pytest.mark.parametrize("slug", SLUGS)
def test_no_shared_module_speaks_of_what_is_one_games_own(slug: str) -> None:
    mine = {word for word, whose in of_one_game().items() if whose == slug}
    told = []
    for name in sorted(MODULES):
        names, values = spoken(ROOT / name)
        told += [f"{word} in {name}" for word in sorted(mine & (names | values) | {slug} & values)]
        told += [f"{value!r} in {name}" for value in sorted(values) if named(value, slug, GAMES[slug].title)]
    assert not told, (
        f"{', '.join(told)}: the name of {slug} or of a class of it alone, of which shared code does not speak. Where "
        "it means something else there, it is better called otherwise"
    )


HELPERS = [path.name for path in sorted((ROOT / "tests").glob("*.py")) if not path.name.startswith("test_")]


@pytest.mark.parametrize("name", HELPERS)
def test_what_all_tests_share_names_no_game(name: str) -> None:
    assert games_named(ROOT / "tests" / name) == [], OTHERWISE


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{% if game == "rows" %}', True),
        ('<link href="/static/rows/game.css">', True),
        (".rows .card { color: red }", True),
        (".rows-ring { color: red }", True),
        ("/* as in Rows */", True),
        ('data-game="rows"', True),
        ("{% for one in chair.rows %}{{ table().rows }}{% endfor %}", False),
        ('{% if reason == "rows-open" %}', False),
        ("in any browser, grid-template-rows; two rows of Rowsers", False),
    ],
)
def test_a_game_that_is_called_by_an_everyday_word_is_named_where_it_is_meant(text: str, *, found: bool) -> None:
    assert named(text, "rows", "Rows") is found


def test_the_words_of_games_are_found() -> None:
    screen, paper = own("screen"), own("paper")
    assert {screen[word] for word in (".casino", "#keeper", ".backs", "=place")} == {"vabanque"}
    assert (screen[".cartes"], screen[".slip"], paper[".trap"], paper[".bids"]) == (
        "banque_fatale", "wetten", "vabanque", "banque_fatale",
    )  # fmt: skip
    assert (of_one_game()["CasinoPaid"], of_one_game()["RaceCard"]) == ("vabanque", "wetten")
    names, values = spoken(Path(__file__))
    assert "SLUGS" in names
    assert {"vabanque", "companion", "GAMES"} <= values
    assert in_script('form.querySelector(".backs"); form.elements.place; x.classList.add("lit")') == {
        ".backs", "=place", ".lit",
    }  # fmt: skip
    assert in_styles("@media screen { .casino > #keeper { color: red } [name=place] { x: y } }") == {
        ".casino", "#keeper", "=place",
    }  # fmt: skip
