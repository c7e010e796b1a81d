"""The start page: the way back to a table that goes on comes before anything new."""

import re
from pathlib import Path

import pytest
from sqlalchemy import event

from companion.games import GAMES
from companion.table.service.registry import TABLES_KEPT
from companion.web.pages.start_page import PAGE_SIZE
from tests.unit.web.support.devices import Session, new_session


def test_whoever_has_no_table_is_told_what_this_is_and_offered_a_new_one(session: Session) -> None:
    page = session.device("stranger").get("/").text
    assert "The phones at a real table" in page
    assert '<a class="button primary" href="/new">' in page


def test_a_house_without_tables_shows_its_games_and_each_leads_to_where_it_is_opened(session: Session) -> None:
    stranger = session.device("stranger")
    offered = re.findall(r'href="/new#([^"]+)"', stranger.get("/").text)
    assert offered == list(GAMES)
    where = re.findall(r'<section class="box" id="([^"]+)">', stranger.get("/new").text)
    assert where == offered
    assert not re.findall(r'href="/new#', session.host.get("/").text), "whoever has a table is led to it"


def test_tables_being_played_come_first_then_those_that_wait_for_players(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    lobby = Session(session.app, session.host).open()
    page = session.host.get("/").text
    back, wait, new = page.index(f'href="/t/{session.key}"'), page.index(f'href="/t/{lobby.key}"'), page.index('"/new"')
    assert page.index("Being played") < back < page.index("Waiting for players") < wait < new < page.index('id="code"')
    assert "Back to the table" in page[back:wait]
    assert "Go to the table" in page[wait:new]
    assert "Carla" in page[back:wait]


COPY = """
INSERT INTO tables (id, key, code, slug, options, looks, secret, created, stage, people)
SELECT id + 10 * n, key || n, code, slug, options, looks, secret, created, stage, people
FROM tables, (WITH RECURSIVE c(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c WHERE n < {copies}) SELECT n FROM c)
WHERE key = ?
"""
COPY_RIGHTS = """
INSERT INTO rights (table_id, device, role, number) SELECT tables.id, device, role, number FROM rights, tables
WHERE role = 'host' AND tables.id > 10 AND rights.table_id < 10 GROUP BY tables.id
"""


def copied(session: Session, copies: int) -> None:
    """More tables of the same host, beside the first."""
    with session.service.store.engine.connect() as db:
        db.exec_driver_sql(COPY.format(copies=copies), (session.key,))
        db.exec_driver_sql(COPY_RIGHTS)


def ways(page: str) -> list[str]:
    """The tables that a page leads to."""
    return re.findall(r'<li><a[^>]* href="/t/([^"/]+)"', page)


def test_a_thousand_tables_are_listed_in_pages_and_no_log_is_read(tmp_path: Path) -> None:
    lobby = new_session(tmp_path)
    session = Session(lobby.app, lobby.host).open().sit(3).begin()
    copied(lobby, 1_000)
    with session.service.store.engine.connect() as db:
        db.exec_driver_sql("UPDATE tables SET stage = 'over' WHERE id > 10")
    session.host.get("/")  # finished games that no version has reckoned yet are, once
    asked: list[str] = []
    event.listen(session.service.store.engine, "before_cursor_execute", lambda *args: asked.append(args[2]))
    page = session.host.get("/").text
    assert len(asked) <= 11
    assert not any("entries" in statement for statement in asked)
    assert ways(page)[:2] == [session.key, lobby.key], "those being played come first"
    assert len(ways(page)) == PAGE_SIZE
    assert "Newer ones" not in page
    seen = []
    for number in range(1, 40):
        page = session.host.get(f"/?page={number}").text
        seen += ways(page)
        if "Older ones" not in page:
            break
    assert len(seen) == len(set(seen)) == 1_002
    assert "Newer ones" in page


@pytest.mark.parametrize("page", ["0", "-1", "x", "\uff11", "9" * 400, ""])
def test_a_page_that_is_none_is_refused(session: Session, page: str) -> None:
    assert session.host.get(f"/?page={page}").status_code == 400


def test_what_the_list_tells_follows_the_entries(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    lobby = Session(session.app, session.host).open()
    assert "nobody yet" in session.host.get("/").text
    lobby.sit(2)
    page = session.host.get("/").text
    assert "nobody yet" not in page
    lobby.host.tap(lobby.key, "arrange", person=1)
    rows = {row.key: row for row in session.service.store.tables_of(_host(session))}
    assert [name for name, _ in rows[lobby.key].people] == ["Ben", "Anna"]
    assert rows[lobby.key].people == tuple((one.name, one.colour) for one in lobby.table.party.people)
    assert (rows[lobby.key].status, rows[session.key].status) == ("lobby", "play")


def _host(session: Session) -> str:
    return next(grant.device for grant in session.service.store.holders(session.table.id) if grant.role == "host")


def test_tables_leave_memory_by_last_use_and_come_back_from_disk(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    copied(session, TABLES_KEPT + 100)
    for number in range(1, TABLES_KEPT + 101):
        session.service.table(f"{session.key}{number}")
        assert session.table is session.service.table(session.key), "what is used stays"
    assert len(session.service._tables) == TABLES_KEPT
    assert f"{session.key}1" not in session.service._tables
    assert session.service.table(f"{session.key}1").key == f"{session.key}1"
