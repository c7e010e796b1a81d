"""The start page: tables that go on come before anything new; failures are told."""

import re

import pytest
from sqlalchemy import event

from companion.games import GAMES
from companion.table.service.registry import CACHED_TABLES
from companion.table.service.table_service import TableService
from companion.table.storage.store import NotSaved
from companion.web.pages.start_page import PAGE_SIZE
from tests.unit.web.support.devices import Session


def test_newcomer_is_told_what_this_is_and_offered_the_games(session: Session) -> None:
    stranger = session.device("stranger")
    page = stranger.get("/").text
    assert "Your phones at a real table" in page
    assert '<a class="button primary" href="/new">' in page
    assert re.findall(r'href="/new#([^"]+)"', page) == list(GAMES)
    assert re.findall(r'<section class="box" id="([^"]+)">', stranger.get("/new").text) == list(GAMES)
    assert 'href="/new#' not in session.host.get("/").text, "whoever has a table is led to it"


def test_running_tables_come_before_lobbies(session: Session) -> None:
    lobby = Session(session.app, session.host).open()
    page = session.host.get("/").text
    back, wait, new = page.index(f'href="/t/{session.key}"'), page.index(f'href="/t/{lobby.key}"'), page.index('"/new"')
    assert page.index("In progress") < back < page.index("Waiting for players") < wait < new < page.index('id="code"')
    assert "Back to the table" in page[back:wait]
    assert "Go to the table" in page[wait:new]
    assert "Carla" in page[back:wait]
    assert "nobody yet" in page
    lobby.sit(2)
    assert "nobody yet" not in session.host.get("/").text
    lobby.host.tap(lobby.key, "arrange", person=1)
    rows = {row.key: row for row in session.service.store.list_tables(str(session.host.known))}
    assert rows[lobby.key].people == tuple((one.name, one.colour) for one in lobby.table.roster.people)
    assert [name for name, _ in rows[lobby.key].people] == ["Ben", "Anna"]
    assert (rows[lobby.key].status, rows[session.key].status) == ("lobby", "play")


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


def copy_table(session: Session, copies: int) -> None:
    """Give the host more tables like this one."""
    with session.service.store.engine.connect() as db:
        db.exec_driver_sql(COPY.format(copies=copies), (session.key,))
        db.exec_driver_sql(COPY_RIGHTS)


def linked(page: str) -> list[str]:
    """The tables that a page leads to."""
    return re.findall(r'<li><a[^>]* href="/t/([^"/]+)"', page)


def test_thousand_tables_are_paged_without_reading_logs(session: Session) -> None:
    latest = Session(session.app, session.host).open().sit(3).begin()
    copy_table(session, 1_000)
    with latest.service.store.engine.connect() as db:
        db.exec_driver_sql("UPDATE tables SET stage = 'over' WHERE id > 10")
    latest.host.get("/")  # computes the results of finished games once
    asked: list[str] = []
    event.listen(latest.service.store.engine, "before_cursor_execute", lambda *args: asked.append(args[2]))
    page = latest.host.get("/").text
    assert len(asked) <= 11
    assert not any("entries" in statement for statement in asked)
    assert linked(page)[:2] == [latest.key, session.key], "those being played come first"
    assert len(linked(page)) == PAGE_SIZE
    assert "Newer" not in page
    seen, number = linked(page), 1
    while "Older" in page:
        number += 1
        page = latest.host.get(f"/?page={number}").text
        seen += linked(page)
    assert len(seen) == len(set(seen)) == 1_002
    assert "Newer" in page


@pytest.mark.parametrize("page", ["0", "-1", "x", "\uff11", "9" * 400, ""])
def test_impossible_page_number_is_refused(session: Session, page: str) -> None:
    assert session.host.get(f"/?page={page}").status_code == 400


def test_least_used_tables_leave_memory_and_come_back(session: Session) -> None:
    copy_table(session, CACHED_TABLES + 100)
    for number in range(1, CACHED_TABLES + 101):
        session.service.table(f"{session.key}{number}")
        assert session.table is session.service.table(session.key), "what is used stays"
    assert len(session.service._tables) == CACHED_TABLES
    assert f"{session.key}1" not in session.service._tables
    assert session.service.table(f"{session.key}1").key == f"{session.key}1"


def full(*_: object, **__: object) -> None:
    raise NotSaved("the disk is full")


def test_failed_write_and_failed_read_are_told_apart(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableService, "open", full)
    answer = session.host.post("/new", {"game": "vabanque"})
    assert (answer.status_code, answer.text) == (503, "Not saved: the server can't write at the moment. Try again.")
    monkeypatch.setattr("companion.web.pages.start_page.start_list", full)
    answer = session.host.get("/")
    assert answer.status_code == 503
    assert "The server can&#39;t read its data at the moment. Try again." in answer.text
