"""What could not be saved, or read, says so, and to try it once more where no page does that by itself."""

import pytest

from companion.table.service.table_service import TableService
from companion.table.storage.store import NotSaved
from tests.unit.web.support.devices import Session


def full(*_: object, **__: object) -> None:
    raise NotSaved("the disk is full")


def test_a_new_table_is_to_be_tried_once_more(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableService, "open", full)
    answer = session.host.post("/new", {"game": "vabanque"})
    assert (answer.status_code, answer.text) == (
        503,
        "Not saved: the server can't write at the moment. Try again.",
    )


def test_a_page_that_cannot_be_read_speaks_of_reading(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.pages.start_page.start_list", full)
    answer = session.host.get("/")
    assert answer.status_code == 503
    assert "The server can&#39;t read its data at the moment. Try again." in answer.text
