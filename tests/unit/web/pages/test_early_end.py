"""A game that is ended early keeps its pages, counts only if players said so, and can go on."""

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


def play(session: Session, rounds: int, more: int = 0) -> Session:
    """Play so many rounds and a few moves of the next one."""
    luck, game = Random(2), session.table.game
    while game.count_rounds(session.table.state, session.table.names) < rounds or paging(session.table.roster):
        if not paging(session.table.roster):
            saved(session.by_chance(luck))
        session.paged()
    for _ in range(more):
        saved(session.by_chance(luck))
        session.paged()
    return session


def end(session: Session, **fields: str) -> Session:
    """The host proposes it, and Ben agrees."""
    proposal = saved(session.taken(session.host).tap(session.key, "propose-end", **fields))
    assert "The host wants to end the game now." in session.players[1].sees(f"/t/{session.key}")
    saved(session.players[1].tap(session.key, "approve", proposal=proposal))
    return session


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("rounds", [0, 1])
def test_ended_game_keeps_its_pages_and_goes_on(slug: str, rounds: int, tmp_path: Path) -> None:
    session = play(new_session(tmp_path, max(3, GAMES[slug].players[0]), game=slug), rounds)
    table, lasts, scores = (
        f"/t/{session.key}",
        "race" if slug == "wetten" else "round",
        player_view(session.table).scores,
    )
    play(session, rounds, 2 + rounds)
    before = player_view(session.table).export()
    end(session)
    if rounds:
        (one,) = session.service.results.all()
        given_back = (player_view(session.table).scores, one.scores, one.rounds)
        assert given_back == (scores, scores, 1), "what the unfinished round took"
    headline = f"Ended after {lasts} 1" if rounds else f"Ended in the first {lasts}"
    for path in ("", "/screen", "/summary", "/history"):
        for device in (session.host, session.players[0]):
            page = device.get(table + path)
            assert headline in page.text
            assert not re.search('class="(victor c-|winner|podium)', page.text), "nobody has won"
    assert headline in session.host.get("/").text
    replay = session.host.get(f"{table}/replay").text
    for found in {f"{table}/replay/0/0", *re.findall(r'href="(/t/\w+/replay/\d+/\d+)"', replay)}:
        assert session.host.get(found).status_code == 200
    told = session.host.get(f"{table}/record.jsonl").text
    assert len(record.read(io.BytesIO(told.encode())).acts) == len(session.table.played)
    assert session.players[0].tap(session.key, "go-on").status_code == 403
    assert ['value="go-on"' in device.sees(table) for device in (session.host, session.players[0])] == [True, False]
    saved(session.host.tap(session.key, "go-on"))
    assert player_view(session.table).export() == before
    assert "The game goes on." in session.players[0].sees(table)
    assert session.service.results.all() == []
    saved(session.by_chance(Random(3)))


@pytest.mark.parametrize("counts", [True, False])
def test_ended_game_counts_where_players_said_so(tmp_path: Path, counts: bool) -> None:
    session = end(play(new_session(tmp_path), 1), **({"counts": "yes"} if counts else {}))
    anna = session.players[0]
    assert ("Anna" in anna.get("/people").text) == counts
    assert ('"Anna"' in anna.get("/plays.csv").text) == counts
    assert anna.get(f"/t/{session.key}/bg-stats").status_code == (200 if counts else 409)
    assert ("Send to BG Stats" in anna.sees(f"/t/{session.key}")) == counts
    assert 'class="evening"' in anna.get("/").text


def test_declined_end_is_told_and_the_game_goes_on(session: Session) -> None:
    proposal = saved(session.host.tap(session.key, "propose-end"))
    saved(session.players[2].tap(session.key, "decline", proposal=proposal))
    assert "the proposal to end it was turned down or withdrawn" in session.players[0].sees(f"/t/{session.key}")
    saved(session.by_chance(Random(3)))


def test_only_phone_is_handed_over_to_agree_to_the_end(tmp_path: Path) -> None:
    session = play(new_session(tmp_path, 1, host_plays=True, guests=2), 1)
    proposal = saved(session.taken(session.host).tap(session.key, "propose-end"))
    assert session.host.tap(session.key, "approve", proposal=proposal).status_code == 403
    session.in_hand(2)
    assert "Yes, end it" in session.host.sees(f"/t/{session.key}")
    saved(session.host.tap(session.key, "approve", proposal=proposal))
    assert session.table.over


def test_host_menu_leads_to_the_question(session: Session) -> None:
    asked, anna = f"/t/{session.key}/end", session.players[0]
    assert [f'href="{asked}"' in one.sees(f"/t/{session.key}") for one in (session.host, anna)] == [True, False]
    assert "One more player must agree." in session.host.get(asked).text
    assert anna.get(asked).status_code == 403
    end(session)
    assert f'href="{asked}"' not in session.host.sees(f"/t/{session.key}")
    assert "There is no game to end at the moment." in session.host.get(asked).text
