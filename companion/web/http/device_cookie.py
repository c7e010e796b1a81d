"""The cookie of a device. It names nobody: what the device may do stands beside its hash in the store.

A cookie is ours by its signature. One that bears none of ours is taken only where somebody already has a right by its
token: it is older than signatures, or the secret that signed it was lost.
"""

import re
from functools import lru_cache
from urllib.parse import urlsplit

from flask import Response, current_app, g, request
from werkzeug import wrappers
from werkzeug.datastructures import MultiDict
from werkzeug.sansio.http import parse_cookie  # werkzeug.http wants UTF-8

from companion.table.model.tokens import hashed, new_token
from companion.web import context
from companion.web.http.cookie_signature import Seal

TOKEN = re.compile(r"[0-9A-Za-z_-]{43}", re.ASCII)
A_YEAR = 365 * 24 * 3600
LONGEST_KEPT = 2_000
"""Characters of a Cookie header that is parsed only once."""
PORTS = {"https": 443, "http": 80}


def address() -> str:
    """Where the request comes from. A proxy that is believed says for whom it asks."""
    settings = context.settings()
    return settings.proxies.client_of(request.remote_addr or "", request.headers.get("X-Forwarded-For", ""))


def cookie(name: str) -> str:
    """The cookie of that name, or nothing."""
    header = request.headers.get("Cookie", "")
    return (_cookies if len(header) <= LONGEST_KEPT else parse_cookie)(header).get(name, "")


@lru_cache(1_000)
def _cookies(header: str) -> MultiDict[str, str]:
    return parse_cookie(header)


def cookie_name() -> str:
    """Cookies belong to an address and not to a port, so the port stands in the name: that of the public address."""
    settings = context.settings()
    return _cookie_name(settings.public, settings.port)


@lru_cache
def _cookie_name(public: str, port: int) -> str:
    there = urlsplit(public)
    prefix = "__Host-" if there.scheme == "https" else ""  # so that no other name of the domain can set it
    return f"{prefix}companion-{(there.port or PORTS.get(there.scheme, port)) if public else port}"


def is_phone() -> bool:
    """Whether the asking device is a phone, as its pages find out by its size (`static/kind.js`)."""
    return cookie("companion-kind") == "phone"


def device() -> str | None:
    """The hash that the asking device is known by."""
    if "device" not in g:
        g.device = _found(cookie(cookie_name())) if cookie(cookie_name()) else _found_by_old_name()
    known: str | None = g.device
    return known


def _found_by_old_name() -> str | None:
    """A device from before https or the public address; it gets its cookie by the new name."""
    names = (cookie_name().removeprefix("__Host-"), f"companion-{context.settings().port}")
    value = next(filter(None, map(cookie, names)), "")
    if (found := _found(value)) is not None:
        g.new_token = value.partition(".")[0]
    return found


def _found(value: str) -> str | None:
    token = _seal().opened(value)
    if token is not None:
        return hashed(token)
    token = value.partition(".")[0]
    if not TOKEN.fullmatch(token):
        return None
    service = context.service()
    if not service.store.knows(hashed(token)):
        return None
    g.new_token = token  # signed from now on
    return hashed(token)


def known_device() -> str:
    """The same, and a device that has no cookie yet gets one with this answer."""
    known = device()
    if known is None:
        g.new_token = new_token()
        known = g.device = hashed(g.new_token)
    return known


def forget_new() -> None:
    """A device that is new gets no cookie with this answer."""
    g.pop("new_token", None)


def remember(response: Response) -> Response:
    """Sets the cookie of a device that is new, or whose cookie was not signed or had an old name."""
    token = g.get("new_token")
    if token:
        set_cookie(response, cookie_name(), _seal().closed(token))
    return response


def set_cookie(response: wrappers.Response, name: str, value: str) -> None:
    """Set a cookie for a year, out of reach for scripts and other sites; with https for https alone."""
    secure = context.settings().public.startswith("https:")
    response.set_cookie(name, value, max_age=A_YEAR, httponly=True, samesite="Lax", secure=secure)


def _seal() -> Seal:
    seal: Seal = current_app.config["SEAL"]
    return seal
