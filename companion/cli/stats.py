"""Print statistics of finished games: tables, JSON, and a year as PDF."""

import json
from collections.abc import Sequence
from contextlib import suppress
from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli import files, terminal
from companion.cli.group import (
    cli,
    language_option,
    locate_database,
    resolve_language,
    storage_options,
    timezone_option,
)
from companion.cli.printing import output_option, paper_option, write_pdf
from companion.cli.terminal import N_
from companion.games import GAMES
from companion.rendering import templating

if TYPE_CHECKING:
    from companion.stats.people import Player
    from companion.table.model.game_result import GameResult
    from companion.table.model.names import NameAliases
    from companion.table.storage.store import Store


@cli.command(help=N_("Show statistics of the finished games: people, records, averages. Nothing is changed."))
@click.option("--json", "as_json", is_flag=True, help=N_("One JSON object with all figures."))
@click.option("--game", default="", metavar="GAME", help=N_("Only this game, such as vabanque."))
@click.option("--person", default="", metavar="NAME", help=N_("Only this person."))
@storage_options
@timezone_option
@language_option
def stats(as_json: bool, game: str, person: str, data: Path | None, database: str, lang: str | None) -> None:
    resolve_language(lang)
    if game and game not in GAMES:
        there = {"game": ascii(game), "games": ", ".join(GAMES)}
        raise click.BadParameter(_("there is no game %(game)s; available: %(games)s") % there, param_hint="--game")
    from companion.stats.game_stats import stats_by_game
    from companion.stats.people import collect_players, sort_by_time

    results, known = load_results(locate_database(data, database))
    results = sort_by_time(one for one in results if game in ("", one.slug))
    people = list(collect_players(results, known).values())
    if person:
        people = [_find_player(person, people, known)]
    games = [] if person else stats_by_game(results)
    if as_json:
        from companion.stats.json_export import export_all

        found = export_all(len(results), people, games, known, results=bool(person))
        files.write_output(json.dumps(found, ensure_ascii=False) + "\n")
    else:
        table = _format_table(known, evenings=results, people=people, chronicles=games, game=game, person=person)
        files.write_output(table)


def _format_table(known: "NameAliases", **values: object) -> str:
    from companion.stats import player_stats
    from companion.stats.head_to_head import compare_with_opponents
    from companion.stats.people import identify

    template = templating.text_environment(terminal.current_language()).get_template("statistics/stats.txt")
    return template.render(
        values,
        games=GAMES,
        playing=player_stats,
        rivals=lambda one: compare_with_opponents(one, known),
        whose=lambda one, seat: identify(one.names[seat], known)[1],
    )


def _find_player(name: str, everybody: "Sequence[Player]", known: "NameAliases") -> "Player":
    """Find a player by the name they are known by, or by a typed one."""
    from companion.stats.people import identify
    from companion.table.model.names import name_id

    by_mark = {one.mark: one for one in everybody}
    for mark in (name_id(name), identify(name, known)[0]):
        if mark in by_mark:
            return by_mark[mark]
    there = {"name": ascii(name) if not name.isprintable() else name, "names": ", ".join(one.name for one in everybody)}
    raise click.BadParameter(_("nobody is called %(name)s; available: %(names)s") % there, param_hint="--person")


def load_results(where: Path | str) -> "tuple[list[GameResult], NameAliases]":
    """Return all results and the aliases of names. Raises ClickException."""
    from companion.table.storage.store import BadFile, NotSaved, Store

    try:
        return _read_results(Store(where, reads_only=True))
    except (BadFile, NotSaved) as error:
        raise click.ClickException(str(error)) from error


def _read_results(store: "Store") -> "tuple[list[GameResult], NameAliases]":
    """Read stored results; compute missing ones without storing them."""
    from companion.table.model.game_result import counted_results
    from companion.table.service.cache import Unreadable
    from companion.table.service.results import compute_stored_result
    from companion.table.storage import results

    with store.reading() as db:
        found = {one.table: one for one in results.read(db, results.stamps(db))}
        known, missing = results.load_aliases(db), results.keys_without_result(db)
    for key in missing:
        with suppress(Unreadable):
            if (fresh := compute_stored_result(store, key)) is not None:
                found[fresh[0].table] = fresh[0]
    return counted_results(list(found.values())), known


@cli.command(help=N_("Print a YEAR as a PDF: a page for everyone and one for each person."))
@click.argument("year", type=click.IntRange(1970, 9999))
@output_option
@storage_options
@timezone_option
@language_option
@paper_option
def season(year: int, output: Path, data: Path | None, database: str, lang: str | None, paper: str | None) -> None:
    from companion.printing import documents, material
    from companion.stats.seasons import filter_by_year, list_years
    from companion.table.model.names import resolve_alias

    language = resolve_language(lang)
    results, known = load_results(locate_database(data, database))
    selected = filter_by_year(results, year)
    if not selected:
        there = {"year": year, "years": ", ".join(map(str, list_years(results))) or "–"}
        raise click.BadParameter(_("there was no game in %(year)s; choose one of %(years)s") % there, param_hint="YEAR")
    usual = material.default_paper(lang or terminal.machine_locale())
    sheet = documents.season(year, selected, known, lang=language, paper=paper or usual)
    write_pdf(sheet, output, [resolve_alias(name, known) for one in selected for name in one.names])
