"""Error responses: a sentence for a tap, a page for a page. Never a traceback."""

import logging

from flask import Flask, Response, current_app, make_response, render_template, request
from flask_babel import gettext as _
from werkzeug.exceptions import HTTPException, InternalServerError

from companion.games import GAMES
from companion.games.types import IllegalMove, InvalidMove, Refusal
from companion.rendering import error_messages
from companion.table.commands.types import Forbidden, Stale
from companion.table.service.cache import Unreadable
from companion.table.service.registry import NOT_SHOWN, NoSuchTable
from companion.table.service.table_service import Conflict
from companion.table.storage.store import NotSaved
from companion.web import context
from companion.web.http.locale import lang
from companion.web.monitoring.metrics import Metrics

STATUS: dict[type[Refusal], int] = {InvalidMove: 400, Forbidden: 403, Stale: 409, IllegalMove: 409, Conflict: 422}

log = logging.getLogger(__name__)


def register_handlers(app: Flask) -> None:
    app.register_error_handler(Refusal, refused)
    app.register_error_handler(NoSuchTable, no_such_table)
    app.register_error_handler(Unreadable, unreadable)
    app.register_error_handler(NotSaved, not_saved)
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(Exception, internal_error)


def refused(error: Refusal) -> Response:
    """Explain why a request was refused, and what to do."""
    key, slug, names = _requested_table()
    if not key and (chosen := request.form.get("game", "")) in GAMES:  # a new table
        slug = chosen
    return _respond(error_messages.format_error(slug, error, names, lang()), status_of(error), key)


def status_of(error: Refusal) -> int:
    return next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


def _requested_table() -> tuple[str, str, tuple[str, ...]]:
    """Return the requested table's key, game and players' names; nothing if it cannot be shown."""
    try:
        key = (request.view_args or {})["key"]
        table = context.service().table(key)
    except (KeyError, *NOT_SHOWN):
        return "", "", ()
    return key, table.slug, table.names


def no_such_table(_error: NoSuchTable) -> Response:
    """Answer for an address that leads to no table."""
    return _respond(_("That table doesn't exist. Scan the code on the table's screen again."), 404)


def unreadable(_error: Unreadable) -> Response:
    """Answer for a table that another version wrote, or that is damaged."""
    return _respond(
        _("Open this table with the version of Companion that you played it with. It is kept as it is."), 409
    )


def not_saved(error: NotSaved) -> Response:
    """Answer after a failed write or read. A page repeats its taps by itself."""
    log.error("not saved: %s", error)
    metrics: Metrics = current_app.config["METRICS"]
    metrics.database_errors.inc()
    if request.method == "POST":
        return _respond(_("Not saved: the server can't write at the moment. Try again."), 503)
    return _respond(_("The server can't read its data at the moment. Try again."), 503)


def link_used() -> Response:
    """Answer for an invalid invitation. Do not reveal whether it was ever valid."""
    sentence = _(
        "This link no longer works: each works once, within 24 hours. "
        "To get a new one, run “companion link” on the server."
    )
    return _respond(sentence, 404)


def http_error(error: HTTPException) -> Response:
    """Answer when Flask refuses a request."""
    sentences = {
        400: _("Something was missing. Go back and try again."),
        403: _("That came from another page, so it didn't count. Open the table's own page."),
        404: _("This page doesn't exist. Check the address, or go to the start page."),
        405: _("That page can't be opened like that. Go back and use its buttons."),
        413: _("That was too much to send at once. Enter less, then try again."),
        429: _("Too many attempts. Wait a minute and try again."),
    }
    return _respond(sentences.get(error.code or 500, _("Something went wrong. Try again.")), error.code or 500)


def internal_error(error: Exception) -> Response:
    """Answer after a bug. The log names the endpoint, never the data that was sent."""
    log.exception("unexpected at %s", request.endpoint, exc_info=error)
    return http_error(InternalServerError())


def _respond(sentence: str, status: int, key: str = "") -> Response:
    """Answer a tap with plain text, anything else with a page, which links to the table of this key."""
    if request.method == "POST" and request.headers.get("Companion-Tap"):
        return Response(sentence, status, mimetype="text/plain")
    return make_response(render_template("error.html", sentence=sentence, key=key), status)
