"""No word of a sheet lies over another one, and sheets to be filled in fill their pages."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from companion.games import GAMES
from companion.games.choices import IntRange
from companion.i18n.languages import languages
from companion.printing import documents, material
from companion.printing.client import Sheet
from companion.table.model.names import COLOURS
from companion.table.model.player_view import PlayerView
from companion.table.model.roster import Person
from companion.web.live.public_page import environment
from tests.integration.printing.foreign import in_one_language
from tests.integration.printing.sheets import EACH, INCH, at_table, named, plain, printed, summary
from tests.integration.printing.test_layout import POINTS
from tests.integration.printing.words import pages
from tests.support.cases import each_once
from tests.unit.games import toy
from tests.unit.games.playing import whole_game
from tests.unit.games.worded import WORDED

MILLIMETRE = POINTS / INCH
ABOVE, BELOW, SIDE = 14 * MILLIMETRE, 21 * MILLIMETRE, 15 * MILLIMETRE
NAMES = ("Wilhelmine Mannesman", "Maximiliane Baumgart", "Friederike Wilhelmse", "Christophorus Wagner")
MORE = ("Ferdinand Habermasse", "Genoveva Leutheusser", "Leopoldine Kirchhoff", "Sigismund Obermaier")
LONG = (*NAMES, "Bartholomaeus Schmid", "Schneeweißchen", *MORE)
WIDEST = "Wolkenkratzerschmidt"
ENOUGH = 0.8
SO_HIGH = "printables/<slug>/game.css says how high a row is, by --row and --of-side (printables/README.md)"
every_sheet = pytest.mark.parametrize(
    ("slug", "lang", "paper", "players"),
    [
        (slug, lang, paper, players)
        for slug, game in GAMES.items()
        for lang in languages()
        for paper, players in (("a4", game.players[0]), ("letter", game.players[-1]))
        if paper == "letter" or lang == "de"
    ],
)
"""The lower paper with the most columns in each language; the other one in the longest language."""


def score_sheet(slug: str, lang: str, paper: str, players: int, names: Sequence[str] = LONG) -> Sheet:
    people = [Person(id_, names[id_], colour) for id_, colour in enumerate(list(COLOURS)[:players])]
    return documents.score_sheet(slug, people, lang=lang, paper=paper)


def told_apart(sheet: Sheet) -> Counter[str]:
    """The words below a sheet's masthead that are not as they are in the PDF: touched by others, or torn."""
    body = replace(sheet, html=f"<body>{sheet.html.partition('<main>')[2]}")
    wanted = Counter(word for word in plain(body).split() if word.isalpha() and len(word) > 2)
    found = Counter(word.text.strip(".,:;()“”„") for page in pages(printed(sheet).pdf) for word in page.words)
    return wanted - found


@every_sheet
def test_score_sheet_fills_its_pages_without_collisions(slug: str, lang: str, paper: str, players: int) -> None:
    sheet = score_sheet(slug, lang, paper, players)
    there = pages(printed(sheet).pdf)
    assert not any(page.collisions() for page in there)
    assert told_apart(sheet) == Counter()
    filled = [page.filled(ABOVE, BELOW) for page in there]
    assert len(filled) <= 2, f"{len(filled)} pages: {SO_HIGH}"
    assert min(filled) > ENOUGH, f"so much of each page is filled: {filled}, at least {ENOUGH} is wanted. {SO_HIGH}"


@pytest.mark.parametrize(("slug", "lang", "paper"), each_once(list(GAMES), EACH))
def test_score_sheet_parts_the_longest_name_with_a_hyphen(slug: str, lang: str, paper: str) -> None:
    sheet = score_sheet(slug, lang, paper, GAMES[slug].players[-1], (WIDEST, *LONG)[: GAMES[slug].players[-1]])
    there = list(pages(printed(sheet).pdf))
    assert not any(page.collisions() for page in there)
    lines = [word.text for page in there for word in page.words]
    assert lines.count(WIDEST) or [
        first for first, second in pairwise(lines) if first.endswith("\u2010") and first[:-1] + second == WIDEST
    ]


@pytest.mark.parametrize("players", GAMES["wetten"].players)
def test_each_race_has_boxes_for_the_horses_by_place(players: int) -> None:
    html = score_sheet("wetten", "en", "a4", players).html
    strips = re.findall(r'<th scope="row">Finishing order</th>(.*?)</tr>', html)
    assert strips == ["<td>1st</td><td>2nd</td><td>3rd</td><td>4th</td>"] * 5


@pytest.mark.parametrize(("lang", "paper", "players"), each_once(list(languages()), [("a4", 3), ("letter", 5)]))
def test_account_sheet_fills_its_pages_without_collisions(lang: str, paper: str, players: int) -> None:
    sheet = material.material_sheet("wetten", ["account"], {"players": str(players)}, lang=lang, paper=paper)
    there = list(pages(printed(sheet).pdf))
    assert [page.collisions() for page in there] == [[], []]
    assert min(page.filled(ABOVE, BELOW) for page in there) > ENOUGH


@pytest.mark.parametrize(("slug", "lang", "paper"), each_once(list(GAMES), EACH))
def test_summary_keeps_to_its_margins_in_one_language(slug: str, lang: str, paper: str) -> None:
    game = whole_game(slug, GAMES[slug].players[-1], {}, 3)
    player_view = at_table(named(game, LONG[: len(game.header.players)]), game.acts)
    pdf = printed(summary(player_view, paper, lang))
    there = list(pages(pdf.pdf))
    over, beside = [page.collisions() for page in there], [page.beside(SIDE) for page in there]
    assert not any(over), f"words lie over one another, by page: {over}"
    assert not any(beside), f"words stand in the margin, or a picture cuts them there, by page: {beside}"
    parts = {part for name in player_view.names for part in name.split()}
    words = {word.text.strip("(),:") for page in there for word in page.words}
    assert {word for word in words - parts if len(word) > 3 and any(part.startswith(word) for part in parts)} == set()
    if slug in WORDED:
        in_one_language(pdf, lang, player_view.names)
        in_one_language(printed(score_sheet(slug, lang, paper, GAMES[slug].players[-1])), lang, LONG)


@pytest.mark.parametrize("rounds", [12, 41, 100])
def test_round_numbers_of_a_long_game_do_not_collide(rounds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    player_view = a_long_story(rounds, monkeypatch)
    assert not any(page.collisions() for page in pages(printed(summary(player_view)).pdf))
    chart: Any = environment("en").get_template("table/_chart.html").module
    numbered = re.findall(r'class="axis" x="([\d.]+)" y="172">(\d+)<', chart.money(player_view, COLOURS))
    assert len(numbered) > 5
    assert all(float(after[0]) - float(before[0]) > 27 for before, after in pairwise(numbered))


def a_long_story(rounds: int, patch: pytest.MonkeyPatch) -> PlayerView:
    """The end of a game of so many rounds, which is told as a chart."""
    patch.setitem(toy.CHOICES, "rounds", IntRange(2, 1, rounds))
    patch.setitem(
        GAMES, "toy", replace(toy.GAME, score_history=lambda state: [range(len(state.won) + 1)] * len(state.points))
    )
    game = whole_game("toy", 3, {"rounds": rounds}, 1)
    return at_table(game.header, game.acts)
