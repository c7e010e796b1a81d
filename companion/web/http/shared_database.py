"""Several processes on one database: before a table's page, read what other processes wrote."""

from contextlib import suppress

from flask import Flask, request

from companion.table.service.registry import NOT_SHOWN
from companion.table.service.table_service import TableService
from companion.web import context
from companion.web.http.device_cookie import device

SELF_REFRESHING = ("play.tap", "play.again", "play.hand")
"""Endpoints that check the database in any case."""


def refresh_before_pages(app: Flask) -> None:
    """Refresh a request's table first. An SQLite file has one process, which needs no refresh."""
    service: TableService = app.config["SERVICE"]
    if service.store.shared:
        app.before_request(_refresh_table)


def _refresh_table() -> None:
    """Read new entries and rights, since a device may arrive before the notification. Use memory if that fails."""
    key = (request.view_args or {}).get("key")
    if key is None or request.endpoint in SELF_REFRESHING:
        return
    with suppress(*NOT_SHOWN):
        context.service().stored_rights(key, device())
