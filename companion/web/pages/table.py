"""A table's page, its event streams and taps, and the request for a player's own hand."""

import gzip
import time
from dataclasses import replace

from flask import Blueprint, Response, current_app, jsonify, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from htmx_flask import request

from companion.games.types import IllegalMove, InvalidMove
from companion.printing.prerender import Prerenderer
from companion.table.commands.types import Command, Forbidden
from companion.table.model.names import suggest_colour
from companion.web.context import service
from companion.web.http import limits
from companion.web.http.device_cookie import client_address, device, ensure_device, is_phone
from companion.web.http.locale import lang, region, usual_paper
from companion.web.live import public_page, sse
from companion.web.live.broadcast import Broadcast, Broadcasts
from companion.web.live.viewer import Viewer, hand_view, viewer
from companion.web.pages.table_menu import is_learning

pages = Blueprint("play", __name__)

COMMAND_FIELDS = ("op", "slot", "kind", "pad")
HAND_SIZE = 8_192
"""Every hand is padded to a multiple of so many bytes, since the size of an encrypted response is visible."""
NO_COMPRESSION = 0
"""The gzip level of a hand: compressed, six orders of cards had six sizes."""


def broadcast(key: str, *, screen: bool) -> Broadcast:
    """Return the broadcast of a table in the language of the request. Raises NoSuchTable."""
    broadcasts: Broadcasts = current_app.config["BROADCASTS"]
    return broadcasts.get(key, lang(), screen=screen)


@pages.get("/t/<key>")
def table(key: str) -> ResponseReturnValue:
    """Show a player's page, the host's screen, or the door to a device without a seat."""
    ensure_device()
    view = viewer(service(), key, device(), screen=False, phone=is_phone())
    if view.covered:
        return _cover(view)
    if view.away:
        return _door(view)
    if request.headers.get("HX-Target", "").endswith("#door"):  # the host has let this device in
        return Response(headers={"HX-Refresh": "true"})
    return _page(view)


@pages.get("/t/<key>/door")
def door(key: str) -> str:
    """Show the door to a host who wants a seat as well."""
    ensure_device()
    return _door(viewer(service(), key, device(), screen=False, phone=is_phone()))


def _with_learning(view: Viewer) -> Viewer:
    return replace(view, learning=view.may_learn and is_learning(view.player_view.key, device()))


def _cover(view: Viewer) -> str:
    """Show whom the device must be handed to, and nothing of the game."""
    lent = view.rights.lent
    wanted = view.rights.person if lent is None else lent
    person = None if wanted is None else view.player_view.roster.person(wanted)
    return render_template(
        "table/cover.html", player_view=view.player_view, person=person, back=lent is None, phone=is_phone()
    )


def _door(view: Viewer) -> str:
    wanted = request.args.get("colour", "")
    table = view.player_view
    taken = [person.colour for person in table.people]
    colour = suggest_colour(ensure_device(), table.colour_choices, taken, wanted)
    return render_template("table/door.html", offered=colour, view=view, player_view=view.player_view)


@pages.get("/t/<key>/screen")
def screen(key: str) -> str:
    """Show the table screen, which has no seat."""
    ensure_device()
    return _page(viewer(service(), key, device(), screen=True))


def _page(view: Viewer) -> str:
    key = view.player_view.key
    fragments = broadcast(key, screen=view.screen).fragments()
    if request.htmx:  # the page refreshes itself
        return public_page.as_partials(fragments)
    return render_template(
        "table/page.html",
        fragments=fragments,
        events_at=url_for(".events", key=key, screen=view.screen),
        view=_with_learning(view),
        player_view=view.player_view,
    )


@pages.get("/t/<key>/screen/me", defaults={"screen": True})
@pages.get("/t/<key>/me", defaults={"screen": False})
def me(key: str, *, screen: bool) -> Response:
    """Return what the device is at the table. Pages ask when that may have changed."""
    view = viewer(service(), key, device(), screen=screen, phone=is_phone())
    return jsonify(
        words=_with_learning(view).words,
        moved=view.player_view.last_rights_change,
        screen=view.screen,
        away=view.away or view.covered,
        now=time.time() if view.player_view.roster.timer else None,
    )


@pages.get("/t/<key>/screen/events", defaults={"screen": True})
@pages.get("/t/<key>/events", defaults={"screen": False})
def events(key: str, *, screen: bool) -> Response:
    """Stream the changes of the page on phones or on screens."""
    return sse.events(broadcast(key, screen=screen), key)


@pages.get("/t/<key>/hand")
def hand(key: str) -> Response:
    """Return the device's own hand while its button is held. Its size is the same whatever it contains."""
    view = hand_view(service(), key, device())
    if view is None:
        html = render_template("table/lent_elsewhere.html").encode()
    else:
        html = public_page.render_hand(lang(), view, looks_only="Companion-Look" in request.headers).encode()
    response = Response(html + b" " * (-len(html) % HAND_SIZE))
    response.vary.add("Accept-Encoding")
    if request.accept_encodings["gzip"]:  # so that no proxy compresses it
        response.set_data(gzip.compress(response.data, NO_COMPRESSION, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    return response


@pages.post("/t/<key>/tap")
def tap(key: str) -> Response:
    """Take any tap of any game. It is saved before this answers, once however often it is sent."""
    form = request.form
    _count_tap(key)
    for name, values in form.lists():
        if len(values) > 1:
            raise InvalidMove("twice", key=name)
    fields = {name: form[name] for name in form if name not in COMMAND_FIELDS}
    command = Command(form.get("kind", ""), fields, form.get("op", ""), form.get("slot", ""))
    number = service().send(key, ensure_device(), command)
    prerenderer: Prerenderer | None = current_app.config["PRERENDERER"]
    if prerenderer is not None and prerenderer.note_move(key):
        prerenderer.schedule(key, lang(), usual_paper(), region())
    return Response("", headers={"Companion-Entry": str(number)})


def _count_tap(key: str) -> None:
    """Count a tap: by device for those who play or host, else by address and table. Raises NoSuchTable."""
    here = device()
    stranger = service().rights(key, here).stranger  # always asked, so that invented keys fill no counters
    if here is None or stranger:
        limits.check(limits.STRANGERS, client_address(), key)
    else:
        limits.check(limits.TAPS, here)


@pages.after_request
def mark_answer(response: Response) -> Response:
    """Mark refusals as ours with entry 0. The page repeats a tap that a proxy answered instead."""
    if request.endpoint == "play.tap":
        response.headers.setdefault("Companion-Entry", "0")
    return response


@pages.post("/t/<key>/again")
def again(key: str) -> ResponseReturnValue:
    """Open a new table with the same people in the same seats."""
    new_key = service().open_rematch(key, ensure_device(), request.form.get("op", ""))
    return redirect(url_for(".table", key=new_key), code=303)


@pages.get("/t/<key>/again")
def next_table(key: str) -> ResponseReturnValue:
    """Go to the new table of the same people. Only they may, since its address grants access."""
    rights, new_key = service().rights(key, device()), service().table(key).roster.again
    if rights.person is None and not (rights.host or rights.watch):
        raise Forbidden("no-seat")
    if new_key is None:
        raise IllegalMove("not-over")
    return redirect(url_for(".table", key=new_key), code=303)
