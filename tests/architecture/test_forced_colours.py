"""Where the device's own colours are forced on a page, shadows and grounds are gone: nothing is said by them alone."""

import re
from pathlib import Path

import pytest

from companion.paths import data_dir

SHEETS = sorted(path for path in data_dir("static").rglob("*.css") if "vendor" not in path.parts)
FRAME = re.compile(r"box-shadow:\s*(?:inset|0 0 0 )")
RULE = re.compile(r"([^{};]+)\{([^{}]*)\}")


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_a_frame_of_shadow_has_an_outline_that_is_seen_without_it(sheet: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL)
    lost = [rule.strip() for rule, says in RULE.findall(text) if FRAME.search(says) and "outline:" not in says]
    assert lost == []


def test_some_sheet_has_such_a_frame() -> None:
    assert any(FRAME.search(sheet.read_text("utf-8")) for sheet in SHEETS)


@pytest.mark.parametrize("drawn", [".bar rect", ".chart .line"])
def test_what_is_drawn_in_somebodys_colour_alone_has_the_colour_of_text(drawn: str) -> None:
    sheet = data_dir("static").joinpath("table.css").read_text("utf-8")
    assert re.search(re.escape(drawn) + r" \{\s[^}]*var\(--c\)", sheet), "else there is nothing to be lost"
    assert re.search(re.escape(drawn) + r" \{\s\w+: CanvasText;", sheet.partition("(forced-colors: active)")[2])
