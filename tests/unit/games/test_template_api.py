"""Templates call only what a game offers (`game` and `game.template_api`), and all of its `template_api`."""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

from companion.games import GAMES
from companion.games.game import Game
from companion.paths import data_dir

FOLDERS = (data_dir("templates"), data_dir("printables"))
OF_EVERY_GAME = {field.name for field in fields(Game)} | {name for name in vars(Game) if not name.startswith("_")}


def called(files: list[Path]) -> Iterator[tuple[bool, str, str]]:
    """Everything that templates call of a game: (whether of its API, the name, the file)."""
    for file in files:
        tree = Environment().parse(file.read_text(encoding="utf-8"))
        names = {whole: _also_called(tree, whole) for whole in ("game", "template_api")}
        for node in tree.find_all(nodes.Getattr):
            asked = {whole for whole in names if _is(node.node, whole, names[whole])}
            if asked:
                yield "template_api" in asked, node.attr, file.name


def _also_called(tree: nodes.Template, whole: str) -> set[str]:
    """The names by which a template calls the game or its API: `{% set ours = game.template_api %}`."""
    sets = ((one.target, one.node) for one in tree.find_all(nodes.Assign))
    return {whole, *(to.name for to, of in sets if isinstance(to, nodes.Name) and _is(of, whole, {whole}))}


def _is(node: nodes.Node, whole: str, names: set[str]) -> bool:
    if isinstance(node, nodes.Name):
        return node.name in names
    return isinstance(node, nodes.Getattr) and node.attr == whole


def templates(slug: str = "", folders: Sequence[Path] = FOLDERS) -> list[Path]:
    """A game's own templates, or those that all games share."""
    found = [(folder, path) for folder in folders for path in folder.rglob("*") if path.suffix in (".html", ".txt")]
    games = (slug,) if slug else tuple(GAMES)
    own = [path for folder, path in found if path.relative_to(folder).parts[0] in games]
    return own if slug else [path for _, path in found if path not in own]


@pytest.mark.parametrize("slug", GAMES)
def test_template_api_is_what_the_games_templates_call(slug: str) -> None:
    found = [(api, name) for api, name, _ in called(templates(slug))]
    offered = {name for name in dir(GAMES[slug].template_api) if not name.startswith("_")}
    called_there = {name for api, name in found if api}
    there = offered if GAMES[slug].template_api else set()
    assert called_there <= there, f"the templates of {slug} call what its API does not have: {called_there - there}"
    assert there <= called_there, f"the API of {slug} has what no template calls: {there - called_there}"
    assert {name for api, name in found if not api} - OF_EVERY_GAME == set()


def test_shared_templates_call_no_games_own_api() -> None:
    found = list(called(templates()))
    assert [where for api, _, where in found if api] == []
    assert {name for _, name, _ in found} - OF_EVERY_GAME == set()
