"""Material of games: sheets to cut out, on any paper and in any language."""

from html import unescape
from re import findall, match
from typing import Any

import pytest

from companion.games import GAMES
from companion.games.choices import IntRange
from companion.games.types import InvalidMove
from companion.i18n.languages import languages
from companion.paths import data_dir
from companion.printing import documents, material
from companion.printing.client import Sheet
from companion.rendering import rules_page, templating
from tests.integration.printing.foreign import in_one_language
from tests.integration.printing.sheets import (
    EACH,
    EDGE,
    INCH,
    Printed,
    fonts_without_file,
    known_game,
    nearest,
    plain,
    printed,
    spoken,
    summary,
)
from tests.integration.printing.test_layout import POINTS, SIZES
from tests.support.cases import each_once
from tests.support.cast import CAST

EVERY = [(slug, name) for slug in material.games_with_material() for name in material.sheets(slug)]
ONE_SIDED = {lang: spoken(lang, "Print one-sided, at 100%% (no fitting to the page).") for lang in languages()}
every_sheet = pytest.mark.parametrize(("slug", "name"), EVERY)


def numbers(slug: str, paper: str) -> dict[str, str]:
    """The largest numbers that can be chosen, though no endless track; on Letter the smallest."""
    whole = {key: values for key, values in GAMES[slug].box.choices.items() if isinstance(values, IntRange)}
    return {key: str(values.low if paper == "letter" else min(values.high, 57)) for key, values in whole.items()}


def sheet(slug: str, *names: str, lang: str = "en", paper: str = "a4", **given: str) -> Sheet:
    return material.material_sheet(slug, names, given, lang=lang, paper=paper)


def test_there_is_material() -> None:
    assert "wetten" in material.games_with_material()


def source(slug: str, lang: str) -> str:
    """Source of a game's material as the game names it, without blanks: it may take two lines."""
    words: Any = templating.html_environment(lang).get_template(f"{slug}/material/_words.html").module
    return "".join(unescape(words.source()).split())


@pytest.mark.parametrize("slug", [slug for slug in material.games_with_material() if rules_page.has_rules(slug)])
def test_rules_of_a_game_are_among_its_material(slug: str) -> None:
    file = f"printables/{slug}/material/15_rules.html"
    assert material.RULES in material.sheets(slug), (
        f'there should be {file}: a leaf, and "overleaf" where they take two pages, with "_rules_sheet.html" in it'
    )


def leaves(made: Sheet) -> int:
    return made.html.count('<div class="leaf') + made.html.count(" overleaf")


def keeps_to_its_paper(pdf: Printed, paper: str) -> None:
    for page in pdf.reader.pages:
        size = [float(side) * INCH / POINTS for side in (page.mediabox.width, page.mediabox.height)]
        assert sorted(size) == pytest.approx(SIZES[paper], abs=0.1)
    assert nearest(pdf.pdf) >= EDGE
    assert fonts_without_file(pdf.reader) == []


def says_what_it_is(slug: str, lang: str, made: Sheet, pdf: Printed) -> None:
    """A title, a language, its source and numbered pages; it asks once for one side and true size."""
    assert match(rf"{GAMES[slug].title}\s?: ", str(pdf.title))
    assert pdf.language == lang
    for number, text in enumerate(pdf.text.split("\f")[:-1], start=1):
        assert text.rstrip().endswith(spoken(lang, "Page %(page)s of %(pages)s", page=number, pages=len(pdf.pages)))
        assert source(slug, lang) in "".join(text.split())
    wanted = pdf.reader.viewer_preferences
    assert wanted == {"/DisplayDocTitle": True, "/PrintScaling": "/None", "/Duplex": "/Simplex"}
    assert [page.count("".join(ONE_SIDED[lang].split())) for page in pdf.pages] == [1] + [0] * (len(pdf.pages) - 1)
    assert len(pdf.pages) == leaves(made)


@pytest.mark.slow
@pytest.mark.parametrize("slug", material.games_with_material())
def test_all_material_keeps_to_its_paper(slug: str) -> None:
    everything = sheet(slug, lang="fr", paper="letter", **numbers(slug, "letter"))
    keeps_to_its_paper(printed(everything), "letter")
    says_what_it_is(slug, "fr", everything, printed(everything))


@pytest.mark.parametrize("slug", material.games_with_material())
def test_all_material_has_the_leaves_of_each_sheet(slug: str) -> None:
    everything = sheet(slug, **numbers(slug, "a4"))
    assert leaves(everything) == sum(leaves(sheet(slug, name, **numbers(slug, "a4"))) for name in material.sheets(slug))
    assert plain(everything).count(ONE_SIDED["en"]) == 1


@pytest.mark.parametrize(("slug", "name", "lang", "paper"), each_once(EVERY, EACH))
def test_each_sheet_keeps_to_its_paper(slug: str, name: str, lang: str, paper: str) -> None:
    alone = sheet(slug, name, lang=lang, paper=paper, **numbers(slug, paper))
    pdf = printed(alone)
    keeps_to_its_paper(pdf, paper)
    says_what_it_is(slug, lang, alone, pdf)
    in_one_language(pdf, lang, CAST)


@pytest.mark.parametrize(
    "slug", [slug for slug in material.games_with_material() if material.RULES in material.sheets(slug)]
)
@pytest.mark.parametrize("lang", languages())
def test_rules_sheet_has_the_words_of_the_rules(slug: str, lang: str) -> None:
    leaf = sheet(slug, material.RULES, lang=lang)
    assert material.RULES in leaf.styles
    alone = documents.rules(slug, rules_page.default_players(slug), lang=lang, paper="a4").html
    assert alone.partition("<main>")[2].partition("</main>")[0].strip() in leaf.html


def test_uncut_sheets_may_be_printed_on_both_sides() -> None:
    for leaf in (documents.score_sheet("vabanque", (), lang="en", paper="a4"), summary(known_game())):
        assert printed(leaf).reader.viewer_preferences == {"/DisplayDocTitle": True}


@every_sheet
def test_sheet_is_a_page_for_browser_printing_too(slug: str, name: str) -> None:
    page = material.material_sheet(slug, [name], {}, lang="en", paper="letter", on_screen=True)
    links = findall(r'<link rel="stylesheet" href="/printables/([^"]*)">', page.html)
    assert links[:3] == ["base.css", "letter.css", "material.css"]
    assert all((data_dir("printables") / link).is_file() for link in links)
    assert plain(page).startswith(f"Print this page with the browser. {ONE_SIDED['en']}")
    assert source(slug, "en") in "".join(plain(page).split())
    for html in (page.html, sheet(slug, name).html):
        assert not findall(r"<style|<script|\bstyle=|\bon\w+=|https?:|\burl\(|{{", html)


def test_wetten_names_the_licence_of_its_source() -> None:
    assert all("CCBY-SA3.0" in source("wetten", lang) for lang in languages())


@pytest.mark.parametrize("slug", material.games_with_material())
def test_sheets_come_in_the_order_of_their_files(slug: str) -> None:
    names = list(material.sheets(slug))
    assert list(material.select_sheets(slug, names[::-1])) == names
    assert list(material.select_sheets(slug, [])) == names
    with pytest.raises(InvalidMove, match="not-one-of"):
        material.select_sheets(slug, [*names, "nothing"])


@pytest.mark.parametrize(
    "slug", [*(slug for slug in GAMES if slug not in material.games_with_material()), "nothing", "..", ""]
)
def test_game_without_a_folder_has_no_material(slug: str) -> None:
    assert material.sheets(slug) == {}


@pytest.mark.parametrize("slug", material.games_with_material())
def test_unknown_choices_are_refused(slug: str) -> None:
    for key, values in GAMES[slug].box.choices.items():
        for text in ("", "-1", "1.5", "9" * 9, "nothing", "\0", "²", str(max(map(str, values))) + "x"):
            with pytest.raises(InvalidMove):
                material.parse_options(slug, {key: text})
    with pytest.raises(InvalidMove, match="unknown-option"):
        material.parse_options(slug, {"nothing": "1"})


@pytest.mark.parametrize(
    ("paper", "tags"),
    [
        ("letter", "en en-US en_CA es-MX fr-CA"),
        ("a4", "en-GB de de-AT fr it pl"),
        ("a4", "* no-such-language 0 -"),
    ],
)
def test_usual_paper_is_that_of_the_country(paper: str, tags: str) -> None:
    assert paper in documents.PAPERS
    assert {material.default_paper(tag) for tag in ("", *tags.split()) if tag or paper == "a4"} == {paper}
