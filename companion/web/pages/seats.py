"""Whose seats they are: another phone for the own one, names, seats that were left, a table that is put away."""

from flask import Blueprint, Response, make_response, render_template, url_for

from companion.table.commands.types import Forbidden
from companion.table.storage.seat_codes import LASTING
from companion.web import context
from companion.web.context import service
from companion.web.http.device_cookie import device
from companion.web.live.viewer import viewer

pages = Blueprint("seats", __name__)


@pages.get("/t/<key>/phone")
def phone(key: str) -> Response:
    """A new code for the own seat. It stands behind the # of the address in the QR code, which browsers never send."""
    code = service().seat_code(key, device())
    origin = context.way_in()
    now = viewer(service(), key, device(), screen=False)
    door = f"{origin}{url_for('play.door', key=key)}#{code}"
    page = render_template(
        "table/phone.html",
        player_view=now.player_view,
        person=now.player_view.party.person(now.rights.person or 0),
        host=now.rights.host,
        code=code,
        door=door,
        origin=origin,
        lasting=int(LASTING),
    )
    return make_response(page)


@pages.get("/t/<key>/lend")
def lend(key: str) -> Response:
    """The question before the table screen shows somebody's hand: everybody can see it."""
    now = viewer(service(), key, device(), screen=False)
    if not now.rights.hosting:
        raise Forbidden("not-host")
    return make_response(render_template("table/lend.html", player_view=now.player_view))


@pages.get("/t/<key>/end")
def end(key: str) -> Response:
    """The host's question whether to end the game now."""
    now = viewer(service(), key, device(), screen=False)
    if not now.rights.hosting:
        raise Forbidden("not-host")
    return make_response(render_template("table/end.html", player_view=now.player_view))


@pages.get("/t/<key>/seats")
def seats(key: str) -> Response:
    """Names, and what else the host may do with seats and with the table."""
    now = viewer(service(), key, device(), screen=False)
    if now.rights.acting is None and not now.rights.hosting:
        raise Forbidden("no-seat")
    return make_response(render_template("table/seats.html", view=now, player_view=now.player_view))
