"""The display face that the build cuts: the same on every phone, small, and with every letter of our languages."""

import json
import re
import unicodedata
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages.pofile import read_po
from fontTools.ttLib import TTFont

from companion.languages import CATALOGUES
from companion.paths import data_dir

ROOT = Path(__file__).parents[1]
FACE = data_dir("static") / "vendor" / "gloock.woff2"
GERMAN = "ÄÖÜäöüß„“–"
FRENCH = "ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸàâæçéèêëîïôœùûüÿ«»’\u202f"
ITALIAN = "ÀÈÉÌÒÓÙàèéìíîòóùú"
SUMS = "0123456789.,\u00a0+−×=→"
AT_MOST = 25_000


@pytest.fixture(scope="module")
def face() -> TTFont:
    return TTFont(FACE)


@pytest.fixture(scope="module")
def build() -> ModuleType:
    spec = spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_face_is_small_and_its_licence_lies_beside_it() -> None:
    assert FACE.stat().st_size <= AT_MOST
    assert "SIL Open Font License" in FACE.with_name("gloock.LICENSE.txt").read_text()


@pytest.mark.parametrize("letters", [GERMAN, FRENCH, ITALIAN, SUMS], ids=["German", "French", "Italian", "sums"])
def test_the_face_has_every_letter(face: TTFont, letters: str) -> None:
    assert {letter for letter in letters if ord(letter) not in face.getBestCmap()} == set()


@pytest.mark.parametrize(
    "catalogue", sorted(CATALOGUES.glob("*/LC_MESSAGES/messages.po")), ids=lambda path: path.parts[-3]
)
def test_the_face_has_every_letter_of_our_sentences(face: TTFont, catalogue: Path) -> None:
    with catalogue.open("rb") as po:
        said = "".join(str(one.id) + str(one.string) for one in read_po(po))
    letters = {letter for letter in said if letter.isalpha() and unicodedata.name(letter).startswith("LATIN")}
    assert {letter for letter in letters if ord(letter) not in face.getBestCmap()} == set()


def test_signs_of_a_sum_are_as_strong_as_its_digits(face: TTFont, build: ModuleType) -> None:
    names = face.getBestCmap()
    for sign, boxes in build.SIGNS.items():
        glyph = face["glyf"][names[ord(sign)]]
        assert glyph.yMax - glyph.yMin >= max(high - low for _, low, _, high in boxes)
    assert face["hmtx"][names[ord("\u202f")]][0] < face["hmtx"][names[ord(" ")]][0]


def test_who_has_an_older_face_gets_the_new_one() -> None:
    version = json.loads((ROOT / "package.json").read_text())["dependencies"]["@fontsource/gloock"]
    assert re.findall(r"gloock\.woff2\?v=([\d.]+)", (data_dir("static") / "base.css").read_text()) == [version]


def test_the_letters_of_a_new_catalogue_are_cut_without_code(build: ModuleType, tmp_path: Path) -> None:
    hook = build.CustomBuildHook(str(tmp_path), {}, None, None, "", "wheel")
    assert hook._letters() == build.LETTERS
    catalogue = tmp_path / "companion" / "translations" / "pl" / "LC_MESSAGES" / "messages.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_text('msgid "table"\nmsgstr "stół"\n', encoding="utf-8")
    assert hook._letters() == build.LETTERS + "Łł"


def test_a_changed_alphabet_is_cut_anew(build: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vendor = tmp_path / "static" / "vendor"
    vendor.mkdir(parents=True)
    (tmp_path / "package.json").write_text((ROOT / "package.json").read_text())
    for name in (*build.WANTED.values(), build.FACE):
        (vendor / name).touch()
    hook = build.CustomBuildHook(str(tmp_path), {}, None, None, "", "wheel")
    assert not hook._fresh()
    hook._stamp.write_text(json.dumps(hook._made_from()))
    assert hook._fresh()
    monkeypatch.setattr(build, "LETTERS", build.LETTERS + "Ł")
    assert not hook._fresh()
