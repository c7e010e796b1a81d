"""Style sheets and scripts use nothing that the oldest supported browsers lack, unless little is lost by it."""

import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

from companion.paths import HERE, data_dir
from companion.web.http.browsers import OLDEST
from tests.support.mdn import MODULES, in_script, in_styles
from tests.unit.scripts.test_scripts import node

STATIC = data_dir("static")
FETCHED = STATIC / "vendor"
SHEETS = sorted(STATIC.rglob("*.css"))
SCRIPTS = sorted(path for path in STATIC.rglob("*.js") if FETCHED not in path.parents)
MAY_LACK = {
    "text-wrap": "lines break elsewhere",
    "text-wrap: balance": "lines break elsewhere",
    "text-wrap: pretty": "lines break elsewhere",
    "hyphens": "long words break without a hyphen",
    "align-content: start": "what is lower than its place stands in its middle",
    "align-content: end": "what is lower than its place stands in its middle",
    "align-content: safe": "what is lower than its place stands at its start",
    "justify-content: safe": "what is lower than its place stands at its start",
    "flex: min-content": "a name may wrap earlier",
    "overflow: clip": "`overflow: hidden` stands before it",
    "overflow-clip-margin": "a frame loses three pixels",
    "mask-image": "`-webkit-mask-image` stands before it",
    "grid-template-columns: subgrid": "columns of their own width stand before it",
    "@starting-style": "a card is there at once",
    "text-size-adjust": "`-webkit-text-size-adjust` stands before it",
    "user-select": "`-webkit-user-select` stands beside it",
    "forced-color-adjust": "forced colours, which those browsers have not",
    "forced-color-adjust: none": "forced colours, which those browsers have not",
    ":-webkit-inner-spin-button": "Firefox shows none by `appearance: textfield`, and phones have none",
    "cursor: default": "a phone has no cursor",
    "cursor: pointer": "a phone has no cursor",
    "requestSubmit": "page.js stands in for it",
    "connection": "of an event of htmx, not of the navigator",
    "restore": "of draft.js, not of the browser",
    "when": "`.when-over`, a class",
}
"""The loss in such a browser, or the reason why there is none."""
PARSE = """
const { parse } = require("acorn"), { readFileSync } = require("fs"), [year, ...files] = process.argv.slice(1);
for (const file of files) {
  const script = readFileSync(file, "utf-8");
  try { parse(script, {ecmaVersion: Number(year)}); } catch (error) { console.log(file, error.message); }
}
"""
AFTER_IOS_15 = re.compile(r"\(\?<[=!]|\bstatic\s*\{")
"""Two things of the language of 2022 that those browsers lack: lookbehind in regular expressions, and static blocks."""


def used(files: Iterable[Path]) -> dict[str, set[str]]:
    """List what each of these files uses that the oldest browsers lack."""
    reads = {".css": in_styles, ".js": in_script}
    return {path.relative_to(STATIC).as_posix(): set(reads[path.suffix](path.read_text("utf-8"))) for path in files}


def unparsed(year: int, files: Iterable[Path]) -> str:
    """The scripts that are none in the language of that year, and why."""
    command = [*node(), "-e", PARSE, str(year), *map(str, files)]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=MODULES).stdout


def test_style_sheets_and_scripts_need_no_newer_browser() -> None:
    newer = {name: words - MAY_LACK.keys() for name, words in used([*SHEETS, *SCRIPTS]).items()}
    assert {name: words for name, words in newer.items() if words} == {}, (
        f"{OLDEST} lack these; put them in @supports, behind ?. or, where little is lost, in MAY_LACK"
    )


def test_every_exception_is_used() -> None:
    assert MAY_LACK.keys() - set().union(*used([*SHEETS, *SCRIPTS]).values()) == set()


def test_oldest_browsers_parse_every_script() -> None:
    assert unparsed(2021, [path for path in SCRIPTS if path.name != "old.js"]) == ""
    assert unparsed(2022, FETCHED.glob("*.js")) == ""
    every = [*SCRIPTS, *FETCHED.glob("*.js")]
    assert [path.name for path in every if AFTER_IOS_15.search(path.read_text("utf-8"))] == []


def test_warning_about_old_browsers_parses_everywhere() -> None:
    assert unparsed(3, [STATIC / "old.js"]) == ""


@pytest.mark.parametrize(
    ("newer", "text"),
    [
        ("nesting", ".a { .b { color: red; } }"),
        ("nesting", "@media print { .a { & .b { color: red; } } }"),
        ("color-mix()", ".a { --b: calc(1px + color-mix(in oklab, red, blue)); }"),
        (":popover-open", ".a:is(.b, :popover-open) { color: red; }"),
        ("@container", "@container (width > 1px) { .a { color: red; } }"),
        ("field-sizing", "input { field-sizing: 1px; }"),
    ],
)
def test_too_new_style_is_found(newer: str, text: str) -> None:
    assert set(in_styles(text)) == {newer}
    assert set(in_styles(f"@supports (color: red) {{ {text} }}")) == set()


def test_too_new_script_is_found(tmp_path: Path) -> None:
    assert set(in_script("menu.showPopover(); // one.checkVisibility()")) == {"showPopover"}
    assert set(in_script("all.at(-1).dataset.when; all.toSorted()")) == {"toSorted"}
    assert set(in_script("navigator.vibrate?.(60); await navigator.wakeLock?.request()")) == set()
    (tmp_path / "new.js").write_text("class A { #b = 1; }")
    assert "new.js" in unparsed(2021, [tmp_path / "new.js"])


def test_readme_names_the_oldest_browsers() -> None:
    told = (HERE.parent / "README.md").read_text("utf-8")
    for name, number in (("iPadOS", OLDEST["ios"]), ("Edge", OLDEST["chrome"]), ("Firefox", OLDEST["firefox"])):
        assert f"{name} {number}" in " ".join(told.split())
