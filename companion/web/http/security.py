"""Who may come in at all: known Host names, no other page's posts, and headers that keep a page to itself."""

from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from flask import Flask, Response, abort, current_app, request

from companion.network import addresses
from companion.web import context
from companion.web.http import foreign_hosts
from companion.web.http.device_cookie import PORTS

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src data:; "
    "object-src 'none'; base-uri 'none'; form-action {forms}; frame-ancestors 'none'"
)
SENT_BY_SCRIPTS, SENT_BY_BROWSERS = POLICY.format(forms="'none'"), POLICY.format(forms="'self'")
"""Where scripts have not come yet, a browser itself would send what is filled in, and put a choice into an address."""
CHOOSES = ("material.choose",)
"""What is filled in there only says what is shown next."""
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",  # under no-referrer, WebKit and Firefox send `Origin: null` with a form
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""No view sets these itself."""
FOR_ANY_NAME = ("health.health",)
"""Proxies ask by a name of their own, and are told what anybody may know."""
SAFE = ("GET", "HEAD", "OPTIONS")


def guard(app: Flask) -> None:
    """Puts the doors before every route."""
    app.before_request(known_host)
    app.before_request(same_origin)
    app.after_request(lock)


def known_host() -> Response | None:
    """Only names and addresses of this machine, so that no foreign name can be pointed at it (DNS rebinding)."""
    if request.endpoint in FOR_ANY_NAME:
        return None
    settings = context.settings()
    host = _name(request.host)
    if not _named(host, settings.host, settings.origin) and host not in current_app.config["HOSTS"] and not _own(host):
        return foreign_hosts.refused()
    return None


@lru_cache
def _name(host: str) -> str:
    return _parted(f"//{host}").hostname or ""


@lru_cache
def _named(host: str, own: str, origin: str) -> bool:
    return host in ("localhost", own, urlsplit(origin).hostname)


def _own(host: str) -> bool:
    try:
        return ip_address(host).is_loopback or addresses.is_own(host)
    except ValueError:
        return addresses.is_own_name(host)


def same_origin() -> None:
    """A post must come from a page of this very address. Plain http on a LAN sends Origin and nothing else."""
    if request.method in SAFE:
        return
    origin = request.headers.get("Origin")
    if origin is None and request.headers.get("Sec-Fetch-Site") in ("same-origin", "none"):
        return
    if origin is None or origin.lower() != _origin(request.host.lower(), context.settings().public.lower()):
        abort(403, "origin")


@lru_cache
def _origin(host: str, public: str) -> str:
    """The origin of our pages under a Host name, as browsers write it: by plain http, or as the public address says."""
    there = _parted(public)
    port = f":{PORTS.get(there.scheme, '')}"
    if there.netloc.removesuffix(port) == host.removesuffix(port):
        return f"{there.scheme}://{host.removesuffix(port)}"
    return f"http://{host}"


def _parted(address: str) -> SplitResult:
    """An address, or an empty one where it is none."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def lock(response: Response) -> Response:
    """The headers of every answer. Only files that never change may be kept."""
    policy = SENT_BY_BROWSERS if request.endpoint in CHOOSES else SENT_BY_SCRIPTS
    response.headers.extend(HEADERS | {"Content-Security-Policy": policy})
    if request.endpoint != "static":
        response.headers["Cache-Control"] = "no-store"
    return response
