"""A printed season: a page for all, and one for each player."""

import re
from dataclasses import replace

import pytest

from companion.games import GAMES
from companion.i18n.languages import languages
from companion.printing import documents
from companion.printing.client import Sheet
from companion.stats.people import collect_players
from companion.table.model.game_result import GameResult
from companion.table.model.names import NameAliases
from tests.integration.printing.sheets import EDGE, Printed, fonts_without_file, made_here, nearest
from tests.unit.stats.data_folders import remembered

WIDE = tuple("W" * 19 + letter for letter in "ABCDEF")
NARROW = ("i", "Jörg", "Ab", "N. N. 3", "Ößé", "a" * 20)
PAPERS = ("a4", "letter", "letter", "a4")
FIRST = 1_675_000_000.0
A_DAY = 24 * 3600


def results(names: tuple[str, ...], each: int) -> list[GameResult]:
    """Some results of each game in one year."""
    found = []
    for number in range(each):
        for place, slug in enumerate(GAMES):
            count = min(GAMES[slug].players[-1], len(names))
            one = remembered(slug, count, 1 + number % 3)
            table = number * len(GAMES) + place
            there = (names * 2)[number % len(names) :][:count]
            found.append(replace(one, table=table, began=FIRST + table * A_DAY * 250 / (each * 4), names=there))
    return found


def season(names: tuple[str, ...], each: int, lang: str, paper: str, known: NameAliases | None = None) -> Sheet:
    return documents.season(2023, results(names, each), known or {}, lang=lang, paper=paper)


@pytest.mark.parametrize(
    ("lang", "paper", "names", "each"),
    [
        (lang, paper, *((WIDE, 12), (NARROW, 1))[nth % 2])
        for nth, (lang, paper) in enumerate(zip(languages(), PAPERS, strict=True))
    ],
)
def test_everybody_has_one_page(names: tuple[str, ...], each: int, lang: str, paper: str) -> None:
    there = [one.name for one in collect_players(results(names, each), {}).values()]
    made = Printed(made_here(season(names, each, lang, paper)))
    assert len(made.pages) == 1 + len(there)
    for name, page in zip(there, made.pages[1:], strict=True):
        assert re.sub(r"\s", "", name) in page
        assert page.endswith(f"{len(made.pages)}")
    assert nearest(made.pdf) >= EDGE
    assert fonts_without_file(made.reader) == []
    assert made.language == lang


def wins(played: list[GameResult], name: str) -> int:
    """Games that a player won."""
    return sum(one.names.index(name) in one.winners for one in played)


def test_page_counts_games_and_wins() -> None:
    played = results(NARROW, 5)
    pages = documents.season(2023, played, {}, lang="en", paper="a4").html.split('<header class="masthead of-person">')[
        1:
    ]
    for player, page in zip(collect_players(played, {}).values(), pages, strict=True):
        own = [one for one in played if player.name in one.names]
        won = wins(own, player.name)
        head = re.sub(r"<[^>]+>|\s+", " ", page.partition("</header>")[0])
        told = "1 win" if won == 1 else f"{won} wins"
        assert f"{len(own)} games · {told} · {100 * won / len(own):.0f}" in head
        rows = re.findall(
            r'<th scope="row">([^<]+)</th><td class="amount">(\d+)</td><td class="amount">(\d+)</td>', page
        )
        by_game = {slug: [one for one in own if one.slug == slug] for slug in GAMES}
        assert {title: (int(plays), int(times)) for title, plays, times in rows} == {
            ones[0].title: (len(ones), wins(ones, player.name)) for ones in by_game.values()
        }


def test_page_compares_with_each_opponent() -> None:
    played, rows = results(NARROW, 5), 0
    pages = documents.season(2023, played, {}, lang="en", paper="a4").html.split('<section class="rivals">')[1:]
    for player, page in zip(collect_players(played, {}).values(), pages, strict=True):
        for rival, cells in re.findall(
            r'<span class="fits">([^<]*)</span></th>((?:<td class="amount">\d+</td>)+)', page
        ):
            both = [one for one in played if {player.name, rival} <= set(one.names)]
            mine, others = ([one.places[one.names.index(name)] for one in both] for name in (player.name, rival))
            ahead = [(mine > others) - (mine < others) for mine, others in zip(mine, others, strict=True)]
            told = [int(figure) for figure in re.findall(r"\d+", cells)]
            assert told == [len(both), ahead.count(-1), ahead.count(0), ahead.count(1)], (player.name, rival)
            rows += 1
    there = len(collect_players(played, {}))
    assert rows == there * (there - 1) > 0


def test_foot_of_a_page_is_not_cut_off() -> None:
    """The last line of each page is there: of the rivals, or of the records."""
    made = Printed(made_here(season(WIDE, 12, "de", "letter")))
    assert all("Rivalen" in page for page in made.pages[1:])
    for page in made.pages[1:]:
        assert all(name in page for name in WIDE), "all five rivals are on it, to the last letter"


def test_overlong_name_is_cut_to_its_line() -> None:
    known = {WIDE[0].casefold(): "Maximiliane Wilhelmina Amalia " * 2 + "von und zu"}
    made = Printed(made_here(season(WIDE, 2, "fr", "a4", known)))
    assert len(made.pages) == 1 + len(WIDE)
    assert nearest(made.pdf) >= EDGE


def test_page_on_screen_has_only_style_sheets() -> None:
    page = documents.season(2023, results(NARROW, 1), {}, lang="en", paper="a4", on_screen=True).html
    assert '<link rel="stylesheet" href="/printables/season.css">' in page
    assert not re.findall(r"<style|<script|\bstyle=|\bon\w+=|https?:", page)
