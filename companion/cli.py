"""The command line: serve a table, score, print and export records."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
import platformdirs

from companion import __version__, files, languages, result, templating, words
from companion.games.kit import Garbled
from companion.record import Record

if TYPE_CHECKING:
    from companion.printer import Sheet

BAD = 2


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="companion")
@click.pass_context
def cli(context: click.Context) -> None:
    """A phone companion for table games with hidden choices. Without a command: serve a table."""
    if context.invoked_subcommand is None:
        context.invoke(serve)


@cli.command()
@click.option("--port", default=8040, show_default=True, help="Port; the next free one is taken. 0 takes any.")
@click.option("--listen", default="0.0.0.0", show_default=True, help="Address to listen on.")
@click.option("--address", help="Address or name in the QR code, where the one that was found is not right.")
@click.option("--public", default="", help="Whole public address, where a proxy stands before the server.")
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="Data folder.")
@click.option("--browser/--no-browser", default=True, help="Open the start page.")
def serve(
    port: int = 8040,
    listen: str = "0.0.0.0",
    address: str | None = None,
    public: str = "",
    data: Path | None = None,
    browser: bool = True,
) -> None:
    """Serve a table: prints the address and its QR code."""
    from companion import serve as server  # records are scored without a server

    server.run(data or data_folder(), listen, port, address, public, browser=browser)


def data_folder() -> Path:
    """Where the state lives if nothing else is said: the user's own data folder."""
    return Path(platformdirs.user_data_dir("companion", appauthor=False))


@cli.command()
@click.argument("records", nargs=-1, required=True, metavar="RECORD...")
@click.option("--json", "as_json", is_flag=True, help="The result as JSON, one object a line.")
def score(records: tuple[str, ...], as_json: bool) -> None:
    """Score records. A RECORD may be - for standard input."""
    good = [told(name, as_json) for name in records]
    sys.exit(0 if all(good) else BAD)


def told(name: str, as_json: bool) -> bool:
    """Scores one record to standard output; a bad one gets its line on standard error."""
    game = files.read(name)
    if game is None:
        return False
    files.write(json.dumps(result.result(game), ensure_ascii=False) + "\n" if as_json else table(game))
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


@cli.command("print")
@click.argument("name", metavar="RECORD")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), required=True, metavar="FILE.pdf")
@click.option("--lang", default=languages.SOURCE, show_default=True, help="Language, such as de.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
def print_(name: str, output: Path, lang: str, paper: str) -> None:
    """Print the summary of a RECORD as PDF."""
    from companion import sheets
    from companion.table.replay import nobody_at

    lang, game = _language(lang), files.read(name)
    if game is None:
        sys.exit(BAD)
    _print(sheets.summary(nobody_at(game), lang=lang, paper=paper, dated=False), output)


def _language(lang: str) -> str:
    language = languages.language(lang)
    if language is None:
        raise click.BadParameter(
            f"no words in {lang!r}; there are {', '.join(languages.languages())}", param_hint="--lang"
        )
    return language


def _print(sheet: "Sheet", output: Path) -> None:
    from companion import printer

    try:
        with _shown(sheet) as told:
            pdf = printer.own().pdf(sheet, told)
        output.write_bytes(pdf)
    except printer.NoPrinter as missing:
        raise click.ClickException(f"PDFs need Pango, which is not installed: {missing.how}") from missing
    except printer.PrinterFailed as failed:
        raise click.ClickException(f"the PDF could not be made: {failed}") from failed
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
    with click.progressbar(length=leaves, label="Printing", file=sys.stderr, show_eta=False) as bar:
        yield lambda page: bar.update(min(page, leaves) - bar.pos)


@cli.command()
@click.argument("game")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), required=True, metavar="FILE.pdf")
@click.option("--sheet", "sheets", multiple=True, metavar="NAME", help="This sheet alone, or these.")
@click.option("--set", "choices", multiple=True, metavar="KEY=VALUE", help="A choice of the game, such as track=40.")
@click.option("--lang", default=languages.SOURCE, show_default=True, help="Language, such as de.")
@click.option(
    "--paper", type=click.Choice(["a4", "letter"]), help="Default: what is usual where the language is spoken."
)
def paper(
    game: str, output: Path, sheets: tuple[str, ...], choices: tuple[str, ...], lang: str, paper: str | None
) -> None:
    """Print a GAME as PDF: its rules, and of Wetten! everything that a table needs that owns nothing but a printer."""
    from companion import material

    if game not in material.printed():
        raise click.BadParameter(f"{game!a} has nothing to print; there is {', '.join(material.printed())}")
    given = dict(choice.partition("=")[::2] for choice in choices)
    try:
        sheet = material.all_of(game, sheets, given, lang=_language(lang), paper=paper or material.usual_paper(lang))
    except Garbled as bad:
        raise click.UsageError(words.sentence(game, bad, ())) from bad
    _print(sheet, output)


@cli.command()
@click.argument("code")
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="Data folder.")
def export(code: str, data: Path | None) -> None:
    """Write the record of a table to standard output. CODE is its short code or the key in its address."""
    from companion.table.bus import Bus
    from companion.table.chair import chair
    from companion.table.reading import Unreadable
    from companion.table.store import BadFile, NotSaved, Store
    from companion.table.tables import NoSuchTable, Tables

    path = (data or data_folder()) / "companion.sqlite3"
    if not path.is_file():
        raise click.ClickException(f"there is no {path}")
    try:
        store = Store(path, reads_only=True)
        table = Tables(store, Bus()).table(store.key_of(code))
    except NoSuchTable as error:
        raise click.ClickException(f"no table has the code {code!a}") from error
    except (BadFile, NotSaved) as error:
        raise click.ClickException(str(error)) from error
    except Unreadable as error:
        raise click.ClickException("that table cannot be read by this version of Companion") from error
    if table.state is None:
        raise click.ClickException("that table has not begun its game")
    files.write(chair(table).export())
