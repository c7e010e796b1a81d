"""Pages before a table: the start page, opening a table, joining by code, the operator's invitation link."""

import json
from functools import partial

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games import GAMES
from companion.games.choices import parse_choices_or_defaults
from companion.games.types import IllegalMove, InvalidMove, check_choice, parse_integer
from companion.network import addresses
from companion.table.commands.types import MAX_NUMBER, Command, Forbidden
from companion.table.model.tokens import SEAT_CODE_LENGTH, hash_token, normalize_code
from companion.web import context
from companion.web.context import service
from companion.web.http import limits
from companion.web.http.device_cookie import device, ensure_device, withhold_cookie
from companion.web.http.locale import region
from companion.web.live import qr_address
from companion.web.pages import errors, start_page

pages = Blueprint("lobby", __name__)

EARLIER_TABLES = 100
"""Tables whose options are offered for a new one."""


@pages.get("/")
def start() -> str:
    """Show the tables and results that the device may see, and forms to open or join a table."""
    page = _page_number()
    return render_template(
        "lobby/start.html",
        games=GAMES,
        code_length=SEAT_CODE_LENGTH + 1,
        table_list=start_page.start_list(service(), ensure_device(), page),
        page=page,
        may_open=limits.may_open_table(),
        region=region(),
    )


@pages.get("/put-away")
def archived() -> str:
    page = _page_number()
    table_list = start_page.archived_list(service(), ensure_device(), page)
    return render_template("lobby/archived.html", games=GAMES, table_list=table_list, page=page)


def _page_number() -> int:
    return parse_integer(request.args.get("page", "1"), "page", 1, MAX_NUMBER)


@pages.get("/new")
def new() -> str:
    """Show all games; `like` is the key of a table whose house rules are filled in.

    `earlier` has the options of the device's tables, for games that get their names from them.
    """
    here = ensure_device()
    if not limits.may_open_table():
        raise Forbidden("closed-house")
    like = request.args.get("like", "")
    given = {table.slug: table.options} if like and (table := service().table(like)) else {}
    named = [slug for slug, game in GAMES.items() if game.title_with is not None]
    earlier = {slug: service().store.earlier_options(here, slug, EARLIER_TABLES) for slug in named}
    return render_template("lobby/new.html", games=GAMES, given=given, earlier=earlier)


@pages.post("/new")
def open_table() -> ResponseReturnValue:
    """Open a table, whose host is this device."""
    slug = request.form.get("game", "")
    check_choice(slug, "game", tuple(GAMES))
    form, host, op = request.form.to_dict() | _read_files(), ensure_device(), request.form.get("op")
    options = GAMES[slug].parse_options(form)
    preferences = parse_choices_or_defaults(form, GAMES[slug].preferences)
    idempotency_key = hash_token(json.dumps([host, op, slug, options, preferences])) if op else None
    open_ = partial(service().open, host, slug, options, preferences, idempotency_key)
    key = limits.open_table(host, idempotency_key, open_)
    return redirect(url_for("play.table", key=key), code=303)


def _read_files() -> dict[str, str]:
    """The text of each chosen file. Raises InvalidMove."""
    try:
        texts = {key: file.read().decode("utf-8-sig") for key, file in request.files.items()}
    except UnicodeDecodeError:
        raise InvalidMove("not-utf8") from None
    return {key: text.replace("\r\n", "\n") for key, text in texts.items() if text}


@pages.post("/code")
def enter_code() -> ResponseReturnValue:
    """Go to a table by its code, or take one's seat along to this device by a seat code."""
    limits.check_code()
    code = normalize_code(request.form.get("code", ""))
    key = _take_seat(code) if len(code) == SEAT_CODE_LENGTH else None
    if key is None and code.isascii() and code.isalpha():
        key = _find_table(code)
    if key is None:
        raise IllegalMove("no-such-code")
    return redirect(url_for("play.table", key=key), code=303)


def _find_table(code: str) -> str | None:
    """Return the key of the table with this code. When the table is full, the code works only for its players."""
    key = service().store.find_by_code(code)
    if key is None or service().table(key).code_works or not service().rights(key, device()).stranger:
        return key
    return None


def _take_seat(code: str) -> str | None:
    """Move a seat to this device and return its table's key, also if a lost response already moved it."""
    found, here = service().seat_codes.find(code), device()
    if found is None:
        return None if here is None else service().store.find_by_operation(here, _operation(code, here))
    here = ensure_device()
    service().send(found.key, here, Command("phone", {"code": code}, _operation(code, here), retryable=True))
    return found.key


def _operation(code: str, here: str) -> str:
    return f"seat-{hash_token(code + here)[:32]}"


@pages.get("/house/<invitation>")
def accept_invitation(invitation: str) -> ResponseReturnValue:
    """Give this device operator rights by the one-time link from the terminal."""
    here = device()
    if request.method == "HEAD" or (here is not None and service().is_operator(here)):
        return redirect(url_for(".start"), code=303)  # a link preview, or an operator already
    if not service().invitations.is_valid(invitation):
        return errors.link_used()
    if not service().accept_invitation(invitation, ensure_device()):
        withhold_cookie()  # a parallel request may have used the link, and its cookie must stay
        return errors.link_used()
    return redirect(url_for(".start"), code=303)


@pages.post("/t/<key>/address")
def choose_address(key: str) -> ResponseReturnValue:
    """Choose which of this machine's addresses all QR codes contain."""
    rights = service().rights(key, device())
    if not (rights.hosting and rights.operator):  # anybody may be the host of some table
        abort(403)
    found = addresses.listening_addresses(context.settings().listen)
    wanted = request.form.get("address", "")
    if wanted not in found:
        raise InvalidMove("not-one-of", key="address", expected=", ".join(found))
    qr_address.choose(service(), context.settings(), wanted)
    return redirect(url_for("play.table", key=key), code=303)
