"""A table that cannot be read is told of, stays as it is and harms no other."""

import logging
from pathlib import Path

import pytest

from companion.games import GAMES
from tests.unit.games.listed import listed
from tests.unit.web.pages.test_result_cards import cards
from tests.unit.web.support.devices import Device, Session, Stream, new_app, new_session, saved
from tests.unit.web.support.phases import play_to_end

SENTENCE = "Open this table with the version of Companion that you played it with. It is kept as it is."
LISTED = "Unreadable tables"
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
OUTDATED = "UPDATE evenings SET reckoned = reckoned - 1 WHERE {here}"
PATHS = ("", "/door", "/hand", "/events", "/screen", "/screen/events", "/summary", "/record.jsonl", "/host")


def execute(session: Session, *statements: str) -> None:
    """Change what is stored of a table."""
    with session.service.store.engine.connect() as db:
        for statement in statements:
            db.exec_driver_sql(statement.format(here=HERE), (session.key,))
    session.service._tables.clear()


def rows(session: Session) -> list[object]:
    """All that is stored of tables but the status that lists go by."""
    with session.service.store.engine.connect() as db:
        kept = [list(db.exec_driver_sql(f"SELECT * FROM {name}")) for name in ("entries", "rights")]
        return [*kept, list(db.exec_driver_sql("SELECT id, key, slug, options, looks, people FROM tables"))]


@pytest.mark.parametrize("fault", FAULTS)
def test_unreadable_table_is_told_and_harms_no_other(
    session: Session, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    other = Session(session.app, session.host).open().sit(3).begin()
    saved(other.host.tap(other.key, "act", slot="start", do="start", seat=0, table=1))
    execute(other, FAULTS[fault])
    stored = rows(other)
    if fault == "unknown game":  # listed as such before anybody opens it
        assert LISTED in session.host.get("/").text
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
    assert page.index(f'href="/t/{session.key}"') < page.index(LISTED) < page.index(f'href="/t/{other.key}"')
    assert session.host.get(f"/t/{session.key}").status_code == 200
    assert rows(other) == stored


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        (OUTDATED, "unknown game"),
        (OUTDATED, "an entry that is no JSON"),
        (OUTDATED, "an entry without what it needs"),
        ("DELETE FROM evenings WHERE {here}", "an entry that is no JSON"),
        ("UPDATE evenings SET reckoned = reckoned WHERE {here}", "unknown game"),
    ],
)
def test_unreadable_finished_game_is_listed_as_such(tmp_path: Path, statement: str, fault: str) -> None:
    session = play_to_end(new_session(tmp_path, rounds="1", game="toy"))
    execute(session, statement, FAULTS[fault])
    host = Device("host", new_app(tmp_path).test_client())
    host.client._cookies = session.host.client._cookies
    page = host.get("/").text
    assert page.count(f'href="/t/{session.key}"') == 1
    assert page.index(LISTED) < page.index(f'href="/t/{session.key}"')


def test_game_with_outdated_result_is_listed_meanwhile(over: Session) -> None:
    assert len(cards(over.host)) == 1
    with over.service.store.engine.connect() as db:
        db.exec_driver_sql("UPDATE evenings SET reckoned = reckoned - 1, stamp = stamp + 1")
    page = over.host.get("/").text
    assert cards(over.host) == []
    assert page.index("Games played") < page.index(f'href="/t/{over.key}"')
    assert LISTED not in page


@pytest.mark.parametrize("path", ["events", "screen/events"])
def test_stream_ends_when_its_table_becomes_unreadable(
    session: Session, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    stream = Stream(session.host, f"/t/{session.key}/{path}")
    next(stream)
    execute(session, FAULTS["an entry that is a list"])
    session.service.notifier.wake(session.key)
    assert next(stream, None) is None
    assert {record.exc_info for record in caplog.records} == {None}
    assert SENTENCE in session.host.get(f"/t/{session.key}").text


def test_version_that_knows_the_game_lists_it_again(session: Session) -> None:
    with listed(GAMES.keys() - {"vabanque"}):
        session.service._tables.clear()
        assert session.host.get(f"/t/{session.key}").status_code == 409
        assert LISTED in session.host.get("/").text
    assert session.host.get(f"/t/{session.key}").status_code == 200
    page = session.host.get("/").text
    assert LISTED not in page
    assert "Back to the table" in page
