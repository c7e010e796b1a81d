"""A table's page, its taps, and the look at the own hand."""

import gzip
from dataclasses import replace

from flask import Blueprint, Response, current_app, jsonify, make_response, redirect, render_template, url_for
from htmx_flask import request

from companion.games.types import IllegalMove, InvalidMove
from companion.printing.prerender import Ahead
from companion.table.commands.types import Command, Forbidden
from companion.table.model.colours import offered
from companion.table.model.player_view import player_view
from companion.web.context import service
from companion.web.http import limits
from companion.web.http.device_cookie import address, device, is_phone, known_device
from companion.web.http.locale import lang, region, usual_paper
from companion.web.live import public_page, sse
from companion.web.live.broadcast import Broadcast, Broadcasts
from companion.web.live.viewer import Viewer, own_view, viewer
from companion.web.pages import guided_mode

pages = Blueprint("play", __name__)

OWN_FIELDS = ("op", "slot", "kind", "pad")
A_HAND = 8_192
"""Bytes: a hand takes so many, or as often as many. What is encrypted on its way is no shorter for a shorter word."""
AS_IT_IS = 0
"""How much smaller gzip makes a hand, of its levels. Made smaller, six orders of cards had six lengths again."""


def broadcast(key: str, *, screen: bool) -> Broadcast:
    """What all are sent who look at a table as this device does, in its language. Raises NoSuchTable."""
    broadcasts: Broadcasts = current_app.config["BROADCASTS"]
    return broadcasts.of(key, lang(), screen=screen)


@pages.get("/t/<key>")
def table(key: str) -> Response:
    """The page of whoever asks: a player's phone, the host's screen, or the door for a stranger."""
    known_device()
    now = viewer(service(), key, device(), screen=False, phone=is_phone())
    if now.covered:
        return _cover(now)
    if now.away:
        return _door(now)
    if request.headers.get("HX-Target", "").endswith("#door"):  # the host has let this device in
        return Response(headers={"HX-Refresh": "true"})
    return _page(now)


@pages.get("/t/<key>/door")
def door(key: str) -> Response:
    """The door for a host who wants a seat as well."""
    known_device()
    return _door(viewer(service(), key, device(), screen=False))


def _learning(now: Viewer) -> Viewer:
    """The same, told whether it is shown what is done and why."""
    return replace(now, learning=now.may_learn and guided_mode.learning(service(), now.player_view.key, device()))


def _cover(now: Viewer) -> Response:
    """Whom the device is to be given to: no stage, nothing of anybody's."""
    wanted = now.rights.person if now.rights.lent is None else now.rights.lent
    person = None if wanted is None else now.player_view.party.person(wanted)
    back = now.rights.lent is None
    return make_response(
        render_template("table/cover.html", player_view=now.player_view, person=person, back=back, phone=is_phone())
    )


def _door(now: Viewer) -> Response:
    wished = request.args.get("colour", "")
    colour = offered(known_device(), [person.colour for person in now.player_view.people], wished)
    return make_response(render_template("table/door.html", offered=colour, view=now, player_view=now.player_view))


@pages.get("/t/<key>/screen")
def screen(key: str) -> Response:
    """The table screen: nobody's chair, to be read from two metres."""
    known_device()
    return _page(viewer(service(), key, device(), screen=True))


def _page(now: Viewer) -> Response:
    key = now.player_view.key
    fragments = broadcast(key, screen=now.screen).fragments()
    if request.htmx:  # the page asks for its own fresh state: only what lives is sent
        return make_response(public_page.full(fragments))
    events_at = url_for(".screen_events" if now.screen else ".events", key=key)
    return make_response(
        render_template(
            "table/page.html",
            fragments=fragments,
            events_at=events_at,
            view=_learning(now),
            player_view=now.player_view,
        )
    )


@pages.get("/t/<key>/me")
def me(key: str) -> Response:
    """What a phone or the host's screen is at the table: asked for when that may have changed."""
    return _me(viewer(service(), key, device(), screen=False, phone=is_phone()))


@pages.get("/t/<key>/screen/me")
def screen_me(key: str) -> Response:
    """What a table screen is."""
    return _me(viewer(service(), key, device(), screen=True))


def _me(now: Viewer) -> Response:
    found = {
        "words": _learning(now).words,
        "moved": now.player_view.moved,
        "screen": now.screen,
        "away": now.away or now.covered,
    }
    return jsonify(found)


@pages.get("/t/<key>/events")
def events(key: str) -> Response:
    """The stream of all phones in one language."""
    return sse.events(broadcast(key, screen=False), key)


@pages.get("/t/<key>/screen/events")
def screen_events(key: str) -> Response:
    """The stream of all table screens in one language, and of a host's without a seat that is no phone."""
    return sse.events(broadcast(key, screen=True), key)


@pages.get("/t/<key>/correct")
def correct(key: str) -> Response:
    """The host's page of what was entered wrongly. It is nobody's chair: what is hidden is not in it."""
    rights = service().rights(key, device())
    if not rights.hosting:
        raise Forbidden("not-host")
    return make_response(
        render_template("table/correct.html", player_view=player_view(service().table(key), host=True))
    )


@pages.get("/t/<key>/host")
def host(key: str) -> Response:
    """Who shall be the host: for the host, who hands the role on, and for the operator, who may take it over."""
    now = viewer(service(), key, device(), screen=False)
    if not now.rights.hosting and not now.may_take_over:
        raise Forbidden("not-host")
    return make_response(render_template("table/host.html", view=now, player_view=now.player_view))


@pages.get("/t/<key>/hand")
def hand(key: str) -> Response:
    """The own hand, while the finger is down: never part of a page, never kept, and as long whatever is in it."""
    looks_only = "Companion-Look" in request.headers
    own = own_view(service(), key, device())
    if own is None:
        html = render_template("table/lent_elsewhere.html").encode()
    else:
        html = public_page.hand(lang(), own, looks_only=looks_only).encode()
    response = make_response(html + b" " * (-len(html) % A_HAND))
    response.vary.add("Accept-Encoding")
    if request.accept_encodings["gzip"]:  # what is packed already is packed by nobody on the way
        response.set_data(gzip.compress(response.data, AS_IT_IS, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    return response


@pages.post("/t/<key>/tap")
def tap(key: str) -> Response:
    """Every tap of every game: saved when this answers, once however often it is sent."""
    form = request.form
    _count_tap(key)
    for name, values in form.lists():
        if len(values) > 1:
            raise InvalidMove("twice", key=name)
    fields = {name: form[name] for name in form if name not in OWN_FIELDS}
    sent = Command(form.get("kind", ""), fields, form.get("op", ""), form.get("slot", ""))
    number = service().send(key, known_device(), sent)
    ahead: Ahead | None = current_app.config["AHEAD"]
    if ahead is not None and ahead.tapped(key):
        ahead.make_soon(key, lang(), usual_paper(), region())
    return Response("", headers={"Companion-Entry": str(number)})


def _count_tap(key: str) -> None:
    """Count a tap: by device for those who play or host, else by address and table. Raises NoSuchTable."""
    here = device()
    stranger = (
        service().rights(key, here).stranger
    )  # asked also without a cookie: made-up keys must not fill the counters
    if here is None or stranger:
        limits.check(limits.STRANGERS, address(), key)
    else:
        limits.check(limits.TAPS, here)


@pages.after_request
def answered(response: Response) -> Response:
    """A refusal is ours as well, and no entry: what somebody between us answers to a tap settles nothing."""
    if request.endpoint == "play.tap":
        response.headers.setdefault("Companion-Entry", "0")
    return response


@pages.post("/t/<key>/again")
def again(key: str) -> Response:
    """The same people, the same seats, a new game."""
    fresh = service().again(key, known_device(), request.form.get("op", ""))
    return redirect(url_for(".table", key=fresh), code=303)  # type: ignore[return-value]  # Flask's own class


@pages.get("/t/<key>/again")
def onward(key: str) -> Response:
    """To the table at which the same people play on: for them alone, since its address lets one in."""
    rights, fresh = service().rights(key, device()), service().table(key).party.again
    if rights.person is None and not (rights.host or rights.watch):
        raise Forbidden("no-seat")
    if fresh is None:
        raise IllegalMove("not-over")
    return redirect(url_for(".table", key=fresh), code=303)  # type: ignore[return-value]  # Flask's own class
