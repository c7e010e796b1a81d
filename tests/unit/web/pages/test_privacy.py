"""Everybody can read what is stored; it is deleted for good after a question."""

import re

import pytest

from tests.unit.web.pages.test_result_cards import cards
from tests.unit.web.support.devices import Session, Stream, saved
from tests.unit.web.support.finished import import_games

SURE = {"sure": "yes"}


def delete(session: Session) -> str:
    return f"/t/{session.key}/delete"


def is_gone(session: Session) -> bool:
    """Whether nothing of a table is left."""
    statuses = {session.host.get(f"/t/{session.key}{path}").status_code for path in ("", "/history", "/delete")}
    assert statuses in ({404}, {200})
    return statuses == {404}


def test_game_is_deleted_after_a_question_by_host_and_operator(over: Session) -> None:
    page = over.host.get(delete(over)).text
    assert f"{over.table.number}\xa0moves" in page
    assert "the seats of 4\xa0devices" in page
    assert all(name in page for name in ("Anna", "Ben", "Carla", "Low Bid", "Printed sheets"))
    for sure in ({}, {"sure": ""}, {"sure": "no"}, {"sure": "YES"}):
        answer = over.host.post(delete(over), sure)
        assert (answer.status_code, answer.text) == (409, "This can't be undone. Confirm it on the page.")
    for device in (*over.players, over.device("stranger")):
        assert device.get(delete(over)).status_code == device.post(delete(over), SURE).status_code == 403
    for origin in ("https://evil.test", None):
        assert over.host.post(delete(over), SURE, origin=origin).status_code == 403
    assert not is_gone(over)
    answer = over.host.post(delete(over), SURE)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert is_gone(over)


def test_deleted_game_leaves_every_list(over: Session) -> None:
    (key,) = import_games(over, "toy", 1e9)
    operator, stream = over.operator(), Stream(over.players[0], f"/t/{over.key}/events")
    assert "Anna" in next(stream).decode()
    assert len(cards(operator)) == 2
    assert operator.post(delete(over), SURE).status_code == 303
    with pytest.raises(StopIteration):
        next(stream)
    assert (len(cards(operator)), cards(over.players[0])) == (1, [])
    assert "Ben" not in over.players[0].get("/plays.csv").text
    assert operator.post(f"/t/{key}/delete", SURE).status_code == 303
    assert cards(operator) == []
    assert operator.get("/plays.csv").text.count("\r\n") == 1
    assert operator.post(f"/t/{key}/delete", SURE).status_code == 404


def test_running_table_is_put_away_before_it_is_deleted(session: Session) -> None:
    for answer in (session.host.get(delete(session)), session.host.post(delete(session), SURE)):
        assert answer.status_code == 409
        assert "Put it away first" in answer.text
    saved(session.host.tap(session.key, "away"))
    assert session.host.post(delete(session), SURE).status_code == 303
    assert session.host.get(f"/t/{session.key}").status_code == 404


def test_page_tells_what_is_stored_and_every_cookie(over: Session) -> None:
    stranger, anna = over.device("stranger"), over.players[0]
    for path in ("/", f"/t/{over.key}"):
        assert 'href="/kept"' in stranger.get(path).text
    page = stranger.get("/kept").text
    assert "it no longer appears anywhere, not even in the statistics" in page
    assert "plain http" in page
    anna.post("/language", {"language": "de", "back": "/"})
    anna.post(f"/t/{over.key}/first-evening", {"on": "no"})
    jar = anna.client._cookies or {}
    assert {name for _domain, _path, name in jar} == {"companion-8040", "companion-language", "companion-first-toy"}
    assert all(cookie.max_age and cookie.max_age <= 365 * 24 * 3600 for cookie in jar.values())


def test_no_page_asks_another_server_for_anything(over: Session) -> None:
    for path in ("/", "/kept", f"/t/{over.key}", f"/t/{over.key}/bg-stats", delete(over)):
        answer = over.host.get(path)
        assert not re.search(r'(?:src|action)="\w+:|<link[^>]* href="\w+:', answer.text)
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
