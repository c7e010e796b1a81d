"""The rules of a game: as a page, as a page of a table opened at its current chapter, and as PDF."""

from flask import Blueprint, Response, abort, render_template, request, url_for

from companion.games import GAMES
from companion.printing import documents
from companion.printing.client import Sheet
from companion.rendering import rules_page
from companion.table.model.player_view import PlayerView, player_view
from companion.web.context import service
from companion.web.http import limits
from companion.web.http.device_cookie import device, is_phone
from companion.web.http.locale import lang
from companion.web.live.viewer import viewer
from companion.web.pages.prints import paper, pdf_response

pages = Blueprint("rules", __name__)


@pages.get("/rules/<slug>")
def of_game(slug: str) -> str:
    """Show a game's rules for a number of players. Raises InvalidMove."""
    if slug not in GAMES:
        abort(404)
    return _page(slug, rules_page.parse_players(slug, request.args.get("players")), player_view=None, view=None, now="")


@pages.get("/t/<key>/rules")
def at_table(key: str) -> str:
    """Show the rules at a table, with the current chapter as `#now`. Everyone who has its address may read them."""
    view = viewer(service(), key, device(), screen="screen" in request.args, phone=is_phone())
    game = player_view(service().table(key))
    seated = len(game.people)
    players = seated if seated in game.game.players else rules_page.default_players(game.slug)
    return _page(game.slug, players, player_view=game, view=view, now=current_chapter(game))


def current_chapter(game: PlayerView) -> str:
    """Return the chapter of the rules about what is happening at a table."""
    match game.scene:
        case "lobby" | "start":
            return rules_page.SETUP
        case "payout":
            page = game.pages[game.roster.page.step - 1] if game.roster.page else None
            return rules_page.END if page and page.totals and game.over else rules_page.PAYOUT
        case "over":
            return rules_page.END
        case _:
            return game.game.rules_section(game.state)


def _page(slug: str, players: int, **blanks: object) -> str:
    return render_template(
        "rules/page.html",
        **rules_page.template_values(slug, players),
        **blanks,
        own=rules_page.has_rules(slug),
        on_paper=False,
    )


@pages.get("/rules/<slug>/print")
def html(slug: str) -> str:
    return _sheet(slug, on_screen=True).html


@pages.get("/rules/<slug>/print.pdf")
def pdf(slug: str) -> Response:
    html_url = url_for(".html", slug=slug, players=request.args.get("players"))
    return pdf_response(f"{slug}-rules.pdf", _sheet(slug), html_url, material=True)


def _sheet(slug: str, *, on_screen: bool = False) -> Sheet:
    if slug not in GAMES or not rules_page.has_rules(slug):
        abort(404)
    limits.check_page()
    players = rules_page.parse_players(slug, request.args.get("players"))
    return documents.rules(slug, players, lang=lang(), paper=paper(), on_screen=on_screen)
