"""The rules at hand: a page for every game and number of players, opened from a table at what is done there."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import cli
from companion.games import GAMES
from companion.printing import material
from companion.rendering import rules_page
from companion.web.pages.rules import current_chapter
from tests.unit.web.support.devices import Device, new_app, new_session
from tests.unit.web.support.markup import plain
from tests.unit.web.support.moments import moments

EACH = [(slug, players) for slug, game in GAMES.items() for players in game.players]


@pytest.fixture(scope="module")
def newcomer(tmp_path_factory: pytest.TempPathFactory) -> Device:
    return Device("newcomer", new_app(tmp_path_factory.mktemp("house")).test_client(use_cookies=True))


def chapters(page: str) -> list[str]:
    """The sections of a page of rules."""
    return re.findall(r'<section id="([\w-]+)" class="chapter', page)


@pytest.mark.parametrize(("slug", "players"), EACH)
def test_every_game_tells_its_rules_for_every_number_of_players(slug: str, players: int, newcomer: Device) -> None:
    page = newcomer.get(f"/rules/{slug}?players={players}").text
    assert {rules_page.SETUP, rules_page.END} <= set(chapters(page))
    assert f'aria-current="true">{players}</a>' in page
    assert 'id="now"' not in page
    ids = re.findall(r'\bid="([^"]+)"', page)
    twice = {one for one in ids if ids.count(one) > 1}
    assert not twice, f"one id for two things: {twice}. A section needs a word that no drawing of the sprites has"


def test_in_english_no_section_bears_the_number_of_a_booklet_in_another_language(newcomer: Device) -> None:
    page = newcomer.get("/rules/vabanque").text
    assert "Booklet: Payout, on the value of a table" in page
    assert not re.search(r"section \d|example \d", page)


@pytest.mark.parametrize("players", ["2", "99", "x", "", "²"])
def test_so_many_as_cannot_play_are_refused_with_how_many_can(players: str, newcomer: Device) -> None:
    answer = newcomer.get(f"/rules/vabanque?players={players}")
    assert answer.status_code == 400
    assert "Enter a number from 3 to 6." in plain(answer.text)


def test_there_is_no_page_for_a_game_that_there_is_not(newcomer: Device) -> None:
    assert newcomer.get("/rules/nothing").status_code == 404
    assert newcomer.get("/rules/nothing/print.pdf").status_code == 404


@pytest.mark.parametrize("slug", GAMES)
def test_at_every_moment_of_a_game_the_rules_have_a_section_for_it(slug: str, newcomer: Device) -> None:
    told = set(chapters(newcomer.get(f"/rules/{slug}").text))
    found = {current_chapter(one.player_view) for one in moments(slug)}
    if rules_page.has_rules(slug):
        assert found <= told
        kinds = {(one.player_view.scene, *(ask.do for ask in one.player_view.asks[:1])) for one in moments(slug)}
        asked = {at[1] for at in kinds if at[0] == "play" and at[1:]}
        assert len(found) >= min(4, len(kinds)) - (len(asked) < 3), (  # of two, one may need no section of its own
            f"whichever of {sorted(asked)} is asked, the rules open at {', '.join(sorted(found))}: "
            "Game.current_chapter(state) names the section of _rules.html that tells what is done now"
        )
    else:
        assert rules_page.END in found


def test_a_final_account_is_told_at_the_end_and_not_among_the_payouts() -> None:
    last = [one.player_view for one in moments("banque_fatale") if one.player_view.over and one.player_view.paging]
    assert {player_view.pages[-1].word for player_view in last} == {"GameOver"}
    assert {current_chapter(player_view) for player_view in last} == {rules_page.END}


@pytest.mark.parametrize("slug", GAMES)
def test_in_the_last_payout_they_are_told_of_the_end_once_it_shows_the_sum(slug: str) -> None:
    last = [one for one in moments(slug) if one.player_view.over and one.page]
    assert last
    for one in last:
        expected = rules_page.END if one.page and one.page.totals else rules_page.PAYOUT
        assert current_chapter(one.player_view) == expected


def test_from_a_table_they_are_told_for_those_who_sit_there_and_open_where_it_is(tmp_path: Path) -> None:
    table = new_session(tmp_path, game="vabanque")
    page = table.players[0].get(f"/t/{table.key}/rules").text
    assert "7 for 3 players" in plain(page)
    assert re.findall(r'<section id="([\w-]+)" class="chapter now">\s*<a id="now">', page) == ["setup"]
    assert f'href="/t/{table.key}"' in page
    assert f'href="/t/{table.key}/rules#now"' in table.players[0].get(f"/t/{table.key}").text


def test_the_rules_print_for_as_many_as_they_are_read_for(newcomer: Device) -> None:
    page = newcomer.get("/rules/vabanque?players=6").text
    assert 'href="/rules/vabanque/print.pdf?players=6"' in page
    assert "12 for 6 players" in plain(newcomer.get("/rules/vabanque/print?players=6").text)
    assert newcomer.get("/rules/vabanque/print.pdf?players=6").data.startswith(b"%PDF")


def test_a_game_of_rules_alone_shows_what_its_form_knows(newcomer: Device) -> None:
    page = newcomer.get("/rules/toy").text
    assert [kind.do for kind in rules_page.list_move_kinds("toy")]
    for kind in rules_page.list_move_kinds("toy"):
        assert f"<dt>{kind.do}</dt>" in page
        assert all(f"{key}: " in page for key in kind.fields)
    assert "Print the rules" not in page
    assert "toy" not in material.printable_games()


def test_a_game_of_rules_alone_says_that_they_are_not_written_yet(tmp_path: Path) -> None:
    refused = CliRunner().invoke(cli, ["paper", "toy", "-o", str(tmp_path / "rules.pdf")])
    assert refused.exit_code == 2
    assert "'toy' has no printable rules yet; available: vabanque" in refused.output
    assert not (tmp_path / "rules.pdf").exists()
