"""Sheets: pages for print, made from a chair or from no table at all."""

from collections.abc import Sequence

from companion import templating
from companion.games import GAMES
from companion.printer import Sheet
from companion.table.chair import Chair
from companion.table.party import Person

PAPERS = ("a4", "letter")


def summary(chair: Chair, *, lang: str, paper: str, dated: bool = True, on_screen: bool = False) -> Sheet:
    """The summary of a game, finished or so far. `on_screen` makes a page for the browser's own print."""
    template = templating.page(lang).select_template([f"{chair.slug}/summary.html", "summary.html"])
    date = chair.created if dated else None
    return Sheet(template.render(chair=chair, paper=paper, date=date, on_screen=on_screen), paper)


def score_sheet(slug: str, people: Sequence[Person], *, lang: str, paper: str) -> Sheet:
    """A blank sheet for those who sit at a table, and empty columns up to the fewest that can play."""
    game = GAMES[slug]
    empty: list[Person | None] = [None] * (game.players[0] - len(people))
    template = templating.page(lang).get_template("score_sheet.html")
    return Sheet(template.render(game=game, people=[*people, *empty], paper=paper, on_screen=False), paper)


def table_card(chair: Chair, address: str, origin: str, *, lang: str, paper: str) -> Sheet:
    """The way in to a table, on both sides of a tent: `address` in the QR code, `origin` and the code for typing."""
    template = templating.page(lang).get_template("table_card.html")
    html = template.render(chair=chair, address=address, origin=origin, paper=paper, on_screen=False)
    return Sheet(html, paper)
