"""Documents: links lead somewhere, pages stay short, and the files and buttons they name exist."""

import re
from pathlib import Path

import pytest

from companion.paths import HERE
from tests.support.words.catalogues import catalogue

ROOT = HERE.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
FOLDERS = sorted(
    readme.parent
    for readme in (*HERE.rglob("README.md"), ROOT / "static" / "README.md")
    if "migrations" not in readme.parts
)
FILES = {path.name for folder in ("companion", "static", "tests") for path in (ROOT / folder).rglob("*.*")}
LEFT_OUT = {"__init__", "__main__", "README", "icon"}
MOST = {"README.md": 6_000, "CONTRIBUTING.md": 8_000}


def text(page: Path) -> str:
    return page.read_text("utf-8")


@pytest.mark.parametrize("document", PAGES, ids=lambda document: str(document.relative_to(ROOT)))
def test_document_links_lead_to_files_and_headings(document: Path) -> None:
    prose = re.sub(r"^```.*?^```", "", text(document), flags=re.DOTALL | re.MULTILINE)
    for file, heading in re.findall(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)", prose):
        target = document.parent / file if file else document
        assert target.exists(), file
        if heading:
            headings = re.findall(r"^#+ (.*)", text(target), re.MULTILINE)
            assert heading in {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings}


@pytest.mark.parametrize("document", PAGES, ids=lambda document: str(document.relative_to(ROOT)))
def test_documents_stay_short(document: Path) -> None:
    most = 1_000 if document.name[:4].isdigit() else MOST.get(document.name, 12_000)
    assert len(text(document).encode()) <= most


def test_list_of_decisions_is_complete() -> None:
    decisions = ROOT / "docs" / "decisions"
    there = {(page.name, text(page).partition("\n")[0].removeprefix("# ")) for page in decisions.glob("[0-9]*.md")}
    assert set(re.findall(r"^- \[\d{4}\]\((.*?)\) (.*)$", text(decisions / "README.md"), re.MULTILINE)) == there


def test_playing_names_buttons_that_exist() -> None:
    named = {" ".join(one.split()) for one in re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", text(ROOT / "docs/playing.md"))}
    labels = [re.sub(r"%\\\(\w+\\\)s", ".+", re.escape(str(message.id))) for message in catalogue("de") if message.id]
    assert len(named) > 10
    assert {one for one in named - {"italics"} if not any(re.fullmatch(label, one) for label in labels)} == set()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.relative_to(ROOT)))
def test_readme_of_a_folder_names_all_its_files(folder: Path) -> None:
    said = re.findall(r"`([\w.]+\.(?:py|js|css))`", text(folder / "README.md"))
    there = {path.name for path in folder.iterdir() if path.suffix in (".py", ".js", ".css")}
    assert {name for name in there if name.partition(".")[0] not in LEFT_OUT} <= set(said)
    assert set(said) <= FILES


@pytest.mark.parametrize("page", sorted(ROOT.glob("*.md")), ids=lambda page: page.name)
def test_row_of_a_table_stands_on_one_line(page: Path) -> None:
    rows = re.findall(r"^ *\|.*$", text(page), re.MULTILINE)
    assert [row for row in rows if not row.endswith("|")] == []
