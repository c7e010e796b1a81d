"""The listings of `docs/adding-a-game.md` are the files of the toy game."""

import re
from pathlib import Path

from companion.paths import HERE
from tests.unit.games import toy

PAGE = (HERE.parent / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
FOLDER = Path(toy.__file__).parent


def listings(language: str) -> list[tuple[str, str]]:
    """Each listing with the text before it."""
    parts = re.split(rf"```{language}\n(.*?)```\n", PAGE, flags=re.DOTALL)
    return list(zip(parts[::2], parts[1::2], strict=False))


def lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


def test_rules_are_listed_whole_and_in_order() -> None:
    listed = "\n".join(code for _, code in listings("python"))
    assert lines(listed) == lines((FOLDER / "__init__.py").read_text(encoding="utf-8"))


def test_templates_are_listed_literally() -> None:
    found = {re.findall(r"\w+\.html", before)[-1]: code for before, code in listings("jinja")}
    assert len(found) == 2
    assert found == {name: (FOLDER / "words" / name).read_text(encoding="utf-8") for name in found}


def test_files_to_copy_exist() -> None:
    named = set(re.findall(r"`(?:[\w/]+/)?(\w+\.(?:html|txt))`", PAGE)) - {"index.html"}
    assert named == {file.name for file in (FOLDER / "words").glob("_*.*[lt]")}
