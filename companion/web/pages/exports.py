"""Results for elsewhere: all plays as CSV, and a play for BG Stats. Whoever taps takes them along."""

from flask import Blueprint, Response, render_template

from companion.games.types import IllegalMove
from companion.stats import external_formats
from companion.table.commands.types import Forbidden
from companion.table.model.game_result import GameResult, counted, evening
from companion.table.model.player_view import player_view
from companion.web.context import service
from companion.web.http.device_cookie import device

pages = Blueprint("results", __name__)


@pages.get("/plays.csv")
def plays() -> Response:
    """A line for each player of each evening that the device may see."""
    evenings, here = service().evenings, device()
    told = external_formats.plays_as_csv(counted(evenings.seen_by(here)), evenings.names_for(here))
    headers = {"Content-Disposition": 'attachment; filename="plays.csv"'}
    return Response(told, content_type="text/csv; charset=utf-8; header=present", headers=headers)


@pages.get("/t/<key>/bg-stats")
def bg_stats(key: str) -> str:
    """What is handed to BG Stats, and the one link that does it: for those who sat there, or run it."""
    one, known = _played(key), service().evenings.names_for(device())
    names = external_formats.known_names(one, known)
    people = [{"name": name, "colour": colour} for name, colour in zip(names, one.colours, strict=True)]
    told = {"one": one, "people": people, "minutes": one.minutes}
    link = external_formats.link_to_bg_stats(one, known)
    return render_template("table/bg_stats.html", player_view=player_view(service().table(key)), link=link, **told)


def _played(key: str) -> GameResult:
    """A finished game, as it is remembered. Raises Forbidden and IllegalMove."""
    if service().rights(key, device()).stranger:
        raise Forbidden("no-seat")
    found = evening(service().table(key))
    if found is None or not found.counts:
        raise IllegalMove("not-over")
    return found
