"""A table's page, its taps, and the look at the own hand."""

from flask import Blueprint, Response, current_app, make_response, redirect, render_template, url_for
from htmx_flask import request

from companion.games.kit import Garbled
from companion.table.chair import chair
from companion.table.colours import offered
from companion.table.desk import Desk
from companion.table.taps import Forbidden, Tap
from companion.web import stream
from companion.web.devices import device, known_device
from companion.web.fragments import FRAGMENTS, View, context, render, render_all, view

pages = Blueprint("play", __name__)

OWN_FIELDS = ("op", "base", "kind")


def desk() -> Desk:
    """The desk of this application."""
    found: Desk = current_app.config["DESK"]
    return found


@pages.get("/t/<key>")
def table(key: str) -> Response:
    """The page of whoever asks: a player's phone, the host's screen, or the door for a stranger."""
    known_device()
    now = view(desk(), key, device(), screen=False)
    if not now.rights.host and now.rights.person is None:
        return _door(now)
    if request.headers.get("HX-Target", "").endswith("#door"):  # the host has let this device in
        return Response(headers={"HX-Refresh": "true"})
    return _page(now, url_for(".events", key=key))


@pages.get("/t/<key>/door")
def door(key: str) -> Response:
    """The door for a host who wants a seat as well."""
    known_device()
    return _door(view(desk(), key, device(), screen=False))


def _door(now: View) -> Response:
    colour = offered(known_device(), [person.colour for person in now.chair.people])
    return make_response(render_template("table/door.html", offered=colour, **context(now)))


@pages.get("/t/<key>/screen")
def screen(key: str) -> Response:
    """The table screen: nobody's chair, to be read from two metres."""
    known_device()
    return _page(view(desk(), key, device(), screen=True), url_for(".screen_events", key=key))


def _page(now: View, events_at: str) -> Response:
    parts = render_all(now)
    if request.htmx:  # the page asks for its own fresh state: only what lives is sent
        return make_response("\n".join(stream.partial(name, html) for name, html in parts.items()))
    page = render_template("table/page.html", parts=parts, order=FRAGMENTS, events_at=events_at, **context(now))
    return make_response(page)


@pages.get("/t/<key>/events")
def events(key: str) -> Response:
    """The stream of a player's phone or the host's screen."""
    return stream.events(key, screen=False)


@pages.get("/t/<key>/screen/events")
def screen_events(key: str) -> Response:
    """The stream of the table screen."""
    return stream.events(key, screen=True)


@pages.get("/t/<key>/correct")
def correct(key: str) -> Response:
    """The host's page of what was entered wrongly. It is nobody's chair: what is hidden is not in it."""
    rights = desk().rights(key, device())
    if not rights.hosting:
        raise Forbidden("not-host")
    return make_response(render_template("table/correct.html", chair=chair(desk().table(key), host=True)))


@pages.get("/t/<key>/host")
def host(key: str) -> Response:
    """Who shall be the host: for the host, who hands the role on, and for the house, which may take it over."""
    now = view(desk(), key, device(), screen=False)
    if not now.rights.hosting and not now.may_take_over:
        raise Forbidden("not-host")
    return make_response(render_template("table/host.html", **context(now)))


@pages.get("/t/<key>/hand")
def hand(key: str) -> Response:
    """The own hand, while the finger is down: never part of a page, never kept."""
    now = view(desk(), key, device(), screen=False)
    looking = "Companion-Look" in request.headers
    return make_response(render(now, "hand", hand=now.chair.hand(), looking=looking))


@pages.post("/t/<key>/tap")
def tap(key: str) -> Response:
    """Every tap of every game: saved when this answers, once however often it is sent."""
    form = request.form
    for name, values in form.lists():
        if len(values) > 1:
            raise Garbled("twice", key=name)
    fields = {name: form[name] for name in form if name not in OWN_FIELDS}
    sent = Tap(form.get("kind", ""), fields, form.get("op", ""), form.get("base", ""))
    number = desk().send(key, known_device(), sent)
    return Response("", headers={"Companion-Entry": str(number)})


@pages.post("/t/<key>/again")
def again(key: str) -> Response:
    """The same people, the same seats, a new game."""
    fresh = desk().again(key, known_device(), request.form.get("op", ""))
    return redirect(url_for(".table", key=fresh), code=303)  # type: ignore[return-value]  # Flask's own class
