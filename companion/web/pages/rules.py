"""The rules at hand: a game's page of rules, of no table, and the same from a table, opened where it is now."""

from typing import Any

from flask import Blueprint, abort, render_template, request, url_for

from companion.games import GAMES
from companion.printing import documents
from companion.printing.client import Sheet
from companion.rendering import rules_page
from companion.table.model.player_view import PlayerView, player_view
from companion.web import context
from companion.web.http import limits
from companion.web.http.device_cookie import device, is_phone
from companion.web.http.locale import lang
from companion.web.live.viewer import viewer
from companion.web.pages.prints import made, paper

pages = Blueprint("rules", __name__)


@pages.get("/rules/<slug>")
def of_game(slug: str) -> str:
    """A game's rules for so many players. Raises InvalidMove."""
    if slug not in GAMES:
        abort(404)
    return _page(slug, rules_page.parse_players(slug, request.args.get("players")), player_view=None, view=None, now="")


@pages.get("/t/<key>/rules")
def at_table(key: str) -> str:
    """The same for those who sit at a table: `#now` is where they are. Whoever has the table's address may read it."""
    service = context.service()
    view = viewer(service, key, device(), screen="screen" in request.args, phone=is_phone())
    seen = player_view(service.table(key))
    seated = len(seen.people)
    players = seated if seated in seen.game.players else rules_page.default_players(seen.slug)
    return _page(seen.slug, players, player_view=seen, view=view, now=chapter(seen))


def chapter(seen: PlayerView) -> str:
    """The section of the rules that tells what a table is at."""
    match seen.scene:
        case "lobby" | "start":
            return rules_page.SETUP
        case "payout":
            page = seen.pages[seen.party.page.step - 1] if seen.party.page else None
            return rules_page.END if page and page.totals and seen.over else rules_page.PAYOUT
        case "over":
            return rules_page.END
        case _:
            return seen.game.rules_section(seen.state)


def _page(slug: str, players: int, **blanks: object) -> str:
    return render_template(
        "rules/page.html",
        **rules_page.template_values(slug, players),
        **blanks,
        own=rules_page.has_rules(slug),
        on_paper=False,
    )


@pages.get("/rules/<slug>/print")
def on_screen(slug: str) -> str:
    """The rules as a sheet, for the browser's own print. Raises InvalidMove."""
    return _sheet(slug, on_screen=True).html


@pages.get("/rules/<slug>/print.pdf")
def pdf(slug: str) -> Any:
    """The rules as PDF, made outside of this process. Raises InvalidMove."""
    instead = url_for(".on_screen", slug=slug, players=request.args.get("players"))
    return made(f"{slug}-rules.pdf", _sheet(slug), instead, material=True)


def _sheet(slug: str, *, on_screen: bool = False) -> Sheet:
    if slug not in GAMES or not rules_page.has_rules(slug):
        abort(404)
    limits.check_page()
    players = rules_page.parse_players(slug, request.args.get("players"))
    return documents.rules(slug, players, lang=lang(), paper=paper(), on_screen=on_screen)
