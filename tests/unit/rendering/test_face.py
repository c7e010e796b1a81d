"""The display font has every Latin letter of our sentences, but not the signs of sums."""

import json
import re
import unicodedata
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from fontTools.ttLib import TTFont

from companion.i18n.languages import CATALOGUES
from companion.paths import data_dir

ROOT = Path(__file__).parents[3]
VENDOR = data_dir("static") / "vendor"
RULE = re.compile(r'"Gloock"; src: url\("vendor/(gloock-[\w-]+\.woff2)\?v=([\d.]+)"\)[^}]*unicode-range: ([^;]+);')
RULES = RULE.findall((data_dir("static") / "base.css").read_text(encoding="utf-8"))


@cache
def drawn() -> set[int]:
    """Every letter for which a browser takes the font, by the ranges in the style sheet."""
    letters: set[int] = set()
    for name, _, ranges in RULES:
        for part in ranges.replace("U+", "").split(", "):
            first, last = (int(end, 16) for end in (part.split("-") * 2)[:2])
            letters |= set(range(first, last + 1)) & set(TTFont(VENDOR / name).getBestCmap())
    return letters


@pytest.mark.parametrize(
    "catalogue", sorted(CATALOGUES.glob("*/LC_MESSAGES/messages.po")), ids=lambda path: path.parts[-3]
)
def test_font_has_every_letter_of_our_sentences(catalogue: Path) -> None:
    with catalogue.open("rb") as po:
        said = "".join(str(one.id) + str(one.string) for one in read_po(po))
    letters = {letter for letter in said + said.upper() if unicodedata.name(letter, "").startswith("LATIN")}
    assert {letter for letter in letters if ord(letter) not in drawn()} == set()


def test_signs_of_sums_come_from_the_text_font() -> None:
    """The font's own signs are hairlines that nobody can read from two metres."""
    assert {sign for sign in "+−=×" if ord(sign) in drawn()} == set()
    assert all(ord(digit) in drawn() for digit in "0123456789.,\u00a0")


def test_new_font_version_has_a_new_url() -> None:
    version = json.loads((ROOT / "package.json").read_text())["dependencies"]["@fontsource/gloock"]
    assert [(name, told) for name, told, _ in RULES] == [
        ("gloock-latin.woff2", version),
        ("gloock-latin-ext.woff2", version),
    ]
    assert "SIL Open Font License" in (VENDOR / "gloock.LICENSE.txt").read_text()
