"""Content of the printed summary of a game."""

import re
from dataclasses import replace
from typing import Any

import pytest
from babel import Locale

from companion.printing import documents
from companion.records.record import Act, Header
from companion.rendering import templating
from companion.table.model.roster import Person
from tests.integration.printing.sheets import a_game, at_table, known_game, named, plain, printed, summary
from tests.support.cast import CAST
from tests.unit.games.playing import whole_game
from tests.unit.games.toy import Bid, Turn
from tests.unit.web.support.markup import squeezed

CLOCK = 1_762_000_000.0  # a day in November 2025
HOSTILE = ("<script>alert(1)", "{{7*7}} & &amp;", '=HYPERLINK("x")')


def test_shared_places_are_told_as_shared() -> None:
    game = a_game(3)
    begun = at_table(game.header, game.acts[:1])
    assert "1 Anna 0 1 Ben 0 1 Carla 0" in plain(summary(begun))
    player_view = at_table(game.header, game.acts)
    shared = replace(player_view, state=replace(player_view.state, money=(70_000, 70_000, 0)))
    told = plain(summary(shared))
    assert "Anna and Ben share the victory Standings" in told
    assert [told.count(place) for place in (" 1 Anna ", " 1 Ben ", " 3 Carla ")] == [1, 1, 1]


def test_tie_rule_is_told_where_it_was_used() -> None:
    spelled = 0
    for seed in range(12):
        game = a_game(4, seed)
        told = plain(summary(at_table(game.header, game.acts)))
        ties = [tie for round_ in game.states[-1].rounds[:-1] for tie in _ties(round_.money)]
        spelled += len(ties)
        assert told.count("their order is reversed.") == len(ties)
        assert all(f"have {money:,}: their order is reversed." in told for money in ties)
    assert spelled > 3


def _ties(money: tuple[int, ...]) -> list[int]:
    return [amount for amount in set(money) if money.count(amount) > 1]


@pytest.mark.parametrize("seed", range(3))
def test_last_step_of_a_long_chart_is_labelled(seed: int) -> None:
    game = whole_game("banque_fatale", 3, {}, seed)
    html = summary(at_table(game.header, game.acts)).html
    labels = re.findall(r'text-anchor="middle">([^<]*)</text>', html)
    assert labels[-1] == "The end"
    assert "1" not in labels, "there are so many steps that some have no label"


def test_notes_are_told_with_paper_money() -> None:
    player_view = known_game()
    assert "Notes" not in plain(summary(player_view))
    told = plain(summary(replace(player_view, preferences={**player_view.preferences, "money": "paper"})))
    assert "Paper money" in told
    assert "Ben Notes: 1 × 100,000, 1 × 50,000, 1 × 10,000 160,000 160,000" in told


def test_date_and_corrections_are_told_at_a_table_only() -> None:
    player_view = known_game()
    player_view = replace(player_view, began=CLOCK, roster=replace(player_view.roster, undone_by=(1, None, 1)))
    dated = plain(documents.summary(player_view, lang="en", paper="a4"))
    assert "1 November 2025" in dated
    assert "November 1, 2025" in plain(documents.summary(player_view, lang="en", paper="a4", region=Locale("en", "US")))
    assert "Corrections Ben undid 2 moves The host undid 1 move" in dated
    bare = plain(summary(player_view))
    assert "2025" not in bare
    assert "undid" not in bare


def test_symbols_have_the_players_colours() -> None:
    player_view = known_game()
    people = tuple(
        Person(person.id, person.name, colour) for person, colour in zip(player_view.people, ("red",) * 3, strict=True)
    )
    html = summary(replace(player_view, roster=replace(player_view.roster, people=people))).html
    assert html.count("#d55e00") > 10
    assert "#e69f00" not in html


@pytest.mark.parametrize("paper", documents.PAPERS)
def test_names_that_look_like_code_stay_names(paper: str) -> None:
    game = a_game(3)
    sheet = summary(at_table(named(game, HOSTILE), game.acts), paper)
    assert "<script" not in sheet.html
    text = printed(sheet).pages
    for name in HOSTILE:
        assert sum(page.count(squeezed(name)) for page in text) > 10


def test_plain_game_tells_all_that_happened_in_order() -> None:
    acts = [*(Act(seat, Bid(number)) for seat, number in enumerate((3, 4, 4))), Act(None, Turn("lowest"))]
    told = plain(summary(at_table(Header("toy", CAST[:3], {"rounds": 1}), acts)))
    turned = "Turned: seat Anna, number 3 Turned: seat Ben, number 4 Turned: seat Carla, number 4"
    assert f"What happened {turned} Won: round 1, seat Anna, points 3" in told


def test_plain_game_names_each_round() -> None:
    bids = [Act(seat, Bid(number)) for seat, number in enumerate((3, 4, 4))]
    acts = [*bids, Act(None, Turn("lowest")), *bids, Act(None, Turn("lowest"))]
    told = plain(summary(at_table(Header("toy", CAST[:3], {"rounds": 2}), acts)))
    first, second = (told.index(f"Round {number} Turned: seat Anna, number 3") for number in (1, 2))
    assert told.index("Won: round 1, seat Anna") in range(first, second)
    assert second < told.index("Won: round 2, seat Anna")


def test_standings_have_a_column_for_each_round() -> None:
    game = at_table(Header("toy", CAST[:3], {}), ())
    columns: Any = templating.html_environment("en").get_template("_standings.html").module
    table = columns.by_round(game, [{"won": (7, 8, 9)}], "won", lambda number: f"round {number}")
    heads, *rows = re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)
    assert re.findall(r"<th[^>]*>([^<]+)</th>", heads) == ["Place", "Player", "round 1", "Points"]
    assert [re.findall(r'by-round">(\d)<', row) for row in rows] == [["7"], ["8"], ["9"]]
