"""Looking back: all entries of a table in words, and each page of a payout once more. It moves no other device."""

from collections import OrderedDict

from flask import Blueprint, Response, abort, current_app, make_response, render_template, request

from companion.games.types import IllegalMove, parse_integer
from companion.table.commands.types import MANY
from companion.table.model import history
from companion.table.model.player_view import PlayerView, player_view
from companion.web import context
from companion.web.http.device_cookie import device, is_phone
from companion.web.http.locale import lang
from companion.web.live import public_page
from companion.web.live.viewer import Viewer, viewer

pages = Blueprint("history", __name__)

KEPT = 8_000_000
"""Characters of all histories that stay put into words."""

RenderedHistoryCache = OrderedDict[tuple[str, str, bool], tuple[int, str]]
"""Of a table's key, a language and a kind of page: its words, and with which entry they end."""


def watched(key: str) -> tuple[Viewer, PlayerView]:
    """What the device is, and nobody's chair. Whoever has the table's address may watch it, and so look back."""
    service = context.service()
    now = viewer(service, key, device(), screen="screen" in request.args, phone=is_phone())
    if now.away and not is_phone():
        now = viewer(service, key, device(), screen=True)
    seen = player_view(service.table(key))
    if seen.state is None:
        raise IllegalMove("not-begun")
    return now, seen


@pages.get("/t/<key>/history")
def entries(key: str) -> Response:
    """Every round with its entries and its payouts, up to now."""
    now, seen = watched(key)
    told = _told(seen, lang(), screen=now.screen)
    return make_response(render_template("table/history.html", view=now, player_view=seen, told=told))


def _told(seen: PlayerView, lang: str, *, screen: bool) -> str:
    """All entries in words, drawn once for all who look back before the next entry comes."""
    lately: RenderedHistoryCache = current_app.config["TOLD_LATELY"]
    kind = (seen.key, lang, screen)
    number, told = lately.pop(kind, (0, ""))
    if number != seen.number:
        told = public_page.told(lang, seen, history.rounds(seen), screen=screen)
    lately[kind] = seen.number, told
    while sum(len(words) for _number, words in lately.values()) > KEPT:
        lately.popitem(last=False)
    return told


@pages.get("/t/<key>/history/<number>/<step>")
def page(key: str, number: str, step: str) -> Response:
    """A page of the payout that an entry brought, as it was shown."""
    now, seen = watched(key)
    leaf = parse_integer(number, "act", 1, MANY), parse_integer(step, "step", 1, MANY)
    then = history.past(seen, leaf)
    if then is None:
        abort(404)
    fragments = public_page.PublicPage(lang(), screen=now.screen).looked_back(then)
    return make_response(render_template("table/past.html", view=now, player_view=then, fragments=fragments))
