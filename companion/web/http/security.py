"""Checks before every request (Host and Origin), and security headers on every response."""

import logging
import re
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from flask import Flask, Response, abort, current_app, make_response, render_template, request
from flask_babel import gettext as _

from companion.network import addresses
from companion.web import context
from companion.web.http.device_cookie import PORTS

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src data:; "
    "object-src 'none'; base-uri 'none'; form-action {forms}; frame-ancestors 'none'"
)
SCRIPT_FORMS, NATIVE_FORMS = POLICY.format(forms="'none'"), POLICY.format(forms="'self'")
"""Until scripts are loaded, a browser would submit forms itself, and put a secret choice into an address."""
NATIVE_FORM_ENDPOINTS = ("prints.choose_material",)
"""Their forms only choose what to show next."""
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",  # under no-referrer, WebKit and Firefox send `Origin: null` with a form
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
ANY_HOST = ("health.health",)
"""Proxies request it under names of their own, and it is public."""
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
VALID_HOST = re.compile(r"[A-Za-z0-9._-]{1,100}(:[0-9]{1,5})?")
PRINTABLE_HOST = re.compile(r"[A-Za-z0-9.:\[\]_-]{0,100}")
MAX_LOGGED_HOSTS = 100
"""Each is logged once; a client can send any number of them."""

log = logging.getLogger(__name__)


def protect(app: Flask) -> None:
    app.before_request(check_host)
    app.before_request(check_origin)
    app.after_request(set_headers)


def check_host() -> Response | None:
    """Accept only names and addresses of this machine, against DNS rebinding."""
    if request.endpoint in ANY_HOST:
        return None
    settings = context.settings()
    host = _split(f"//{request.host}").hostname or ""
    if host in ("localhost", settings.host, _split(settings.origin).hostname, *current_app.config["HOSTS"]):
        return None
    return None if _is_this_machine(host) else refuse_host()


def _is_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback or addresses.is_own(host)
    except ValueError:
        return addresses.is_own_name(host)


def check_origin() -> None:
    """Accept a POST only from a page of this address. On plain http, browsers send Origin and no Sec-Fetch-Site."""
    if request.method in SAFE_METHODS:
        return
    origin = request.headers.get("Origin")
    if origin is None and request.headers.get("Sec-Fetch-Site") in ("same-origin", "none"):
        return
    if origin is None or origin.lower() != _own_origin(request.host.lower(), context.settings().public.lower()):
        abort(403, "origin")


def _own_origin(host: str, public: str) -> str:
    """Return the origin that browsers send from our pages: with the public address's scheme, or plain http."""
    there = _split(public)
    port = f":{PORTS.get(there.scheme, '')}"
    if there.netloc.removesuffix(port) == host.removesuffix(port):
        return f"{there.scheme}://{host.removesuffix(port)}"
    return f"http://{host}"


def _split(address: str) -> SplitResult:
    """Split a URL; an invalid one counts as empty."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def set_headers(response: Response) -> Response:
    """Add the security headers. Only static files may be cached."""
    policy = NATIVE_FORMS if request.endpoint in NATIVE_FORM_ENDPOINTS else SCRIPT_FORMS
    response.headers.extend(HEADERS | {"Content-Security-Policy": policy})
    if request.endpoint != "static":
        response.headers["Cache-Control"] = "no-store"
    return response


def refuse_host() -> Response:
    """Answer 400 and tell the operator which option allows this host. The page can load neither styles nor scripts."""
    host = request.headers.get("Host", "")  # `request.host` is empty for an invalid name
    found = PRINTABLE_HOST.match(host)
    shown = found[0] if found else ""
    _log_refused(shown)
    if request.headers.get("Companion-Tap"):
        sentence = _("This server does not know the address %(host)s.", host=shown)
        return Response(sentence, 400, mimetype="text/plain")
    settings = context.settings()
    whole = host if VALID_HOST.fullmatch(host) else "NAME"
    name, _colon, port = whole.partition(":")
    direct = not settings.public and (port or "80") == str(settings.port)
    scheme = "http" if port or name.replace(".", "").isdigit() else "https"
    page = render_template(
        "foreign_host.html",
        host=shown,
        public=settings.public,
        by_address=f"companion serve --address {name}" if direct else "",
        by_public=f"companion serve --public {scheme}://{whole}",
    )
    return make_response(page, 400)


def _log_refused(host: str) -> None:
    logged: set[str] = current_app.config["REFUSED_HOSTS"]
    if host not in logged and len(logged) < MAX_LOGGED_HOSTS:
        logged.add(host)
        log.warning("refused the host '%s'; see --address and --public", host)
