"""A request for a host that is not this machine: a page that says what to do, and a line in the log."""

import logging
import re

from flask import Response, current_app, make_response, render_template, request
from flask_babel import gettext as _

from companion.web import context

NAME = re.compile(r"[A-Za-z0-9._-]{1,100}(:[0-9]{1,5})?")
CLEAN = re.compile(r"[A-Za-z0-9.:\[\]_-]{0,100}")
LOGGED = 100
"""Hosts that are logged, each once: anybody can send any number of them."""

log = logging.getLogger(__name__)


def refused() -> Response:
    """Refuse a request for its host. The page has neither style nor script, since those are refused as well."""
    host = request.headers.get("Host", "")  # as it was sent: `request.host` is empty for what is no name
    _log(host)
    if request.headers.get("Companion-Tap"):
        told = _("This server does not know the address %(host)s.", host=_cleaned(host))
        return Response(told, 400, mimetype="text/plain")
    settings = context.settings()
    whole = host if NAME.fullmatch(host) else "NAME"
    name, _colon, port = whole.partition(":")
    direct = not settings.public and (port or "80") == str(settings.port)
    page = render_template(
        "foreign_host.html",
        host=_cleaned(host),
        public=settings.public,
        by_address=f"companion serve --address {name}" if direct else "",
        by_public=f"companion serve --public {'http' if port or _is_ip(name) else 'https'}://{whole}",
    )
    return make_response(page, 400)


def _log(host: str) -> None:
    logged: set[str] = current_app.config["FOREIGN_HOSTS"]
    if (name := _cleaned(host)) not in logged and len(logged) < LOGGED:
        logged.add(name)
        log.warning("refused the host '%s'; see --address and --public", name)


def _is_ip(name: str) -> bool:
    return name.replace(".", "").isdigit()


def _cleaned(host: str) -> str:
    """So much of it as a name can have: nothing behind that is repeated on a page or in a log."""
    found = CLEAN.match(host)
    return found[0] if found else ""
