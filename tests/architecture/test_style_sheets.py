"""Style sheets: readable rules, and nothing said by shadow or colour alone where a device forces its own colours."""

import re
from pathlib import Path

import pytest

from companion.paths import data_dir

WIDE = 120
SHEETS = [
    path
    for folder in ("static", "printables")
    for path in sorted(data_dir(folder).rglob("*.css"))
    if "vendor" not in path.parts
]
BESIDE = re.compile(r"\}[ \t]*[^\s}]|\{[^{}\n]*\{")
"""A rule that begins where another one ends, or within its first line."""
FRAME = re.compile(r"box-shadow:\s*(?:inset|0 0 0 )")
RULE = re.compile(r"([^{};]+)\{([^{}]*)\}")


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_rules_have_lines_of_their_own_and_outlines(sheet: Path) -> None:
    text = sheet.read_text("utf-8")
    lines = re.sub(r"\} /\*.*?\*/$", "}", text, flags=re.MULTILINE).splitlines()
    wrong = [f"{number}: {line}" for number, line in enumerate(lines, 1) if BESIDE.search(line) or len(line) > WIDE]
    assert not wrong, "\n".join(wrong)
    if sheet.is_relative_to(data_dir("static")):  # forced colours hide shadows
        rules = RULE.findall(re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
        assert [rule.strip() for rule, says in rules if FRAME.search(says) and "outline:" not in says] == []


@pytest.mark.parametrize(("name", "drawn"), [("ending", ".bar rect"), ("table", ".chart .line")])
def test_forced_colours_draw_charts_in_the_colour_of_text(name: str, drawn: str) -> None:
    sheet = data_dir("static").joinpath(f"{name}.css").read_text("utf-8")
    assert re.search(re.escape(drawn) + r" \{\s[^}]*var\(--c\)", sheet), "else there is nothing to be lost"
    assert re.search(re.escape(drawn) + r" \{\s\w+: CanvasText;", sheet.partition("(forced-colors: active)")[2])
    assert any(FRAME.search(sheet.read_text("utf-8")) for sheet in SHEETS)
