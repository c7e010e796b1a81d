"""A game that was ended early, in every game: standings, history, replay, paper, record, start page, and playing on."""

import io
import re
from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from companion.records import record
from companion.table.model.player_view import player_view
from companion.table.model.roster import paging
from tests.unit.web.support.devices import Session, new_session, saved

every_game = pytest.mark.parametrize("slug", GAMES)


def played(session: Session, rounds: int, more: int = 0) -> Session:
    """So many rounds, and of the next one so many acts."""
    luck, game = Random(2), session.table.game
    while game.count_rounds(session.table.state, session.table.names) < rounds or paging(session.table.party):
        if not paging(session.table.party):
            saved(session.by_chance(luck))
        session.paged()
    for _ in range(more):
        saved(session.by_chance(luck))
        session.paged()
    return session


def ended(session: Session, **fields: str) -> Session:
    """The host proposes it, and Ben agrees."""
    proposal = saved(session.taken(session.host).tap(session.key, "propose-end", **fields))
    assert "The host wants to end the game now." in session.players[1].sees(f"/t/{session.key}")
    saved(session.players[1].tap(session.key, "approve", proposal=proposal))
    return session


@every_game
@pytest.mark.parametrize(("rounds", "more"), [(0, 0), (0, 2), (1, 0), (1, 2)])
def test_an_ended_game_keeps_all_its_pages(slug: str, rounds: int, more: int, tmp_path: Path) -> None:
    session = ended(played(new_session(tmp_path, GAMES[slug].players[0], game=slug), rounds, more))
    table, lasts = f"/t/{session.key}", "race" if slug == "wetten" else "round"
    headline = f"Ended after {lasts} 1" if rounds else f"Ended in the first {lasts}"
    for device, path in (
        *((device, path) for device in (session.host, session.players[0]) for path in ("", "/screen", "/summary")),
        (session.host, "/history"),
    ):
        page = device.get(table + path)
        assert page.status_code == 200
        assert headline in page.text
        assert not re.search('class="(victor c-|winner)', page.text), "nobody has won"
    assert 'class="podium"' not in session.host.get(table).text
    assert headline in session.host.get("/").text
    for step in ("", "/0/0"):
        assert session.host.get(f"{table}/replay{step}").status_code == 200
    for found in set(re.findall(r'href="(/t/\w+/replay/\d+/\d+)"', session.host.get(f"{table}/replay").text)):
        assert session.host.get(found).status_code == 200
    told = session.host.get(f"{table}/record.jsonl").text
    again = record.read(io.BytesIO(told.encode()))
    assert len(again.acts) == len(session.table.played)


@every_game
def test_what_an_unfinished_round_took_is_given_back(slug: str, tmp_path: Path) -> None:
    session = played(new_session(tmp_path, GAMES[slug].players[0], game=slug), 1)
    scores = player_view(session.table).scores
    ended(played(session, 1, 3))
    assert player_view(session.table).scores == scores
    (one,) = session.service.evenings.all()
    assert (one.scores, one.rounds) == (scores, 1)


@every_game
def test_it_goes_on_where_it_was(slug: str, tmp_path: Path) -> None:
    session = played(new_session(tmp_path, GAMES[slug].players[0], game=slug), 1, 2)
    before = session.host.sees(f"/t/{session.key}/screen"), player_view(session.table).export()
    ended(session)
    assert session.players[0].tap(session.key, "go-on").status_code == 403
    assert 'value="go-on"' in session.host.sees(f"/t/{session.key}")
    assert 'value="go-on"' not in session.players[0].sees(f"/t/{session.key}")
    saved(session.host.tap(session.key, "go-on"))
    assert player_view(session.table).export() == before[1]
    assert "The game goes on." in session.players[0].sees(f"/t/{session.key}")
    assert session.service.evenings.all() == []
    saved(session.by_chance(Random(3)))


@pytest.mark.parametrize("counts", [True, False])
def test_statistics_take_it_in_where_players_said_so(tmp_path: Path, counts: bool) -> None:
    session = ended(played(new_session(tmp_path), 1), **({"counts": "yes"} if counts else {}))
    anna = session.players[0]
    assert ("Anna" in anna.get("/people").text) == counts
    assert ('"Anna"' in anna.get("/plays.csv").text) == counts
    assert anna.get(f"/t/{session.key}/bg-stats").status_code == (200 if counts else 409)
    assert ("Send to BG Stats" in anna.sees(f"/t/{session.key}")) == counts
    assert 'class="evening"' in anna.get("/").text


def test_a_no_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    session = played(new_session(tmp_path), 1)
    proposal = saved(session.host.tap(session.key, "propose-end"))
    saved(session.players[2].tap(session.key, "decline", proposal=proposal))
    assert "the proposal to end it was refused" in session.players[0].sees(f"/t/{session.key}")
    saved(session.by_chance(Random(3)))


def test_a_table_with_one_phone_hands_it_over_for_the_yes(tmp_path: Path) -> None:
    session = played(new_session(tmp_path, 1, host_plays=True, guests=2), 1)
    proposal = saved(session.taken(session.host).tap(session.key, "propose-end"))
    assert session.host.tap(session.key, "approve", proposal=proposal).status_code == 403
    session.in_hand(2)
    assert "Yes, end it" in session.host.sees(f"/t/{session.key}")
    saved(session.host.tap(session.key, "approve", proposal=proposal))
    assert session.table.over


def test_the_menu_leads_to_the_question_while_it_is_played(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    asked = f"/t/{session.key}/end"
    assert f'href="{asked}"' in session.host.sees(f"/t/{session.key}")
    assert f'href="{asked}"' not in session.players[0].sees(f"/t/{session.key}")
    assert "One more player must agree." in session.host.get(asked).text
    assert session.players[0].get(asked).status_code == 403
    ended(session)
    assert f'href="{asked}"' not in session.host.sees(f"/t/{session.key}")
    assert "Nothing can be ended now." in session.host.get(asked).text
