"""Fonts for screens and paper, and names that none can print."""

import json
import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from fontTools.ttLib import TTFont

from companion.i18n.languages import CATALOGUES
from companion.paths import data_dir
from companion.records import record
from companion.rendering import fonts
from companion.table.service.importing import import_record
from companion.table.service.notifier import Notifier
from companion.table.service.table_service import TableService
from companion.table.storage.store import Store
from tests.support import forked
from tests.support.server import Server, running
from tests.support.waiting import wait_until
from tests.unit.games.playing import a_record

NAMES = ("李雷", "Jörg", "🦊")
LONGEST = 30.0
LATIN_AND_HEBREW = "20-7e a0-17f\n301 5d0-5ea\n\n"


@pytest.fixture
def no_chinese(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine with fonts for Latin and Hebrew only."""
    listing = tmp_path / "bin" / "fc-list"
    listing.parent.mkdir()
    listing.write_text(f"#!/bin/sh\nprintf '{LATIN_AND_HEBREW}'\n")
    listing.chmod(0o755)
    monkeypatch.setenv("PATH", str(listing.parent), prepend=":")
    forget()
    yield
    forget()


def forget() -> None:
    fonts._ranges.cache_clear()
    fonts._printable.cache_clear()


@pytest.mark.usefixtures("no_chinese")
def test_names_without_a_font_are_found() -> None:
    names = ["Anna", "Jörg", "נועה", "李雷", "Anna 李", "🦊", "Zoe\u0301", "A\u00a0b", "An\ufe0fna"]
    assert fonts.find_unprintable(names) == ["李雷", "Anna 李", "🦊"]
    assert fonts.missing_glyphs_warning(["Anna", "נועה"]) == ""


@pytest.mark.usefixtures("no_chinese")
def test_warning_lists_some_names_and_packages() -> None:
    told = fonts.missing_glyphs_warning([chr(0x4E00 + number) for number in range(100)])
    assert told.partition("\n")[0].count(", ") == fonts.MAX_NAMES
    assert told.endswith("(Debian: fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji) and restart the server.")


@pytest.mark.usefixtures("no_chinese")
def test_server_start_warns_of_unprintable_names(tmp_path: Path) -> None:
    store = Store(tmp_path / "house" / "companion.sqlite3")
    import_record(TableService(store, Notifier()), a_record("vabanque", NAMES), 1.0)
    store.close()
    with running(Server(tmp_path / "house", "--lang", "en")) as server:
        wait_until(lambda: "The server has no font" in server.output.read_text(), LONGEST)
        told = next(line for line in server.output.open() if "The server has no font" in line)
    assert told == "  The server has no font to print 李雷, 🦊; boxes appear on paper instead.\n"


@pytest.mark.usefixtures("no_chinese")
def test_print_command_warns_of_unprintable_names(tmp_path: Path) -> None:
    played, file = a_record("vabanque", NAMES), tmp_path / "record.jsonl"
    file.write_text(record.write(played.header, played.acts), encoding="utf-8")
    done = forked.companion("print", file, "-o", tmp_path / "out.pdf", "--lang", "en")
    assert done.returncode == 0
    assert "The server has no font to print 李雷, 🦊; boxes appear on paper instead." in done.stderr


ROOT = Path(__file__).parents[3]
VENDOR = data_dir("static") / "vendor"
RULE = re.compile(r'src: url\("vendor/(\w+)-([\w-]+\.woff2)\?v=([\d.]+)"\)[^}]*unicode-range: ([^;]+);')
RULES = [rule for sheet in sorted(data_dir("static").glob("*.css")) for rule in RULE.findall(sheet.read_text("utf-8"))]
PACKAGES = {"gloock": "@fontsource/gloock", "figtree": "@fontsource-variable/figtree"}
each_face = pytest.mark.parametrize("face", PACKAGES)


@cache
def drawn(face: str) -> set[int]:
    """Every letter for which a browser takes the font, by the ranges in the style sheet."""
    letters: set[int] = set()
    for name, file, _, ranges in RULES:
        for part in ranges.replace("U+", "").split(", ") if name == face else ():
            first, last = (int(end, 16) for end in (part.split("-") * 2)[:2])
            letters |= set(range(first, last + 1)) & set(TTFont(VENDOR / f"{name}-{file}").getBestCmap())
    return letters


@each_face
@pytest.mark.parametrize(
    "catalogue", sorted(CATALOGUES.glob("*/LC_MESSAGES/messages.po")), ids=lambda path: path.parts[-3]
)
def test_font_has_every_letter_of_our_sentences(catalogue: Path, face: str) -> None:
    with catalogue.open("rb") as po:
        said = "".join(str(one.id) + str(one.string) for one in read_po(po))
    letters = {letter for letter in said + said.upper() if unicodedata.name(letter, "").startswith("LATIN")}
    assert {letter for letter in letters if ord(letter) not in drawn(face)} == set()


def test_signs_of_sums_come_from_the_text_font() -> None:
    """The display face's own signs are hairlines that nobody can read from two metres."""
    assert {sign for sign in "+−=×" if ord(sign) in drawn("gloock")} == set()
    assert all(ord(digit) in drawn("gloock") for digit in "0123456789.,\u00a0")
    assert {sign for sign in "+−=×€0123456789" if ord(sign) not in drawn("figtree")} == set()


@each_face
def test_new_font_version_has_a_new_url(face: str) -> None:
    version = json.loads((ROOT / "package.json").read_text())["dependencies"][PACKAGES[face]]
    told = [(file, told) for name, file, told, _ in RULES if name == face]
    assert told == [("latin.woff2", version), ("latin-ext.woff2", version)]
    assert "SIL Open Font License" in (VENDOR / f"{face}.LICENSE.txt").read_text()


def test_text_font_has_figures_of_one_width() -> None:
    font = TTFont(VENDOR / "figtree-latin.woff2")
    assert "tnum" in {record.FeatureTag for record in font["GSUB"].table.FeatureList.FeatureRecord}
