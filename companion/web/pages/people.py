"""Statistics of people, games and years, from the results that the device may see."""

from collections import Counter
from collections.abc import Callable

from flask import Blueprint, Response, abort, render_template, request, url_for

from companion.games import GAMES
from companion.games.types import Seat
from companion.printing import documents
from companion.printing.client import Sheet
from companion.stats import game_stats, player_stats
from companion.stats.head_to_head import compare_with_opponents
from companion.stats.people import collect_players as people_of
from companion.stats.people import find_player as find_person
from companion.stats.people import identify, sort_by_time
from companion.stats.seasons import filter_by_year, list_years
from companion.table.model.game_result import GameResult, counted_results
from companion.table.model.names import NameAliases
from companion.web.context import service
from companion.web.http.device_cookie import ensure_device
from companion.web.http.locale import lang, region
from companion.web.pages.prints import paper, pdf_response

pages = Blueprint("people", __name__)

LATEST = 24
"""Results in a person's chart and list: as many as fit side by side on a phone."""
MANY = 9
"""Rivals that are shown before *All rivals*."""


def _results() -> tuple[list[GameResult], NameAliases]:
    """Return the results that the device may see, and the names that it knows people by."""
    all_results, device = service().results, ensure_device()
    results = counted_results(all_results.visible_to(device))
    return results, all_results.aliases_for(device) if results else {}


def _identify(aliases: NameAliases) -> Callable[[GameResult, Seat], tuple[str, str]]:
    """Return a function for templates: the mark (empty if there is no page) and the name of the player in a seat."""
    return lambda result, seat: identify(result.names[seat], aliases)


@pages.get("/people")
def everybody() -> str:
    """List everybody who played at a table of this device."""
    results, aliases = _results()
    counted = Counter(result.kind for result in results)
    played = [sorted(kind for kind in counted if kind[0] == slug) or [(slug, "")] for slug in GAMES]
    plays = {kind: counted[kind] for kinds in played for kind in kinds}
    people = list(people_of(results, aliases).values())
    return render_template("statistics/people.html", games=GAMES, people=people, plays=plays, years=list_years(results))


@pages.get("/people/<mark>")
def person(mark: str) -> str:
    results, aliases = _results()
    player = find_person(results, aliases, mark)
    if player is None:
        abort(404)
    return render_template(
        "statistics/person.html",
        player=player,
        at_games=player_stats.stats_by_game(player),
        rivals=compare_with_opponents(player, aliases),
        games=GAMES,
        latest=LATEST,
        many=MANY,
        whose=_identify(aliases),
        years=list_years(results),
    )


@pages.get("/games/<slug>")
def game(slug: str) -> str:
    if slug not in GAMES:
        abort(404)
    results, aliases = _results()
    of_game = [result for result in results if result.slug == slug]
    titles = {result.title: result for result in sort_by_time(of_game)}  # the latest last
    title = request.args.get("title", "")
    shown = title if title in titles else next(reversed(titles), GAMES[slug].title)
    of_game = [result for result in of_game if result.title == shown]
    people = [
        (player, player_stats.PlayerGameStats(slug, player.participations))
        for player in people_of(of_game, aliases).values()
    ]
    return render_template(
        "statistics/game.html",
        game=GAMES[slug],
        stats=next(iter(game_stats.stats_by_game(of_game)), None),
        title=shown,
        titles=sorted(titles),
        people=people,
        whose=_identify(aliases),
    )


@pages.get("/season/<int:year>")
def season(year: int) -> str:
    return _season(year, on_screen=True).html


@pages.get("/season/<int:year>.pdf")
def season_pdf(year: int) -> Response:
    """Return the sheets of a year as PDF: one of all games, then one for each person."""
    return pdf_response(f"season-{year}.pdf", _season(year), url_for(".season", year=year), material=True)


def _season(year: int, *, on_screen: bool = False) -> Sheet:
    results, aliases = _results()
    of_the_year = filter_by_year(results, year)
    if not of_the_year:
        abort(404)
    return documents.season(
        year, of_the_year, aliases, lang=lang(), paper=paper(), region=region(), on_screen=on_screen
    )
