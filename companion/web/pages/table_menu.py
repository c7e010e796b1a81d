"""Pages from the menu of a table: seats, another phone, guided mode; for the host corrections, lending, the end."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.types import InvalidMove
from companion.table.commands.types import Forbidden
from companion.table.model.player_view import player_view
from companion.table.storage.seat_codes import CODE_SECONDS
from companion.web.context import join_origin, service
from companion.web.http.device_cookie import device, ensure_device, set_cookie
from companion.web.live.viewer import Viewer, viewer

pages = Blueprint("table_menu", __name__)

GUIDED_MODE = {"yes": True, "no": False}


def _host_viewer(key: str) -> Viewer:
    """Return the viewer. Raises Forbidden unless it is the host."""
    view = viewer(service(), key, device(), screen=False)
    if not view.rights.hosting:
        raise Forbidden("not-host")
    return view


@pages.get("/t/<key>/phone")
def phone(key: str) -> str:
    """Show a new seat code, which moves the seat to another phone.

    In the QR code it follows a #, since browsers do not send that part of an address.
    """
    code = service().seat_code(key, device())
    origin = join_origin()
    view = viewer(service(), key, device(), screen=False)
    return render_template(
        "table/phone.html",
        player_view=view.player_view,
        person=view.player_view.roster.person(view.rights.person or 0),
        host=view.rights.host,
        code=code,
        door=f"{origin}{url_for('play.door', key=key)}#{code}",
        origin=origin,
        lasting=int(CODE_SECONDS),
    )


@pages.get("/t/<key>/seats")
def seats(key: str) -> str:
    """Show the names, and to the host forms for seats and the table."""
    view = viewer(service(), key, device(), screen=False)
    if view.rights.acting is None and not view.rights.hosting:
        raise Forbidden("no-seat")
    return render_template("table/seats.html", view=view, player_view=view.player_view)


@pages.get("/t/<key>/lend")
def lend(key: str) -> str:
    """Ask the host before the table screen shows a hand, since everybody can see it."""
    return render_template("table/lend.html", player_view=_host_viewer(key).player_view)


@pages.get("/t/<key>/end")
def end(key: str) -> str:
    return render_template("table/end.html", player_view=_host_viewer(key).player_view)


@pages.get("/t/<key>/correct")
def correct(key: str) -> str:
    """Show the forms for corrections to the host. They contain no hidden values."""
    _host_viewer(key)
    return render_template("table/correct.html", player_view=player_view(service().table(key), host=True))


@pages.get("/t/<key>/host")
def host(key: str) -> str:
    """Choose another host: for the host, and for the operator, who may take over."""
    view = viewer(service(), key, device(), screen=False)
    if not view.rights.hosting and not view.may_take_over:
        raise Forbidden("not-host")
    return render_template("table/host.html", view=view, player_view=view.player_view)


def is_learning(key: str, device: str | None) -> bool:
    """Return whether guided mode is on: as chosen on this device, else in its first game of this kind."""
    slug = service().table(key).slug
    chosen = GUIDED_MODE.get(request.cookies.get(_guided_mode_cookie(slug), ""))
    if chosen is not None:
        return chosen
    return device is not None and not service().store.has_played(device, slug, key)


@pages.post("/t/<key>/first-evening")
def set_guided_mode(key: str) -> ResponseReturnValue:
    """Turn guided mode on or off, for this device and this kind of game."""
    ensure_device()
    wanted, slug = request.form.get("on", ""), service().table(key).slug
    if wanted not in GUIDED_MODE:
        raise InvalidMove("not-one-of", key="on", expected=", ".join(GUIDED_MODE))
    response = redirect(url_for("play.table", key=key), code=303)
    set_cookie(response, _guided_mode_cookie(slug), wanted)
    return response


def _guided_mode_cookie(slug: str) -> str:
    return f"companion-first-{slug}"
