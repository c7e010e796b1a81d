"""The rules page of every game, opened from a table at what is done there."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import cli
from companion.games import GAMES
from companion.printing import material
from companion.rendering import rules_page
from companion.web.pages.rules import current_chapter
from tests.unit.web.support.devices import Device, Session, new_app
from tests.unit.web.support.markup import plain
from tests.unit.web.support.moments import moments


@pytest.fixture(scope="module")
def newcomer(tmp_path_factory: pytest.TempPathFactory) -> Device:
    return Device("newcomer", new_app(tmp_path_factory.mktemp("server")).test_client())


def chapters(page: str) -> list[str]:
    """The sections of a page of rules."""
    return re.findall(r'<section id="([\w-]+)" class="chapter', page)


@pytest.mark.parametrize("slug", GAMES)
def test_rules_are_told_for_every_number_of_players(slug: str, newcomer: Device) -> None:
    for players in GAMES[slug].players:
        page = newcomer.get(f"/rules/{slug}?players={players}").text
        assert {rules_page.SETUP, rules_page.END} <= set(chapters(page))
        assert f'aria-current="true">{players}</a>' in page
        assert 'id="now"' not in page
        ids = re.findall(r'\bid="([^"]+)"', page)
        twice = {one for one in ids if ids.count(one) > 1}
        assert not twice, f"one id for two things: {twice}. A section needs a word that no drawing of the sprites has"


def test_rules_in_english_cite_no_numbers_of_other_booklets(newcomer: Device) -> None:
    page = newcomer.get("/rules/vabanque").text
    assert "Rulebook: Collecting your winnings, value of a table" in page
    assert not re.search(r"section \d|example \d", page)


@pytest.mark.parametrize("players", ["2", "99", "x", "", "²"])
def test_impossible_number_of_players_is_refused(players: str, newcomer: Device) -> None:
    answer = newcomer.get(f"/rules/vabanque?players={players}")
    assert answer.status_code == 400
    assert "Enter a number from 3 to 6." in plain(answer.text)


@pytest.mark.parametrize("slug", GAMES)
def test_every_moment_has_a_section_of_the_rules(slug: str, newcomer: Device) -> None:
    told = set(chapters(newcomer.get(f"/rules/{slug}").text))
    found = {current_chapter(one.player_view) for one in moments(slug)}
    if rules_page.has_rules(slug):
        assert found <= told
        kinds = {(one.player_view.scene, *(ask.do for ask in one.player_view.asks[:1])) for one in moments(slug)}
        asked = {at[1] for at in kinds if at[0] == "play" and at[1:]}
        assert len(found) >= min(4, len(kinds)) - (len(asked) < 3), (  # of two, one may need no section of its own
            f"whichever of {sorted(asked)} is asked, the rules open at {', '.join(sorted(found))}: "
            "Game.chapter(state) names the section of _rules.html that tells what is done now"
        )
    else:
        assert rules_page.END in found
    last = [one for one in moments(slug) if one.player_view.over and one.page]
    assert last
    for one in last:
        assert current_chapter(one.player_view) == (
            rules_page.END if one.page and one.page.totals else rules_page.PAYOUT
        )


def test_table_opens_the_rules_where_it_is(session: Session) -> None:
    page = session.players[0].get(f"/t/{session.key}/rules").text
    assert "7 for 3 players" in plain(page)
    assert re.findall(r'<section id="([\w-]+)" class="chapter now">\s*<a id="now">', page) == ["setup"]
    assert f'href="/t/{session.key}"' in page
    assert f'href="/t/{session.key}/rules#now"' in session.players[0].get(f"/t/{session.key}").text


def test_rules_print_for_the_same_number_of_players(newcomer: Device) -> None:
    page = newcomer.get("/rules/vabanque?players=6").text
    assert 'href="/rules/vabanque/print.pdf?players=6"' in page
    assert "12 for 6 players" in plain(newcomer.get("/rules/vabanque/print?players=6").text)
    assert newcomer.get("/rules/vabanque/print.pdf?players=6").data.startswith(b"%PDF")
    for path in ("", "/print.pdf"):
        assert newcomer.get(f"/rules/nothing{path}").status_code == 404


def test_plain_game_shows_what_its_form_knows(newcomer: Device, tmp_path: Path) -> None:
    page, kinds = newcomer.get("/rules/toy").text, rules_page.list_move_kinds("toy")
    assert [kind.do for kind in kinds]
    for kind in kinds:
        assert f"<dt>{kind.do}</dt>" in page
        assert all(f"{key}: " in page for key in kind.fields)
    assert "Print the rules" not in page
    assert "toy" not in material.printable_games()
    refused = CliRunner().invoke(cli, ["paper", "toy", "-o", str(tmp_path / "rules.pdf")])
    assert refused.exit_code == 2
    assert "'toy' has no printable rules yet; available: vabanque" in refused.output
    assert not (tmp_path / "rules.pdf").exists()
