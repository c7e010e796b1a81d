"""What people read when something goes wrong: a sentence for a tap, a page for a page. Never a traceback."""

import logging

from flask import Flask, Response, current_app, make_response, render_template, request
from flask_babel import gettext as _
from werkzeug.exceptions import HTTPException, InternalServerError

from companion.games.types import IllegalMove, InvalidMove, Refusal
from companion.rendering import error_messages
from companion.table.commands.types import Forbidden, Stale
from companion.table.service.loading import Unreadable
from companion.table.service.registry import NOT_SHOWN, NoSuchTable
from companion.table.service.table_service import Conflict
from companion.table.storage.store import NotSaved
from companion.web import context
from companion.web.http.locale import lang
from companion.web.monitoring.metrics import Counters

STATUS: dict[type[Refusal], int] = {InvalidMove: 400, Forbidden: 403, Stale: 409, IllegalMove: 409, Conflict: 422}

log = logging.getLogger(__name__)


def handle(app: Flask) -> None:
    """Registers what is said for each kind of trouble."""
    app.register_error_handler(Refusal, trouble)
    app.register_error_handler(NoSuchTable, no_such_table)
    app.register_error_handler(Unreadable, unreadable)
    app.register_error_handler(NotSaved, not_saved)
    app.register_error_handler(HTTPException, http)
    app.register_error_handler(Exception, unexpected)


def trouble(error: Refusal) -> Response:
    """A tap that could not be taken: why not, and what to do."""
    status = status_of(error)
    slug, names = _table()
    return _say(error_messages.format_error(slug, error, names, lang()), status)


def status_of(error: Refusal) -> int:
    """What it is answered with."""
    return next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


def _table() -> tuple[str, tuple[str, ...]]:
    """The game and the names at the table that the request is about."""
    service = context.service()
    try:
        table = service.table((request.view_args or {})["key"])
    except (KeyError, *NOT_SHOWN):
        return "", ()
    return table.slug, table.names


def no_such_table(_error: NoSuchTable) -> Response:
    """An address that leads to no table."""
    return _say(_("There is no such table. Scan the code on the table's screen again."), 404)


def unreadable(_error: Unreadable) -> Response:
    """What is kept of a table was written by another version, or is damaged."""
    return _say(_("This table cannot be read by this version of Companion. It is kept as it is."), 409)


def not_saved(error: NotSaved) -> Response:
    """The disk did not take it, or gave nothing. A page repeats its taps, and says so itself; nothing else is."""
    log.error("not saved: %s", error)
    counters: Counters = current_app.config["COUNTERS"]
    counters.faults.inc()
    if request.method == "POST":
        return _say(_("Not saved: the server can't write at the moment. Try again."), 503)
    return _say(_("The server can't read its data at the moment. Try again."), 503)


def link_used() -> Response:
    """Answer an invalid invitation. Does not say whether it ever was valid."""
    told = _(
        "This link no longer works: each works once, within 24 hours. "
        "To get a new one, run “companion link” on the server."
    )
    return _say(told, 404)


def http(error: HTTPException) -> Response:
    """What Flask refuses: unknown addresses, wrong methods, too much at once."""
    sentences = {
        400: _("That was not understood. Go back and try again."),
        403: _("That came from another page and was not counted. Open the table's own page."),
        404: _("There is no such page."),
        405: _("That page cannot be used this way."),
        413: _("That was too much at once."),
        429: _("Too many attempts. Wait a minute and try again."),
    }
    return _say(sentences.get(error.code or 500, _("Something went wrong. Try again.")), error.code or 500)


def unexpected(error: Exception) -> Response:
    """A fault of ours. The log names where, never what was sent."""
    log.exception("unexpected at %s", request.endpoint, exc_info=error)
    return http(InternalServerError())


def _say(sentence: str, status: int) -> Response:
    """A tap is answered by its sentence alone, everything else by a page."""
    if request.method == "POST" and request.headers.get("Companion-Tap"):
        return Response(sentence, status, mimetype="text/plain")
    return make_response(render_template("error.html", sentence=sentence, status=status), status)
