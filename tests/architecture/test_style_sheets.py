"""Style sheets are written to be read: a rule stands by itself, and no line is longer than one of the code."""

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


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_rule_has_lines_of_its_own_that_fit_a_window(sheet: Path) -> None:
    lines = re.sub(r"\} /\*.*?\*/$", "}", sheet.read_text("utf-8"), flags=re.MULTILINE).splitlines()
    wrong = [f"{number}: {line}" for number, line in enumerate(lines, 1) if BESIDE.search(line) or len(line) > WIDE]
    assert not wrong, "\n".join(wrong)
