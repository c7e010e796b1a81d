"""Results that somebody takes along: all plays as CSV, and a play for BG Stats."""

import csv
import html
import io
import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from companion.stats.external_formats import COLUMNS
from tests.unit.web.pages.test_joining import play_to_end
from tests.unit.web.pages.test_result_cards import filled, new_operator
from tests.unit.web.support.corrections import answered, proposed
from tests.unit.web.support.devices import Device, Session, new_session, saved


def plays(device: Device) -> list[list[str]]:
    """The lines after the first."""
    answer = device.get("/plays.csv")
    assert answer.status_code == 200
    assert answer.mimetype == "text/csv"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="plays.csv"'
    head, *lines = csv.reader(io.StringIO(answer.data.decode("utf-8-sig"), newline=""), strict=True)
    assert tuple(head) == COLUMNS
    return lines


def test_a_device_gets_the_plays_that_it_sees_and_a_stranger_none(over: Session) -> None:
    filled(over.service, "vabanque", 1e9)
    assert len(plays(new_operator(over))) == 6
    assert [line[5] for line in plays(over.players[1])] == ["Anna", "Ben", "Carla"]
    assert plays(over.device("stranger")) == []


def test_its_words_are_the_same_in_every_language(over: Session) -> None:
    before = plays(over.players[0])
    over.players[0].client.set_cookie("companion-language", "de", domain="companion.test")
    assert plays(over.players[0]) == before


def handed(session: Session) -> dict[str, Any]:
    """What the one link of the page hands over."""
    page = session.players[0].get(f"/t/{session.key}/bg-stats").text
    (link,) = re.findall(r'<a[^>]*href="(https?://[^"]*)"', page)
    (data,) = parse_qs(urlsplit(html.unescape(link)).query)["data"]
    told: dict[str, Any] = json.loads(data)
    return told


def test_the_page_before_bg_stats_says_what_is_handed_over_and_has_the_one_link(over: Session) -> None:
    page = over.players[0].get(f"/t/{over.key}/bg-stats").text
    assert "This hands names and results to BG Stats" in page
    assert 'target="_blank" rel="noopener noreferrer"' in page
    told = handed(over)
    assert [one["name"] for one in told["players"]] == ["Anna", "Ben", "Carla"]
    assert [one["score"] for one in told["players"]] == list(over.table.game.scores(over.table.state))
    assert over.key not in json.dumps(told)


def test_only_those_who_sat_there_or_run_it_hand_it_over_and_only_when_it_is_over(over: Session) -> None:
    for device in (over.host, *over.players, new_operator(over)):
        assert device.get(f"/t/{over.key}/bg-stats").status_code == 200
    assert over.device("stranger").get(f"/t/{over.key}/bg-stats").status_code == 403
    running = Session(over.app, over.host).open().sit(3).begin()
    assert running.host.get(f"/t/{running.key}/bg-stats").status_code == 409
    lobby = Session(over.app, over.host).open()
    assert lobby.host.get(f"/t/{lobby.key}/bg-stats").status_code == 409


def test_it_is_linked_where_a_game_has_ended(over: Session) -> None:
    link = f'href="/t/{over.key}/bg-stats"'
    assert over.players[0].sees(f"/t/{over.key}").count(link) == 2, "on the page and in the menu"
    assert link in over.players[0].get("/").text
    assert over.device("watching").sees(f"/t/{over.key}/screen").count(link) == 0


def test_a_play_keeps_its_id_after_a_correction_and_a_rename(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    play_to_end(session)
    before, lines = handed(session), plays(session.players[0])
    write = session.table.game.write
    last = next(one for one in session.table.correctable if write(one.act.move)["do"] == "move")
    steps = write(last.act.move)["steps"]
    assert proposed(session, last.number, steps=0 if steps else 1) == 200
    assert answered(session, "approve", session.players[1]) == 200
    saved(session.players[0].tap(session.key, "rename", name="Annabel"))
    after = handed(session)
    assert session.table.party.corrections
    assert after["players"][0]["name"] == "Annabel"
    assert after["sourcePlayId"] == before["sourcePlayId"]
    assert {line[9] for line in plays(session.players[0])} == {line[9] for line in lines}


def test_a_spreadsheet_is_told_that_the_plays_are_utf_8(over: Session) -> None:
    assert over.players[0].get("/plays.csv").data.startswith("\ufeff".encode())
