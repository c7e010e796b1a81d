"""The command line: serve a table, score, print and export records."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING

import click
import platformdirs

from companion import __version__, files, languages, result, templating, terminal, words
from companion.games.kit import Garbled
from companion.record import Record
from companion.terminal import N_

if TYPE_CHECKING:
    from companion.printer import Sheet

BAD = 2

in_language = click.option("--lang", metavar="LANG", help=N_("Language, such as de. Default: that of this machine."))


@click.group(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=N_("A phone companion for table games with hidden choices. Without a command: serve a table."),
)
@click.version_option(__version__, prog_name="companion", message="%(prog)s %(version)s")
@click.pass_context
def cli(context: click.Context) -> None:
    """The command line."""
    if context.invoked_subcommand is None:
        context.invoke(serve)


@cli.command(help=N_("Serve a table: prints the address and its QR code."))
@click.option("--port", default=8040, show_default=True, help=N_("Port; the next free one is taken. 0 takes any."))
@click.option("--listen", default="0.0.0.0", show_default=True, help=N_("Address to listen on."))
@click.option("--address", help=N_("Address or name in the QR code, where the one that was found is not right."))
@click.option("--public", default="", help=N_("Whole public address, where a proxy stands before the server."))
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help=N_("Data folder."))
@click.option("--browser/--no-browser", default=True, help=N_("Open the start page."))
@in_language
def serve(
    port: int = 8040,
    listen: str = "0.0.0.0",
    address: str | None = None,
    public: str = "",
    data: Path | None = None,
    browser: bool = True,
    lang: str | None = None,
) -> None:
    """Serves a table, and speaks to the terminal."""
    _language(lang)
    from companion import serve as server  # records are scored without a server

    server.run(data or data_folder(), listen, port, address, public, browser=browser)


def data_folder() -> Path:
    """Where the state lives if nothing else is said: the user's own data folder."""
    return Path(platformdirs.user_data_dir("companion", appauthor=False))


@cli.command(help=N_("Score records. A RECORD may be - for standard input."))
@click.argument("records", nargs=-1, required=True, metavar="RECORD...")
@click.option("--json", "as_json", is_flag=True, help=N_("The result as JSON, one object a line."))
@in_language
def score(records: tuple[str, ...], as_json: bool, lang: str | None) -> None:
    """Scores records, each on its own."""
    _language(lang)
    good = [told(name, as_json) for name in records]
    sys.exit(0 if all(good) else BAD)


def told(name: str, as_json: bool) -> bool:
    """Scores one record to standard output; a bad one gets its line on standard error."""
    game = files.read(name)
    if game is None:
        return False
    files.write(
        json.dumps(result.result(game), ensure_ascii=False) + "\n" if as_json else table(game, terminal.spoken())
    )
    return True


def table(game: Record, lang: str = languages.SOURCE) -> str:
    """The scores as a table for a person."""
    env = templating.text(lang)
    template = env.select_template([f"{game.header.game}/score.txt", "table/score.txt"])
    scores = game.game.scores(game.state)
    return template.render(
        game=game.game,
        names=game.header.players,
        state=game.state,
        scores=scores,
        standings=result.standings(scores),
        finished=not game.game.asks(game.state),
    )


@cli.command("print", help=N_("Print the summary of a RECORD as PDF."))
@click.argument("name", metavar="RECORD")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), required=True, metavar="FILE.pdf")
@in_language
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
def print_(name: str, output: Path, lang: str | None, paper: str) -> None:
    """Prints a summary."""
    from companion import sheets
    from companion.table.replay import nobody_at

    spoken, game = _language(lang), files.read(name)
    if game is None:
        sys.exit(BAD)
    _print(sheets.summary(nobody_at(game), lang=spoken, paper=paper, dated=False), output)


def _language(lang: str | None) -> str:
    """The language that was asked for, or that the terminal is spoken to in."""
    language = terminal.spoken() if lang is None else languages.language(lang)
    if language is None:
        there = {"lang": ascii(lang), "languages": ", ".join(languages.languages())}
        raise click.BadParameter(_("no words in %(lang)s; there are %(languages)s") % there, param_hint="--lang")
    return language


def _print(sheet: "Sheet", output: Path) -> None:
    from companion import printer

    try:
        with _shown(sheet) as told:
            pdf = printer.own().pdf(sheet, told)
        output.write_bytes(pdf)
    except printer.NoPrinter as missing:
        raise click.ClickException(_("PDFs need Pango, which is not installed: %s") % missing.how) from missing
    except printer.PrinterFailed as failed:
        raise click.ClickException(_("the PDF could not be made: %s") % failed) from failed
    except OSError as error:
        raise click.ClickException(f"{output}: {error.strerror}") from error
    finally:
        printer.own().close()


@contextmanager
def _shown(sheet: "Sheet") -> Iterator[Callable[[int], None] | None]:
    """A bar that grows page by page, where it is known how many leaves there are and somebody is looking on."""
    leaves = sheet.html.count('<div class="leaf')
    if not leaves or sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=leaves, label=_("Printing"), file=sys.stderr, show_eta=False) as bar:
        yield lambda page: bar.update(min(page, leaves) - bar.pos)


@cli.command(
    help=N_(
        "Print a GAME as PDF: its rules, and of Wetten! everything that a table needs that owns nothing but a printer."
    )
)
@click.argument("game")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), required=True, metavar="FILE.pdf")
@click.option("--sheet", "sheets", multiple=True, metavar="NAME", help=N_("This sheet alone, or these."))
@click.option(
    "--set", "choices", multiple=True, metavar="KEY=VALUE", help=N_("A choice of the game, such as track=40.")
)
@in_language
@click.option(
    "--paper", type=click.Choice(["a4", "letter"]), help=N_("Default: what is usual where the language is spoken.")
)
def paper(
    game: str, output: Path, sheets: tuple[str, ...], choices: tuple[str, ...], lang: str | None, paper: str | None
) -> None:
    """Prints what is of no table."""
    from companion import material

    if game not in material.printed():
        there = {"game": ascii(game), "games": ", ".join(material.printed())}
        raise click.BadParameter(_("%(game)s has nothing to print; there is %(games)s") % there)
    given = dict(choice.partition("=")[::2] for choice in choices)
    spoken = _language(lang)
    try:
        sheet = material.all_of(
            game, sheets, given, lang=spoken, paper=paper or material.usual_paper(lang or terminal.tag())
        )
    except Garbled as bad:
        raise click.UsageError(words.sentence(game, bad, (), spoken)) from bad
    _print(sheet, output)


@cli.command(
    help=N_("Write the record of a table to standard output. CODE is its short code or the key in its address.")
)
@click.argument("code")
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help=N_("Data folder."))
@in_language
def export(code: str, data: Path | None, lang: str | None) -> None:
    """Writes a record."""
    from companion.table.bus import Bus
    from companion.table.chair import chair
    from companion.table.reading import Unreadable
    from companion.table.store import BadFile, NotSaved, Store
    from companion.table.tables import NoSuchTable, Tables

    _language(lang)
    path = (data or data_folder()) / "companion.sqlite3"
    if not path.is_file():
        raise click.ClickException(_("there is no %s") % path)
    try:
        store = Store(path, reads_only=True)
        table = Tables(store, Bus()).table(store.key_of(code))
    except NoSuchTable as error:
        raise click.ClickException(_("no table has the code %s") % ascii(code)) from error
    except (BadFile, NotSaved) as error:
        raise click.ClickException(str(error)) from error
    except Unreadable as error:
        raise click.ClickException(_("that table cannot be read by this version of Companion")) from error
    if table.state is None:
        raise click.ClickException(_("that table has not begun its game"))
    files.write(chair(table).export())
