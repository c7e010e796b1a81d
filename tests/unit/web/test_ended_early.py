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
from tests.unit.web.devices import Evening, an_evening, done

every_game = pytest.mark.parametrize("slug", GAMES)


def played(evening: Evening, rounds: int, more: int = 0) -> Evening:
    """So many rounds, and of the next one so many acts."""
    luck, game = Random(2), evening.table.game
    while game.rounds_over(evening.table.state, evening.table.names) < rounds or paging(evening.table.party):
        if not paging(evening.table.party):
            done(evening.by_chance(luck))
        evening.paged()
    for _ in range(more):
        done(evening.by_chance(luck))
        evening.paged()
    return evening


def ended(evening: Evening, **fields: str) -> Evening:
    """The host proposes it, and Ben agrees."""
    proposal = done(evening.taken(evening.host).tap(evening.key, "propose-end", **fields))
    assert "The host wants to end the game now." in evening.players[1].sees(f"/t/{evening.key}")
    done(evening.players[1].tap(evening.key, "approve", proposal=proposal))
    return evening


@every_game
@pytest.mark.parametrize(("rounds", "more"), [(0, 0), (0, 2), (1, 0), (1, 2)])
def test_an_ended_game_keeps_all_its_pages(slug: str, rounds: int, more: int, tmp_path: Path) -> None:
    evening = ended(played(an_evening(tmp_path, GAMES[slug].players[0], game=slug), rounds, more))
    table, lasts = f"/t/{evening.key}", "race" if slug == "wetten" else "round"
    headline = f"Ended after {lasts} 1" if rounds else f"Ended in the first {lasts}"
    for device, path in (
        *((device, path) for device in (evening.host, evening.players[0]) for path in ("", "/screen", "/summary")),
        (evening.host, "/history"),
    ):
        page = device.get(table + path)
        assert page.status_code == 200
        assert headline in page.text
        assert not re.search('class="(victor c-|winner)', page.text), "nobody has won"
    assert 'class="podium"' not in evening.host.get(table).text
    assert headline in evening.host.get("/").text
    for step in ("", "/0/0"):
        assert evening.host.get(f"{table}/replay{step}").status_code == 200
    for found in set(re.findall(r'href="(/t/\w+/replay/\d+/\d+)"', evening.host.get(f"{table}/replay").text)):
        assert evening.host.get(found).status_code == 200
    told = evening.host.get(f"{table}/record.jsonl").text
    again = record.read(io.BytesIO(told.encode()))
    assert len(again.acts) == len(evening.table.played)


@every_game
def test_what_an_unfinished_round_took_is_given_back(slug: str, tmp_path: Path) -> None:
    evening = played(an_evening(tmp_path, GAMES[slug].players[0], game=slug), 1)
    scores = player_view(evening.table).scores
    ended(played(evening, 1, 3))
    assert player_view(evening.table).scores == scores
    (one,) = evening.service.evenings.all()
    assert (one.scores, one.rounds) == (scores, 1)


@every_game
def test_it_goes_on_where_it_was(slug: str, tmp_path: Path) -> None:
    evening = played(an_evening(tmp_path, GAMES[slug].players[0], game=slug), 1, 2)
    before = evening.host.sees(f"/t/{evening.key}/screen"), player_view(evening.table).export()
    ended(evening)
    assert evening.players[0].tap(evening.key, "go-on").status_code == 403
    assert 'value="go-on"' in evening.host.sees(f"/t/{evening.key}")
    assert 'value="go-on"' not in evening.players[0].sees(f"/t/{evening.key}")
    done(evening.host.tap(evening.key, "go-on"))
    assert player_view(evening.table).export() == before[1]
    assert "The game goes on." in evening.players[0].sees(f"/t/{evening.key}")
    assert evening.service.evenings.all() == []
    done(evening.by_chance(Random(3)))


@pytest.mark.parametrize("counts", [True, False])
def test_statistics_take_it_in_where_players_said_so(tmp_path: Path, counts: bool) -> None:
    evening = ended(played(an_evening(tmp_path), 1), **({"counts": "yes"} if counts else {}))
    anna = evening.players[0]
    assert ("Anna" in anna.get("/people").text) == counts
    assert ('"Anna"' in anna.get("/plays.csv").text) == counts
    assert anna.get(f"/t/{evening.key}/bg-stats").status_code == (200 if counts else 409)
    assert ("Send to BG Stats" in anna.sees(f"/t/{evening.key}")) == counts
    assert 'class="evening"' in anna.get("/").text


def test_a_no_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    evening = played(an_evening(tmp_path), 1)
    proposal = done(evening.host.tap(evening.key, "propose-end"))
    done(evening.players[2].tap(evening.key, "decline", proposal=proposal))
    assert "it was not agreed to end it" in evening.players[0].sees(f"/t/{evening.key}")
    done(evening.by_chance(Random(3)))


def test_a_table_with_one_phone_hands_it_over_for_the_yes(tmp_path: Path) -> None:
    evening = played(an_evening(tmp_path, 1, host_plays=True, guests=2), 1)
    proposal = done(evening.taken(evening.host).tap(evening.key, "propose-end"))
    assert evening.host.tap(evening.key, "approve", proposal=proposal).status_code == 403
    evening.in_hand(2)
    assert "Yes, end it" in evening.host.sees(f"/t/{evening.key}")
    done(evening.host.tap(evening.key, "approve", proposal=proposal))
    assert evening.table.over


def test_the_menu_leads_to_the_question_while_it_is_played(tmp_path: Path) -> None:
    evening = an_evening(tmp_path)
    asked = f"/t/{evening.key}/end"
    assert f'href="{asked}"' in evening.host.sees(f"/t/{evening.key}")
    assert f'href="{asked}"' not in evening.players[0].sees(f"/t/{evening.key}")
    assert "One more player must agree." in evening.host.get(asked).text
    assert evening.players[0].get(asked).status_code == 403
    ended(evening)
    assert f'href="{asked}"' not in evening.host.sees(f"/t/{evening.key}")
    assert "Nothing can be ended now." in evening.host.get(asked).text
