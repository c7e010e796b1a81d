"""A table that cannot be read is told of, stays as it is and harms no other."""

import logging
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from companion.games import GAMES
from tests.unit.games.listed import listed
from tests.unit.web.pages.test_joining import play_to_end
from tests.unit.web.pages.test_result_cards import cards
from tests.unit.web.support.devices import Device, Session, Stream, new_app, new_session, saved

SENTENCE = "This table cannot be read by this version of Companion. It is kept as it is."
HERE = "table_id = (SELECT id FROM tables WHERE key = ?)"
FAULTS = {
    "unknown game": "UPDATE tables SET slug = 'chess' WHERE key = ?",
    "options of another version": "UPDATE tables SET options = '{{\"speed\": 9}}' WHERE key = ?",
    "looks that are no JSON": "UPDATE tables SET looks = '{{' WHERE key = ?",
    "an entry that is no JSON": "UPDATE entries SET body = '{{' WHERE number = 3 AND {here}",
    "an entry without what it needs": "UPDATE entries SET body = '{{}}' WHERE number = 2 AND {here}",
    "an entry that is a list": "UPDATE entries SET body = '[]' WHERE number = 4 AND {here}",
    "an unknown colour": "UPDATE entries SET body = replace(body, 'orange', 'plaid') WHERE {here}",
    "an act that the rules refuse": "UPDATE entries SET body = replace(body, 'table\": 1', 'table\": 99') WHERE {here}",
    "a gap": "DELETE FROM entries WHERE number = 2 AND {here}",
    "people that are no JSON": "UPDATE tables SET people = 'x', slug = 'x' WHERE key = ?",
}

PATHS = ("", "/door", "/hand", "/events", "/screen", "/screen/events", "/summary", "/record.jsonl", "/host")


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A table beside which another one is broken."""
    return new_session(tmp_path)


def broken(session: Session, fault: str) -> Session:
    """Another table of the same host, with something wrong in what is kept of it."""
    other = Session(session.app, session.host).open().sit(3).begin()
    saved(other.host.tap(other.key, "act", slot="start", do="start", seat=0, table=1))
    with session.service.store.engine.connect() as db:
        db.exec_driver_sql(FAULTS[fault].format(here=HERE), (other.key,))
    session.service._tables.clear()
    return other


@pytest.mark.parametrize("fault", FAULTS)
def test_a_table_that_cannot_be_read_is_told_of_and_harms_no_other(
    session: Session, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    other = broken(session, fault)
    entry_count = rows(other)
    with caplog.at_level(logging.ERROR):
        for path in PATHS:
            answer = session.host.get(f"/t/{other.key}{path}")
            assert (answer.status_code, SENTENCE in answer.text) == (409, True), path
        assert session.host.tap(other.key, "back", entry=1).text == SENTENCE
        assert session.host.post(f"/t/{other.key}/again", {"op": "tap-again"}).text == SENTENCE
    told = [record.message for record in caplog.records]
    assert told
    assert all("cannot be read" in one and other.key not in one for one in told)
    page = session.host.get("/").text
    assert page.index("Unreadable tables") < page.index(f'href="/t/{other.key}"')
    assert page.index(f'href="/t/{session.key}"') < page.index("Unreadable tables")
    assert session.host.get(f"/t/{session.key}").status_code == 200
    assert rows(other) == entry_count


def test_a_table_of_an_unknown_game_is_listed_as_such_before_anybody_opens_it(session: Session) -> None:
    other = broken(session, "unknown game")
    page = session.host.get("/").text
    assert page.index("Unreadable tables") < page.index(f'href="/t/{other.key}"')


@pytest.mark.parametrize(
    "faults",
    [
        ("UPDATE evenings SET reckoned = reckoned - 1 WHERE {here}", "unknown game"),
        ("UPDATE evenings SET reckoned = reckoned - 1 WHERE {here}", "an entry that is no JSON"),
        ("UPDATE evenings SET reckoned = reckoned - 1 WHERE {here}", "an entry without what it needs"),
        ("DELETE FROM evenings WHERE {here}", "an entry that is no JSON"),
        ("UPDATE evenings SET reckoned = reckoned WHERE {here}", "unknown game"),
    ],
)
def test_a_finished_game_that_cannot_be_read_any_more_is_listed_as_such(
    tmp_path: Path, faults: tuple[str, str]
) -> None:
    session = new_session(tmp_path, rounds="1", game="toy")
    play_to_end(session)
    with session.service.store.engine.connect() as db:
        for fault in (faults[0], FAULTS[faults[1]]):
            db.exec_driver_sql(fault.format(here=HERE), (session.key,))
    host = Device("host", new_app(tmp_path).test_client())
    host.client._cookies = session.host.client._cookies
    page = host.get("/").text
    assert page.count(f'href="/t/{session.key}"') == 1
    assert page.index("Unreadable tables") < page.index(f'href="/t/{session.key}"')


def test_an_evening_that_is_not_reckoned_anew_yet_is_listed_meanwhile(tmp_path: Path) -> None:
    session = new_session(tmp_path, rounds="1", game="toy")
    play_to_end(session)
    assert len(cards(session.host)) == 1
    with session.service.store.engine.connect() as db:
        db.exec_driver_sql("UPDATE evenings SET reckoned = reckoned - 1, stamp = stamp + 1")
    page = session.host.get("/").text
    assert cards(session.host) == []
    assert page.index("Games played") < page.index(f'href="/t/{session.key}"')
    assert "Unreadable tables" not in page


@pytest.mark.parametrize("path", ["events", "screen/events"])
def test_who_looks_when_a_table_becomes_unreadable_is_let_go_and_told_by_the_page(
    session: Session, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    stream = Stream(session.host, f"/t/{session.key}/{path}")
    next(stream)
    with session.service.store.engine.connect() as db:
        db.exec_driver_sql(FAULTS["an entry that is a list"].format(here=HERE), (session.key,))
    session.service._tables.clear()
    session.service.bus.wake(session.key)
    assert next(stream, None) is None
    assert {record.exc_info for record in caplog.records} == {None}
    assert SENTENCE in session.host.get(f"/t/{session.key}").text


def rows(session: Session) -> list[object]:
    """What is kept of tables, as it is, but for the word that lists are made by."""
    with session.service.store.engine.connect() as db:
        kept = [list(db.exec_driver_sql(f"SELECT * FROM {name}")) for name in ("entries", "rights")]
        return [*kept, list(db.exec_driver_sql("SELECT id, key, slug, options, looks, people FROM tables"))]


def an_older_version(without: str) -> AbstractContextManager[None]:
    """One that does not know a game."""
    return listed(GAMES.keys() - {without})


def test_a_version_that_knows_the_game_lists_it_as_it_is(session: Session) -> None:
    with an_older_version(without="vabanque"):
        session.service._tables.clear()
        assert session.host.get(f"/t/{session.key}").status_code == 409
        assert "Unreadable tables" in session.host.get("/").text
    assert session.host.get(f"/t/{session.key}").status_code == 200
    page = session.host.get("/").text
    assert "Unreadable tables" not in page
    assert "Back to the table" in page
