"""Where several processes serve a house: whoever asks one for a page is shown what was written at another."""

from contextlib import suppress

from flask import Flask, request

from companion.table.service.registry import NOT_SHOWN
from companion.table.service.table_service import TableService
from companion.web import context
from companion.web.http.device_cookie import device

LOOKING_THEMSELVES = ("play.tap", "play.again", "play.hand")
"""What is checked against the disk in any case."""


def guard(app: Flask) -> None:
    """A file is served by one process, which knows it all: there nothing is asked."""
    service: TableService = app.config["DESK"]
    if service.store.shared:
        app.before_request(_read_on)


def _read_on() -> None:
    """One question before a table's page. A device that has sat down goes there at once: sooner than what tells of it.

    Where the database cannot be read, memory holds what everybody was told.
    """
    key = (request.view_args or {}).get("key")
    if key is None or request.endpoint in LOOKING_THEMSELVES:
        return
    service = context.service()
    with suppress(*NOT_SHOWN):
        service.known_by_disk(key, device())
