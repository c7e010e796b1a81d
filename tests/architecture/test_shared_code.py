"""Shared code, pages, styles and scripts name no game: neither by its slug nor by its title."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.paths import data_dir

ROOT = data_dir("static").parent
SLUGS = sorted(path.name for path in (ROOT / "companion" / "games").iterdir() if path.name in GAMES)
LIST = ROOT / "companion" / "games" / "__init__.py"
KINDS = (".html", ".css", ".js", ".txt", ".svg", ".py")


def files(*folders: str) -> Iterator[Path]:
    """Shared files in these folders, without what the build fetched."""
    for path in (path for folder in folders for path in sorted((ROOT / folder).rglob("*"))):
        parts = path.relative_to(ROOT).parts
        if path.suffix in KINDS and path != LIST and not {*SLUGS, "vendor"} & {*parts}:
            yield path


def named(text: str, slug: str, title: str) -> bool:
    """Whether a game's slug stands there as a value, a class, an id or in a path, or its title.

    Either can be an everyday word too, the end of a name behind a dot, or the beginning of one with a dash.
    """
    return bool(re.search(rf"[\"'/]{slug}(?![\w-])|(?<![\w)\]])[.#]{slug}(?!\w)|\b{re.escape(title)}(?!\w)", text))


SHARED = [path.relative_to(ROOT).as_posix() for path in files("templates", "printables", "static", "companion")]
HELPERS = [f"tests/{path.name}" for path in sorted((ROOT / "tests").glob("*.py")) if not path.name.startswith("test_")]


@pytest.mark.parametrize("name", [*SHARED, *HELPERS])
def test_shared_files_name_no_game(name: str) -> None:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    assert [line for slug in SLUGS for line in lines if named(line, slug, GAMES[slug].title)] == []
