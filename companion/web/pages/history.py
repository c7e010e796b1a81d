"""The history of a table in words, and past payout pages. Other devices are not affected."""

from collections import OrderedDict

from flask import Blueprint, abort, current_app, render_template, request

from companion.games.types import IllegalMove, parse_integer
from companion.table.commands.types import MAX_NUMBER
from companion.table.model import history
from companion.table.model.player_view import PlayerView, player_view
from companion.web.context import service
from companion.web.http.device_cookie import device, is_phone
from companion.web.http.locale import lang
from companion.web.live import public_page
from companion.web.live.viewer import Viewer, viewer

pages = Blueprint("history", __name__)

CACHE_SIZE = 8_000_000
"""Characters of rendered histories in memory."""

RenderedHistories = OrderedDict[tuple[str, str, bool], tuple[int, str]]
"""(table key, language, screen): (number of the latest entry, HTML)"""


def past_viewer(key: str) -> tuple[Viewer, PlayerView]:
    """Return the viewer and the public view. Everyone who has a table's address may see its history."""
    view = viewer(service(), key, device(), screen="screen" in request.args, phone=is_phone())
    if view.away and not is_phone():
        view = viewer(service(), key, device(), screen=True)
    public_view = player_view(service().table(key))
    if public_view.state is None:
        raise IllegalMove("not-begun")
    return view, public_view


@pages.get("/t/<key>/history")
def entries(key: str) -> str:
    """Show every round with its entries and payouts."""
    view, public_view = past_viewer(key)
    html = _rendered_history(public_view, lang(), screen=view.screen)
    return render_template("table/history.html", view=view, player_view=public_view, history=html)


def _rendered_history(public_view: PlayerView, lang: str, *, screen: bool) -> str:
    """Render all entries in words, once for all viewers until the next entry."""
    cache: RenderedHistories = current_app.config["RENDERED_HISTORIES"]
    cache_key = (public_view.key, lang, screen)
    number, html = cache.pop(cache_key, (0, ""))
    if number != public_view.number:
        html = public_page.render_history(lang, public_view, history.history_by_round(public_view), screen=screen)
    cache[cache_key] = public_view.number, html
    while sum(len(cached) for _number, cached in cache.values()) > CACHE_SIZE:
        cache.popitem(last=False)
    return html


@pages.get("/t/<key>/history/<number>/<step>")
def page(key: str, number: str, step: str) -> str:
    """Show a page of the payout after an entry, as it was shown then."""
    view, public_view = past_viewer(key)
    past = history.view_at_page(
        public_view, (parse_integer(number, "act", 1, MAX_NUMBER), parse_integer(step, "step", 1, MAX_NUMBER))
    )
    if past is None:
        abort(404)
    fragments = public_page.PublicPage(lang(), screen=view.screen).past_fragments(past)
    return render_template("table/past.html", view=view, player_view=past, fragments=fragments)
