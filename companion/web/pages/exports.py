"""Downloads for other programs: a game's record, all results as CSV, and a result for BG Stats."""

from flask import Blueprint, Response, render_template

from companion.games.types import IllegalMove
from companion.stats import external_formats
from companion.table.commands.types import Forbidden
from companion.table.model.game_result import compute_result, counted_results
from companion.table.model.player_view import player_view
from companion.web.context import service
from companion.web.http.device_cookie import device
from companion.web.pages.prints import public_view

pages = Blueprint("exports", __name__)


@pages.get("/t/<key>/record.jsonl")
def record(key: str) -> Response:
    """Return the game record: the moves in force, with never revealed values as "hidden"."""
    headers = {"Content-Disposition": 'attachment; filename="record.jsonl"'}
    return Response(public_view(key).export(), mimetype="application/jsonl; charset=utf-8", headers=headers)


@pages.get("/plays.csv")
def plays() -> Response:
    """Return a line for each player of each game that the device may see."""
    results, here = service().results, device()
    text = external_formats.plays_as_csv(counted_results(results.visible_to(here)), results.aliases_for(here))
    headers = {"Content-Disposition": 'attachment; filename="plays.csv"'}
    return Response(text, content_type="text/csv; charset=utf-8; header=present", headers=headers)


@pages.get("/t/<key>/bg-stats")
def bg_stats(key: str) -> str:
    """Show what the link to BG Stats sends, to those who played or run the table."""
    if service().rights(key, device()).stranger:
        raise Forbidden("no-seat")
    table = service().table(key)
    result = compute_result(table)
    if result is None or not result.counts:
        raise IllegalMove("not-over")
    aliases = service().results.aliases_for(device())
    names = external_formats.display_names(result, aliases)
    people = [{"name": name, "colour": colour} for name, colour in zip(names, result.colours, strict=True)]
    return render_template(
        "table/bg_stats.html",
        player_view=player_view(table),
        link=external_formats.link_to_bg_stats(result, aliases),
        result=result,
        people=people,
    )
