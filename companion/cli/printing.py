"""Print the summary of a record, or a game's rules and material, as PDF."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli import files, terminal
from companion.cli.group import EXIT_INVALID, cli, language_option, resolve_language
from companion.cli.terminal import N_
from companion.games.types import InvalidMove
from companion.rendering import error_messages, fonts

if TYPE_CHECKING:
    from companion.printing.client import Sheet


output_option = click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    metavar="FILE.pdf",
    help=N_("The PDF to write; - is standard output."),
)
paper_option = click.option(
    "--paper", type=click.Choice(["a4", "letter"]), help=N_("Paper size. Default: the usual one for the language.")
)


@cli.command("print", help=N_("Print the summary of a RECORD as a PDF."))
@click.argument("name", metavar="RECORD")
@output_option
@language_option
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help=N_("Paper size."))
def print_(name: str, output: Path, lang: str | None, paper: str) -> None:
    from companion.printing import documents
    from companion.table.model.from_record import record_view

    language, game = resolve_language(lang), files.read_record(name)
    if game is None:
        sys.exit(EXIT_INVALID)
    write_pdf(
        documents.summary(record_view(game), lang=language, paper=paper, dated=False), output, game.header.players
    )


def write_pdf(sheet: "Sheet", output: Path, names: Iterable[str] = ()) -> None:
    """Write a sheet as PDF. Warn about `names` that no font can print."""
    from companion.printing import client

    if lacking := fonts.missing_glyphs_warning(names):
        click.echo(lacking, err=True)
    try:
        with _progress_bar(sheet) as on_page:
            pdf = client.shared_printer().pdf(sheet, on_page)
        _write_atomically(output, pdf)
    except client.NoPrinter as missing:
        raise click.ClickException(_("PDFs need Pango, which is not installed: %s") % missing.hint) from missing
    except client.PrinterFailed as failed:
        raise click.ClickException(_("the PDF could not be created: %s") % failed) from failed
    except OSError as error:
        raise click.ClickException(f"{output}: {error.strerror}") from error
    finally:
        client.shared_printer().close()


def _write_atomically(output: Path, pdf: bytes) -> None:
    """Replace the file as a whole, or leave it as it was; `-` is standard output. Raises OSError."""
    if output == Path("-"):
        files.write_output(pdf)
        return
    output = output.resolve()
    if output.exists() and not output.is_file():  # a pipe, or /dev/stdout
        output.write_bytes(pdf)
        return
    part = output.with_name(f"{output.name}.part")
    try:
        part.write_bytes(pdf)
        part.replace(output)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _progress_bar(sheet: "Sheet") -> Iterator[Callable[[int], None] | None]:
    """Show a progress bar if the number of pages is known and standard error is a terminal."""
    pages = sheet.html.count('<div class="leaf')
    if not pages or sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=pages, label=_("Printing"), file=sys.stderr, show_eta=False) as bar:
        yield lambda page: bar.update(min(page, pages) - bar.pos)


@cli.command(help=N_("Print a GAME as a PDF: its rules, and any components to cut out."))
@click.argument("game")
@output_option
@click.option("--sheet", "sheets", multiple=True, metavar="NAME", help=N_("Print only this sheet. Can be repeated."))
@click.option(
    "--set", "choices", multiple=True, metavar="KEY=VALUE", help=N_("An option of the game, such as track=40.")
)
@language_option
@paper_option
def paper(
    game: str, output: Path, sheets: tuple[str, ...], choices: tuple[str, ...], lang: str | None, paper: str | None
) -> None:
    from companion.games import GAMES
    from companion.printing import material

    if game not in material.printable_games():
        there = {"game": ascii(game), "games": ", ".join(material.printable_games())}
        if game in GAMES:
            raise click.BadParameter(_("%(game)s has no printable rules yet; available: %(games)s") % there)
        raise click.BadParameter(_("%(game)s has nothing to print; available: %(games)s") % there)
    given = dict(choice.partition("=")[::2] for choice in choices)
    language = resolve_language(lang)
    try:
        sheet = material.game_sheet(
            game, sheets, given, lang=language, paper=paper or material.default_paper(lang or terminal.machine_locale())
        )
    except InvalidMove as bad:
        raise click.UsageError(error_messages.format_error(game, bad, (), language)) from bad
    write_pdf(sheet, output)
