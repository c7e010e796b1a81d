"""What is kept is told to everybody, and what is deleted for good is asked about twice."""

import re
from pathlib import Path

import pytest

from tests.unit.web.pages.test_result_cards import cards, filled, new_operator
from tests.unit.web.support.devices import Device, Session, Stream, new_session, saved


def gone(session: Session) -> bool:
    """Whether nothing of a table is left."""
    pages = [session.host.get(f"/t/{session.key}{path}").status_code for path in ("", "/history", "/delete")]
    assert set(pages) in ({404}, {200})
    return pages[0] == 404


def test_what_goes_with_it_is_told_before_anything_is_deleted(over: Session) -> None:
    page = over.host.get(f"/t/{over.key}/delete").text
    assert f"{over.table.number}\xa0moves" in page
    assert "the places of 4\xa0devices" in page
    assert all(name in page for name in ("Anna", "Ben", "Carla", "Low Bid"))
    assert "Printed sheets" in page
    assert not gone(over)


@pytest.mark.parametrize("sure", [{}, {"sure": ""}, {"sure": "no"}, {"sure": "YES"}])
def test_nothing_is_deleted_that_was_not_said_twice(over: Session, sure: dict[str, str]) -> None:
    answer = over.host.post(f"/t/{over.key}/delete", sure)
    assert answer.status_code == 409
    assert answer.text == "This can't be undone. Confirm it on the page."
    assert not gone(over)


def test_the_host_and_the_operator_delete_and_nobody_else(over: Session) -> None:
    for device in (*over.players, over.device("stranger")):
        assert device.get(f"/t/{over.key}/delete").status_code == 403
        assert device.post(f"/t/{over.key}/delete", {"sure": "yes"}).status_code == 403
    assert not gone(over)
    answer = over.host.post(f"/t/{over.key}/delete", {"sure": "yes"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert gone(over)


def test_with_a_table_its_evening_goes_for_everybody(over: Session) -> None:
    (key,) = filled(over.service, "toy", 1e9)
    operator = new_operator(over)
    assert len(cards(operator)) == 2
    assert operator.post(f"/t/{over.key}/delete", {"sure": "yes"}).status_code == 303
    assert len(cards(operator)) == 1
    assert cards(over.players[0]) == []
    assert "Ben" not in over.players[0].get("/plays.csv").text
    assert operator.post(f"/t/{key}/delete", {"sure": "yes"}).status_code == 303
    assert cards(operator) == []
    assert operator.get("/plays.csv").text.count("\r\n") == 1
    assert operator.post(f"/t/{key}/delete", {"sure": "yes"}).status_code == 404


def test_a_table_that_goes_on_is_put_away_before_it_is_deleted(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    for answer in (
        session.host.get(f"/t/{session.key}/delete"),
        session.host.post(f"/t/{session.key}/delete", {"sure": "yes"}),
    ):
        assert answer.status_code == 409
        assert "Put it away first" in answer.text
    saved(session.host.tap(session.key, "away"))
    assert session.host.post(f"/t/{session.key}/delete", {"sure": "yes"}).status_code == 303
    assert session.host.get(f"/t/{session.key}").status_code == 404


def test_no_other_page_can_have_anything_deleted(over: Session) -> None:
    for origin in ("https://evil.test", None):
        assert over.host.post(f"/t/{over.key}/delete", {"sure": "yes"}, origin=origin).status_code == 403
    assert not gone(over)


def test_a_lent_device_deletes_nothing(tmp_path: Path) -> None:
    session = new_session(tmp_path, 2, guests=1)
    session.in_hand(2)
    assert session.host.get(f"/t/{session.key}/delete").status_code == 403


def test_what_is_kept_is_told_to_whoever_asks_and_is_linked_where_people_come_in(over: Session) -> None:
    stranger = over.device("stranger")
    assert 'href="/kept"' in stranger.get("/").text
    assert 'href="/kept"' in stranger.get(f"/t/{over.key}").text
    page = stranger.get("/kept").text
    assert "it is on no page and in no statistic" in page
    assert "plain http" in page


def said(device: Device) -> set[str]:
    """What a device was given to keep."""
    jar = device.client._cookies or {}
    return {name for _domain, _path, name in jar}


def test_the_cookies_are_those_that_the_page_tells_of(over: Session) -> None:
    anna = over.players[0]
    anna.post("/language", {"language": "de", "back": "/"})
    anna.post(f"/t/{over.key}/first-evening", {"on": "no"})
    assert said(anna) == {"companion-8040", "companion-language", "companion-first-toy"}
    for cookie in (anna.client._cookies or {}).values():
        assert cookie.max_age is not None
        assert cookie.max_age <= 365 * 24 * 3600


def test_no_page_asks_another_server_for_anything(over: Session) -> None:
    for path in ("/", "/kept", f"/t/{over.key}", f"/t/{over.key}/bg-stats", f"/t/{over.key}/delete"):
        answer = over.host.get(path)
        assert not re.search(r'(?:src|action)="\w+:', answer.text)
        assert not re.search(r'<link[^>]* href="\w+:', answer.text)
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]


def test_whoever_looks_while_a_table_is_deleted_hears_no_more_of_it(over: Session) -> None:
    stream = Stream(over.players[0], f"/t/{over.key}/events")
    assert "Anna" in next(stream).decode()
    assert over.host.post(f"/t/{over.key}/delete", {"sure": "yes"}).status_code == 303
    with pytest.raises(StopIteration):
        next(stream)
