"""Results for elsewhere: all plays as CSV, and a play for BG Stats. Whoever taps takes them along."""

from flask import Blueprint, Response, render_template

from companion import elsewhere
from companion.games.kit import Refused
from companion.table.chair import chair
from companion.table.commands import Forbidden
from companion.table.evening import Evening, counted, evening
from companion.web.devices import device
from companion.web.equipment import desk

pages = Blueprint("results", __name__)


@pages.get("/plays.csv")
def plays() -> Response:
    """A line for each player of each evening that the device may see."""
    evenings, here = desk().evenings, device()
    told = elsewhere.plays_as_csv(counted(evenings.seen_by(here)), evenings.names_for(here))
    headers = {"Content-Disposition": 'attachment; filename="plays.csv"'}
    return Response(told, content_type="text/csv; charset=utf-8; header=present", headers=headers)


@pages.get("/t/<key>/bg-stats")
def bg_stats(key: str) -> str:
    """What is handed to BG Stats, and the one link that does it: for those who sat there, or run it."""
    one, known = _played(key), desk().evenings.names_for(device())
    names = elsewhere.known_names(one, known)
    people = [{"name": name, "colour": colour} for name, colour in zip(names, one.colours, strict=True)]
    told = {"one": one, "people": people, "minutes": one.minutes}
    link = elsewhere.link_to_bg_stats(one, known)
    return render_template("table/bg_stats.html", chair=chair(desk().table(key)), link=link, **told)


def _played(key: str) -> Evening:
    """A finished game, as it is remembered. Raises Forbidden and Refused."""
    if desk().rights(key, device()).stranger:
        raise Forbidden("no-seat")
    found = evening(desk().table(key))
    if found is None or not found.counts:
        raise Refused("not-over")
    return found
