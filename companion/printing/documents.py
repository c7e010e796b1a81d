"""Printable pages of tables, games and seasons."""

from collections.abc import Mapping, Sequence

from babel import Locale

from companion.games import GAMES
from companion.paths import data_dir
from companion.printing.client import Sheet
from companion.rendering import rules_page, templating
from companion.stats import player_stats
from companion.stats.game_stats import stats_by_game
from companion.stats.head_to_head import compare_with_opponents
from companion.stats.people import collect_players
from companion.stats.seasons import count_by_month
from companion.table.model.game_result import GameResult
from companion.table.model.names import NameAliases, resolve_alias
from companion.table.model.player_view import PlayerView
from companion.table.model.roster import Person

PAPERS = ("a4", "letter")


def summary(
    player_view: PlayerView,
    *,
    lang: str,
    paper: str,
    region: Locale | None = None,
    dated: bool = True,
    on_screen: bool = False,
) -> Sheet:
    """Return the summary of a game, finished or not. `region` formats the date.

    `on_screen` makes a page for the browser's own print function.
    """
    template = templating.html_environment(lang).select_template([f"{player_view.slug}/summary.html", "summary.html"])
    date, styles = player_view.began if dated else None, existing_styles(player_view.slug, "game")
    html = template.render(
        player_view=player_view, paper=paper, date=date, region=region, styles=styles, on_screen=on_screen
    )
    return Sheet(html, paper, styles)


def result_card(player_view: PlayerView, *, lang: str, region: Locale | None = None) -> Sheet:
    """Return the result of a finished game as a picture to share. It contains nothing hidden."""
    template = templating.html_environment(lang).get_template("result_card.html")
    html = template.render(player_view=player_view, date=player_view.began, region=region, on_screen=False)
    return Sheet(html, "result_card", picture=True)


def score_sheet(
    slug: str, people: Sequence[Person], options: Mapping[str, object] | None = None, *, lang: str, paper: str
) -> Sheet:
    """Return a blank score sheet for these people, with empty columns up to the fewest players."""
    game, options = GAMES[slug], options or {}
    empty: list[Person | None] = [None] * (game.players[0] - len(people))
    template = templating.html_environment(lang).get_template("score_sheet.html")
    html = template.render(game=game, options=options, people=[*people, *empty], paper=paper, on_screen=False)
    return Sheet(html, paper, existing_styles(slug, "game"))


def table_card(player_view: PlayerView, address: str, origin: str, *, lang: str, paper: str) -> Sheet:
    """Return a tent card with `address` as QR code, `origin` and the table's code for typing."""
    template = templating.html_environment(lang).get_template("table_card.html")
    html = template.render(player_view=player_view, address=address, origin=origin, paper=paper, on_screen=False)
    return Sheet(html, paper)


def rules(slug: str, players: int, *, lang: str, paper: str, on_screen: bool = False) -> Sheet:
    """Return a game's rules for this number of players. Raises InvalidMove."""
    template, styles = (
        templating.html_environment(lang).get_template("rules.html"),
        ("rules", *existing_styles(slug, "game")),
    )
    values = rules_page.template_values(slug, players)
    return Sheet(template.render(values, paper=paper, styles=styles, on_screen=on_screen), paper, styles)


def existing_styles(slug: str, *names: str) -> tuple[str, ...]:
    """Select the style sheets that a game has: `game` for its tables, `material` for pieces to cut out."""
    there = (f"{slug}/{name}" for name in names)
    return tuple(style for style in there if (data_dir("printables") / f"{style}.css").is_file())


def season(
    year: int,
    results: Sequence[GameResult],
    known: NameAliases,
    *,
    lang: str,
    paper: str,
    region: Locale | None = None,
    on_screen: bool = False,
) -> Sheet:
    """Return a year: a page for everyone, and one for each person."""
    players = list(collect_players(results, known).values())
    values = {"year": year, "evenings": len(results), "months": count_by_month(results), "players": players}
    by_person = [(one, player_stats.stats_by_game(one), compare_with_opponents(one, known)) for one in players]
    values |= {"games": GAMES, "chronicles": stats_by_game(results), "by_person": by_person}

    def whose(one: GameResult, seat: int) -> str:
        return resolve_alias(one.names[seat], known)

    page = {"paper": paper, "region": region, "styles": ("season",), "on_screen": on_screen}
    html = templating.html_environment(lang).get_template("season.html").render(**values, **page, whose=whose)
    return Sheet(html, paper, ("season",))
