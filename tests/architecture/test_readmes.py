"""A folder's README says what is inside: no file is left out, and none is named that is not there."""

import re
from pathlib import Path

import pytest

from companion.paths import HERE

ROOT = HERE.parent
TOLD = sorted(
    readme.parent
    for readme in (*HERE.rglob("README.md"), ROOT / "static" / "README.md")
    if "migrations" not in readme.parts
)
OURS = {path.name for folder in ("companion", "static", "tests") for path in (ROOT / folder).rglob("*.*")}
LEFT_OUT = {"__init__", "__main__", "README", "icon"}


@pytest.mark.parametrize("folder", TOLD, ids=lambda folder: str(folder.relative_to(ROOT)))
def test_a_folders_readme_names_all_its_files_and_none_that_is_not_there(folder: Path) -> None:
    said = re.findall(r"`([\w.]+\.(?:py|js|css))`", (folder / "README.md").read_text(encoding="utf-8"))
    there = {path.name for path in folder.iterdir() if path.suffix in (".py", ".js", ".css")}
    assert {name for name in there if name.partition(".")[0] not in LEFT_OUT} <= set(said)
    assert set(said) <= OURS


@pytest.mark.parametrize("page", sorted(ROOT.glob("*.md")), ids=lambda page: page.name)
def test_a_row_of_a_table_stands_on_one_line(page: Path) -> None:
    rows = re.findall(r"^ *\|.*$", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert [row for row in rows if not row.endswith("|")] == []
