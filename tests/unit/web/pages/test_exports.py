"""Exported results: all plays as CSV, and one play for BG Stats."""

import csv
import html
import io
import json
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

from companion.stats.external_formats import COLUMNS
from tests.unit.web.support.corrections import answered, proposed
from tests.unit.web.support.devices import Device, Session, saved
from tests.unit.web.support.finished import import_games
from tests.unit.web.support.phases import play_to_end


def plays(device: Device) -> list[list[str]]:
    """The lines of the CSV after its head."""
    answer = device.get("/plays.csv")
    assert (answer.status_code, answer.mimetype) == (200, "text/csv")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="plays.csv"'
    assert answer.data.startswith("\ufeff".encode()), "spreadsheets take it for UTF-8"
    head, *lines = csv.reader(io.StringIO(answer.data.decode("utf-8-sig"), newline=""), strict=True)
    assert tuple(head) == COLUMNS
    return lines


def bg_stats(session: Session) -> dict[str, Any]:
    """Follow the only link of the page."""
    page = session.players[0].get(f"/t/{session.key}/bg-stats").text
    (link,) = re.findall(r'<a[^>]*href="(https?://[^"]*)"', page)
    (data,) = parse_qs(urlsplit(html.unescape(link)).query)["data"]
    told: dict[str, Any] = json.loads(data)
    return told


def test_device_gets_the_plays_it_sees(over: Session) -> None:
    import_games(over, "vabanque", 1e9)
    anna = over.players[0]
    assert len(plays(over.operator())) == 6
    assert [line[5] for line in plays(anna)] == ["Anna", "Ben", "Carla"]
    assert plays(over.device("stranger")) == []
    before = plays(anna)
    anna.client.set_cookie("companion-language", "de", domain="companion.test")
    assert plays(anna) == before, "the same in every language"


def test_bg_stats_page_says_what_its_link_hands_over(over: Session) -> None:
    page = over.players[0].get(f"/t/{over.key}/bg-stats").text
    assert "This passes names and results to BG Stats" in page
    assert 'target="_blank" rel="noopener noreferrer"' in page
    told = bg_stats(over)
    assert [one["name"] for one in told["players"]] == ["Anna", "Ben", "Carla"]
    assert [one["score"] for one in told["players"]] == list(over.table.game.scores(over.table.state))
    assert over.key not in json.dumps(told)


def test_bg_stats_is_for_those_who_took_part_after_the_end(over: Session) -> None:
    link = f"/t/{over.key}/bg-stats"
    for device in (over.host, *over.players, over.operator()):
        assert device.get(link).status_code == 200
    assert over.device("stranger").get(link).status_code == 403
    assert over.players[0].sees(f"/t/{over.key}").count(f'href="{link}"') == 2, "on the page and in the menu"
    assert f'href="{link}"' in over.players[0].get("/").text
    assert f'href="{link}"' not in over.device("watching").sees(f"/t/{over.key}/screen")
    lobby = Session(over.app, over.host).open()
    assert lobby.host.get(f"/t/{lobby.key}/bg-stats").status_code == 409
    assert lobby.sit(3).begin().host.get(f"/t/{lobby.key}/bg-stats").status_code == 409


def test_play_keeps_its_id_after_a_correction_and_a_rename(session: Session) -> None:
    play_to_end(session)
    before, lines = bg_stats(session), plays(session.players[0])
    write = session.table.game.write
    last = next(one for one in session.table.correctable if write(one.act.move)["do"] == "move")
    assert proposed(session, last.number, steps=0 if write(last.act.move)["steps"] else 1) == 200
    assert answered(session, "approve", session.players[1]) == 200
    saved(session.players[0].tap(session.key, "rename", name="Annabel"))
    after = bg_stats(session)
    assert session.table.roster.corrections
    assert after["players"][0]["name"] == "Annabel"
    assert after["sourcePlayId"] == before["sourcePlayId"]
    assert {line[9] for line in plays(session.players[0])} == {line[9] for line in lines}
