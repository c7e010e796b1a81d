"""What the evenings of a house tell together: tables, JSON, and a year as PDF."""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli import files, terminal
from companion.cli.group import cli, in_database, in_folder, in_language, in_timezone, kept_in, spoken_in
from companion.cli.printing import printed
from companion.cli.terminal import N_
from companion.games import GAMES
from companion.rendering import templating

if TYPE_CHECKING:
    from companion.stats.game_stats import GameStats
    from companion.stats.people import Player
    from companion.table.model.aliases import NameAliases
    from companion.table.model.game_result import GameResult
    from companion.table.storage.store import Store


@cli.command(help=N_("Show statistics of the finished games: people, records, averages. Nothing is changed."))
@click.option("--json", "as_json", is_flag=True, help=N_("One JSON object with all figures."))
@click.option("--game", default="", metavar="GAME", help=N_("Only this game, such as vabanque."))
@click.option("--person", default="", metavar="NAME", help=N_("This person alone."))
@in_folder
@in_database
@in_timezone
@in_language
def stats(as_json: bool, game: str, person: str, data: Path | None, database: str, lang: str | None) -> None:
    """Tells statistics."""
    spoken_in(lang)
    if game and game not in GAMES:
        there = {"game": ascii(game), "games": ", ".join(GAMES)}
        raise click.BadParameter(_("there is no game %(game)s; available: %(games)s") % there, param_hint="--game")
    evenings, known = remembered(kept_in(data, database))
    told = _told([one for one in evenings if game in ("", one.slug)], known, game, person)
    files.write(_json(told) if as_json else _table(told))


@dataclass(frozen=True)
class _Figures:
    """What is told. Of one person alone no game is."""

    evenings: "Sequence[GameResult]"
    known: "NameAliases"
    people: "Sequence[Player]"
    chronicles: "Sequence[GameStats]"
    game: str
    person: str


def _told(evenings: "Sequence[GameResult]", known: "NameAliases", game: str, person: str) -> _Figures:
    from companion.stats.game_stats import chronicles
    from companion.stats.people import in_order, people

    everybody = list(people(evenings, known).values())
    told = [_found(person, everybody, known)] if person else everybody
    games = [] if person else list(chronicles(evenings).values())
    return _Figures(in_order(evenings), known, told, games, game, person)


def _json(told: _Figures) -> str:
    from companion.stats.json_export import all_told

    found = all_told(len(told.evenings), told.people, told.chronicles, told.known, results=bool(told.person))
    return json.dumps(found, ensure_ascii=False) + "\n"


def _table(told: _Figures) -> str:
    from companion.stats import player_stats
    from companion.stats.head_to_head import rivals
    from companion.stats.people import identity

    shared = {"games": GAMES, "playing": player_stats}
    template = templating.text_environment(terminal.spoken()).get_template("statistics/stats.txt")
    return template.render(
        vars(told),
        **shared,
        rivals=lambda one: rivals(one, told.known),
        whose=lambda one, seat: identity(one.names[seat], told.known)[1],
    )


def _found(name: str, everybody: "Sequence[Player]", known: "NameAliases") -> "Player":
    """Somebody by the name that they are known by, else that was typed for them."""
    from companion.stats.people import identity
    from companion.table.model.aliases import mark_of

    by_mark = {one.mark: one for one in everybody}
    for mark in (mark_of(name), identity(name, known)[0]):
        if mark in by_mark:
            return by_mark[mark]
    there = {"name": ascii(name) if not name.isprintable() else name, "names": ", ".join(one.name for one in everybody)}
    raise click.BadParameter(_("nobody is called %(name)s; available: %(names)s") % there, param_hint="--person")


def remembered(where: Path | str) -> "tuple[list[GameResult], NameAliases]":
    """The evenings of a house and under which names people are known. Raises ClickException."""
    from companion.table.storage.store import BadFile, NotSaved, Store

    try:
        return _read(Store(where, reads_only=True))
    except (BadFile, NotSaved) as error:
        raise click.ClickException(str(error)) from error


def _read(store: "Store") -> "tuple[list[GameResult], NameAliases]":
    """What the server has not reckoned yet is reckoned here, and not kept."""
    from companion.table.model.game_result import counted
    from companion.table.service.loading import Unreadable
    from companion.table.service.results import reckoned
    from companion.table.storage import results

    with store.reading() as db:
        found = {one.table: one for one in results.read(db, results.stamps(db))}
        known, lacking = results.known_as(db), results.unreckoned(db)
    for key in lacking:
        with suppress(Unreadable):
            if (fresh := reckoned(store, key)) is not None:
                found[fresh[0].table] = fresh[0]
    return counted(list(found.values())), known


@cli.command(help=N_("Print a YEAR as PDF: a page for everyone, and one for each person."))
@click.argument("year", type=click.IntRange(1970, 9999))
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), required=True, metavar="FILE.pdf")
@in_folder
@in_database
@in_timezone
@in_language
@click.option(
    "--paper", type=click.Choice(["a4", "letter"]), help=N_("Paper size. Default: the usual one for the language.")
)
def season(year: int, output: Path, data: Path | None, database: str, lang: str | None, paper: str | None) -> None:
    """Prints a year."""
    from companion.printing import documents, material
    from companion.stats.seasons import of_year, years
    from companion.table.model.aliases import shown

    spoken = spoken_in(lang)
    evenings, known = remembered(kept_in(data, database))
    of_it = of_year(evenings, year)
    if not of_it:
        there = {"year": year, "years": ", ".join(map(str, years(evenings))) or "–"}
        raise click.BadParameter(_("there was no game in %(year)s; choose one of %(years)s") % there, param_hint="YEAR")
    usual = material.usual_paper(lang or terminal.tag())
    sheet = documents.season(year, of_it, known, lang=spoken, paper=paper or usual)
    printed(sheet, output, [shown(name, known) for one in of_it for name in one.names])
