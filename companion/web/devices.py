"""The one cookie of a device. It names nobody: what the device may do stands beside its hash in the store."""

import re
from functools import lru_cache
from ipaddress import ip_address

from flask import Response, current_app, g, request

from companion.table.seats import hashed, new_token
from companion.web.settings import Settings

TOKEN = re.compile(r"[0-9A-Za-z_-]{43}", re.ASCII)
A_YEAR = 365 * 24 * 3600


def cookie_name() -> str:
    """Cookies belong to an address and not to a port, so the port stands in the name."""
    settings: Settings = current_app.config["SETTINGS"]
    return f"companion-{settings.port}"


def address() -> str:
    """Where the request comes from. A proxy before the server, on this machine or beside it, says for whom it asks."""
    settings: Settings = current_app.config["SETTINGS"]
    peer = request.remote_addr or ""
    told = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    return told if settings.public and told and _near(peer) and _is_address(told) else peer


@lru_cache
def _near(peer: str) -> bool:
    return _is_address(peer) and ip_address(peer).is_private


def _is_address(word: str) -> bool:
    try:
        ip_address(word)
    except ValueError:
        return False
    return True


def device() -> str | None:
    """The hash that the asking device is known by."""
    token = request.cookies.get(cookie_name(), "")
    return hashed(token) if TOKEN.fullmatch(token) else None


def known_device() -> str:
    """The same, and a device that has no cookie yet gets one with this answer."""
    known = device()
    if known is not None:
        return known
    g.new_token = g.get("new_token") or new_token()
    return hashed(g.new_token)


def remember(response: Response) -> Response:
    """Sets the cookie of a device that is new."""
    token = g.get("new_token")
    if token:
        settings: Settings = current_app.config["SETTINGS"]
        secure = settings.public.startswith("https:")
        response.set_cookie(cookie_name(), token, max_age=A_YEAR, httponly=True, samesite="Lax", secure=secure)
    return response
