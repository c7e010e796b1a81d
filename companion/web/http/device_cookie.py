"""The device that sent a request, recognized by its cookie. Its rights are stored under the hash of its token.

A cookie without a valid signature counts only if its token already has rights: it is older than signatures, or the
secret was lost.
"""

import re
from contextlib import suppress
from urllib.parse import urlsplit

from flask import Response, current_app, g, request
from werkzeug import wrappers

from companion.table.model.tokens import hash_token, new_token
from companion.table.storage import operator_rights
from companion.table.storage.store import NotSaved
from companion.web import context
from companion.web.http.cookie_signature import CookieSigner

TOKEN = re.compile(r"[0-9A-Za-z_-]{43}", re.ASCII)
ONE_YEAR = 365 * 24 * 3600
PORTS = {"https": 443, "http": 80}


def client_address() -> str:
    """Return the IP address of the request, taken from X-Forwarded-For behind a trusted proxy."""
    settings = context.settings()
    return settings.proxies.client_of(request.remote_addr or "", request.headers.get("X-Forwarded-For", ""))


def is_phone() -> bool:
    """Return whether the device is a phone, which its pages detect by size (`static/kind.js`)."""
    return request.cookies.get("companion-kind") == "phone"


def cookie_name() -> str:
    """Return the name of the device cookie. It contains the public port, since browsers share cookies among ports."""
    settings = context.settings()
    public = urlsplit(settings.public)
    prefix = "__Host-" if public.scheme == "https" else ""  # so that no other name of the domain can set it
    return f"{prefix}companion-{public.port or PORTS.get(public.scheme, settings.port)}"


def device() -> str | None:
    """Return the hash of the device's token, or None without a valid cookie."""
    if "device" not in g:
        value = request.cookies.get(cookie_name(), "")
        g.device = _recognize(value) if value else _recognize_by_old_name()
    known: str | None = g.device
    return known


def _recognize_by_old_name() -> str | None:
    """Find a cookie set before https or the public address was in use, and reissue it under the new name."""
    names = (cookie_name().removeprefix("__Host-"), f"companion-{context.settings().port}")
    value = next((request.cookies[name] for name in names if request.cookies.get(name)), "")
    if (found := _recognize(value)) is not None:
        g.new_token = value.partition(".")[0]
    return found


def _recognize(value: str) -> str | None:
    token = _signer().unsign(value)
    if token is not None:
        return hash_token(token)
    token = value.partition(".")[0]
    if not TOKEN.fullmatch(token) or not context.service().store.has_rights(hash_token(token)):
        return None
    g.new_token = token  # reissued with a signature
    return hash_token(token)


def ensure_device() -> str:
    """Return the hash of the device's token. A device without a cookie gets one with this response."""
    known = device()
    if known is None:
        g.new_token = new_token()
        known = g.device = hash_token(g.new_token)
    return known


def withhold_cookie() -> None:
    g.pop("new_token", None)


def send_cookie(response: Response) -> Response:
    """Set the cookie of a device that is new, or whose cookie was unsigned or had an old name."""
    token = g.get("new_token")
    if token:
        set_cookie(response, cookie_name(), _signer().sign(token))
    return response


def set_cookie(response: wrappers.Response, name: str, value: str) -> None:
    """Set a cookie for a year, out of reach of scripts and other sites, and for https only if we use it."""
    secure = context.settings().public.startswith("https:")
    response.set_cookie(name, value, max_age=ONE_YEAR, httponly=True, samesite="Lax", secure=secure)


def is_operator() -> bool:
    """Return whether the device has the operator's rights, and record that they were used."""
    known, service = device(), context.service()
    if known is None or not service.is_operator(known):
        return False
    with suppress(NotSaved):
        operator_rights.record_use(service.store, known)
    return True


def _signer() -> CookieSigner:
    signer: CookieSigner = current_app.config["COOKIE_SIGNER"]
    return signer
