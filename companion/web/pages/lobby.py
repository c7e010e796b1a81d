"""Before a table: the start page, a new table, the short code, the link that makes a device the operator's."""

import json
from typing import Any

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for

from companion.games import GAMES
from companion.games.choices import parse_choices_or_defaults
from companion.games.types import Choices, IllegalMove, InvalidMove, parse_integer
from companion.network import addresses
from companion.table.commands.types import MANY, Command, Forbidden
from companion.table.model.tokens import SEAT_CODE_LENGTH, hashed, typed
from companion.web import context
from companion.web.http import limits
from companion.web.http.device_cookie import device, forget_new, known_device
from companion.web.http.locale import region
from companion.web.http.table_quota import may_open, opened
from companion.web.live import qr_address
from companion.web.pages import errors, start_page

pages = Blueprint("lobby", __name__)


@pages.get("/")
def start() -> str:
    """The tables and evenings this device may see, a new table, and the short code of somebody else's."""
    page = _page()
    shelf = start_page.shelf(context.service(), known_device(), page)
    cards = {"cards": current_app.config["CARDS"], "region": region()}
    shown = {"shelf": shelf, "page": page, "may_open": may_open(), **cards}
    return render_template("lobby/start.html", games=GAMES, code_length=SEAT_CODE_LENGTH + 1, **shown)


@pages.get("/put-away")
def put_away() -> str:
    """The tables that were put away."""
    page = _page()
    shelf = start_page.put_away(context.service(), known_device(), page)
    return render_template("lobby/put_away.html", games=GAMES, shelf=shelf, page=page)


def _page() -> int:
    return parse_integer(request.args.get("page", "1"), "page", 1, MANY)


@pages.get("/new")
def new() -> str:
    """Which game, and by which house rules."""
    known_device()
    if not may_open():
        raise Forbidden("closed-house")
    return render_template("lobby/new.html", games=GAMES)


@pages.post("/new")
def open_table() -> Any:
    """Opens a table; whoever does so is its host."""
    slug = request.form.get("game", "")
    if slug not in GAMES:
        raise InvalidMove("not-one-of", key="game", expected=", ".join(GAMES))
    game = GAMES[slug]
    host, options, preferences = known_device(), _chosen(game.choices), _chosen(game.preferences)
    op = request.form.get("op")
    once = hashed(json.dumps([host, op, slug, options, preferences])) if op else None
    key = opened(host, once, lambda: context.service().open(host, slug, options, preferences, once))
    return redirect(url_for("play.table", key=key), code=303)


def _chosen(choices: Choices) -> dict[str, object]:
    """The chosen value of each option, the default where the form has none."""
    return parse_choices_or_defaults(request.form.to_dict(), choices)


@pages.post("/code")
def by_code() -> Any:
    """From the short code on the table's screen to the table, or from the code on the own old phone to the own seat."""
    limits.check_code()
    code = typed(request.form.get("code", ""))
    key = _by_seat_code(code) if len(code) == SEAT_CODE_LENGTH else None
    if key is None and code.isascii() and code.isalpha():
        key = _by_table_code(code)
    if key is None:
        raise IllegalMove("no-such-code")
    return redirect(url_for("play.table", key=key), code=303)


def _by_table_code(code: str) -> str | None:
    """The key of the table that a code leads to; those who have a seat there get in by it also at a full table."""
    service = context.service()
    key = service.store.by_code(code)
    if key is None or service.table(key).code_works or not service.rights(key, device()).stranger:
        return key
    return None


def _by_seat_code(code: str) -> str | None:
    """The key of the table at which a device has a seat by a code: from now on, or since an answer that was lost."""
    service = context.service()
    found, here = service.seat_codes.find(code), device()
    if found is None:
        return None if here is None else service.store.where_entered(here, _operation(code, here))
    here = known_device()
    service.send(found.key, here, Command("phone", {"code": code}, _operation(code, here), anew=True))
    return found.key


def _operation(code: str, here: str) -> str:
    return f"seat-{hashed(code + here)[:32]}"


@pages.get("/house/<invitation>")
def come_in(invitation: str) -> Any:
    """The one-time link in the terminal: this device is the operator's now, and sees all tables of the house."""
    service = context.service()
    here = device()
    if request.method == "HEAD" or (here is not None and service.is_operator(here)):
        return redirect(url_for(".start"), code=303)  # who only looks where it leads, or is in already
    if not service.invitations.find(invitation):
        return errors.link_used()
    if not service.comes_in(invitation, known_device()):
        forget_new()  # its other request may have come in as another device, whose cookie must stay
        return errors.link_used()
    return redirect(url_for(".start"), code=303)


@pages.post("/t/<key>/address")
def address(key: str) -> Any:
    """Which of this machine's addresses stands in the QR code."""
    service, wanted = context.service(), request.form.get("address", "")
    rights = service.rights(key, device())
    if not (rights.hosting and rights.operator):  # it is that of all tables, and anybody may be the host of one
        abort(403)
    if wanted not in (there := addresses.listening_addresses(context.settings().listen)):
        raise InvalidMove("not-one-of", key="address", expected=", ".join(there))
    qr_address.choose(service, context.settings(), wanted)
    return redirect(url_for("play.table", key=key), code=303)
