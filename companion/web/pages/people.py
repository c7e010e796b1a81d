"""What the evenings that a device may see tell of people, of games, of a year. Of all others it hears nothing."""

from typing import Any

from flask import Blueprint, abort, render_template, url_for

from companion.games import GAMES
from companion.games.types import Seat
from companion.printing import documents
from companion.printing.client import Sheet
from companion.stats import game_stats, player_stats
from companion.stats.head_to_head import rivals
from companion.stats.people import Player, identity, person
from companion.stats.people import people as people_of
from companion.stats.seasons import of_year, years
from companion.table.model.aliases import NameAliases
from companion.table.model.game_result import GameResult, counted
from companion.web.context import service
from companion.web.http.device_cookie import known_device
from companion.web.http.locale import lang, region
from companion.web.pages.prints import made, paper

pages = Blueprint("people", __name__)

LATEST = 24
"""So many of somebody's results are drawn and listed: as many as a phone shows side by side."""


MANY = 9
"""So many rivals are shown before one asks for all."""


def _seen() -> tuple[list[GameResult], NameAliases]:
    """The evenings of the asking device, and under which names it knows people."""
    remembered, here = service().evenings, known_device()
    evenings = counted(remembered.seen_by(here))
    return evenings, remembered.names_for(here) if evenings else {}


def _whose(known: NameAliases) -> Any:
    """Who sat at a seat, for templates: the mark of their page, or none, and their name."""

    def whose(one: GameResult, seat: Seat) -> tuple[str, str]:
        return identity(one.names[seat], known)

    return whose


@pages.get("/people")
def everybody() -> str:
    """Everybody whom this device sat with."""
    evenings, known = _seen()
    plays = {slug: sum(one.slug == slug for one in evenings) for slug in GAMES}
    there = {"people": list(people_of(evenings, known).values()), "plays": plays, "years": years(evenings)}
    return render_template("evenings/people.html", games=GAMES, **there)


@pages.get("/people/<mark>", endpoint="person")
def one_person(mark: str) -> str:
    """One of them. Who was never met is answered for as nobody."""
    evenings, known = _seen()
    player = person(evenings, known, mark)
    if player is None:
        abort(404)
    return render_template("evenings/person.html", **_told(player, known), whose=_whose(known), years=years(evenings))


def _told(player: Player, known: NameAliases) -> dict[str, object]:
    told = {"player": player, "at_games": player_stats.games(player), "rivals": rivals(player, known)}
    return {**told, "games": GAMES, "latest": LATEST, "many": MANY}


@pages.get("/games/<slug>")
def game(slug: str) -> str:
    """A game's records and averages."""
    if slug not in GAMES:
        abort(404)
    evenings, known = _seen()
    of_it = [one for one in evenings if one.slug == slug]
    told = game_stats.chronicles(of_it).get(slug)
    people = [(one, player_stats.PlayerGameStats(slug, one.sat)) for one in people_of(of_it, known).values()]
    there = {"game": GAMES[slug], "told": told, "people": people}
    return render_template("evenings/game.html", **there, whose=_whose(known))


@pages.get("/season/<int:year>")
def season(year: int) -> str:
    """A year as sheets, for the browser's own print."""
    return _season(year, on_screen=True).html


@pages.get("/season/<int:year>.pdf")
def season_pdf(year: int) -> Any:
    """A year as PDF: the house's page, then one for each person."""
    return made(f"season-{year}.pdf", _season(year), url_for(".season", year=year), material=True)


def _season(year: int, *, on_screen: bool = False) -> Sheet:
    evenings, known = _seen()
    played = of_year(evenings, year)
    if not played:
        abort(404)
    return documents.season(year, played, known, lang=lang(), paper=paper(), region=region(), on_screen=on_screen)
