"""The first evening with a game: under the headline one sentence says what is done, and why.

A phone is told so in its first game of a kind, unless it says otherwise; that is kept in a cookie for each game.
"""

from flask import Blueprint, Response, redirect, request, url_for

from companion.games.types import InvalidMove
from companion.table.service.table_service import TableService
from companion.web import context
from companion.web.http.device_cookie import cookie, known_device, set_cookie

pages = Blueprint("first_evening", __name__)

WORDS = {"yes": True, "no": False}


def _cookie_name(slug: str) -> str:
    return f"companion-first-{slug}"


def learning(service: TableService, key: str, device: str | None) -> bool:
    """Whether a device is told what is done at a table, and why."""
    slug = service.table(key).slug
    said = WORDS.get(cookie(_cookie_name(slug)))
    if said is not None:
        return said
    return device is not None and not service.store.has_played(device, slug, key)


@pages.post("/t/<key>/first-evening")
def choose(key: str) -> Response:
    """Says so for this device and this kind of game, and goes back to the table."""
    known_device()
    service = context.service()
    wanted, table = request.form.get("on", ""), service.table(key)
    if wanted not in WORDS:
        raise InvalidMove("not-one-of", key="on", expected=", ".join(WORDS))
    response = redirect(url_for("play.table", key=key), code=303)
    set_cookie(response, _cookie_name(table.slug), wanted)
    return response  # type: ignore[return-value]  # Flask's own class behind werkzeug's name
