"""Score records, and export the record of a table."""

import json
import sys
from gettext import gettext as _
from pathlib import Path

import click

from companion.cli import files, terminal
from companion.cli.group import EXIT_INVALID, cli, language_option, locate_database, resolve_language, storage_options
from companion.cli.terminal import N_
from companion.i18n import languages
from companion.records import scoring
from companion.records.record import Record
from companion.rendering import templating


@cli.command(help=N_("Work out the scores in one or more records. A RECORD may be - for standard input."))
@click.argument("records", nargs=-1, required=True, metavar="RECORD...")
@click.option("--json", "as_json", is_flag=True, help=N_("Print the result as JSON, one object per line."))
@language_option
def score(records: tuple[str, ...], as_json: bool, lang: str | None) -> None:
    resolve_language(lang)
    good = [score_file(name, as_json) for name in records]
    sys.exit(0 if all(good) else EXIT_INVALID)


def score_file(name: str, as_json: bool) -> bool:
    """Print one record's scores. Report an invalid record and return False."""
    game = files.read_record(name)
    if game is None:
        return False
    if as_json:
        files.write_output(json.dumps(scoring.build_result(game), ensure_ascii=False) + "\n")
    else:
        files.write_output(format_table(game, terminal.current_language()))
    return True


def format_table(game: Record, lang: str = languages.SOURCE) -> str:
    env = templating.text_environment(lang)
    template = env.select_template([f"{game.header.game}/score.txt", "table/score.txt"])
    scores = game.game.scores(game.state)
    return template.render(
        game=game.game,
        title=game.game.title_of(game.header.options),
        names=game.header.players,
        state=game.state,
        scores=scores,
        standings=scoring.standings(scores),
        finished=not game.game.asks(game.state),
    )


@cli.command(
    help=N_("Write the record of a table to standard output. CODE is its short code or the key in its address.")
)
@click.argument("code")
@storage_options
@language_option
def export(code: str, data: Path | None, database: str, lang: str | None) -> None:
    from companion.table.model.player_view import player_view
    from companion.table.service.cache import Unreadable
    from companion.table.service.notifier import Notifier
    from companion.table.service.registry import NoSuchTable, TableRegistry
    from companion.table.storage.store import BadFile, NotSaved, Store

    resolve_language(lang)
    where = locate_database(data, database)
    try:
        store = Store(where, reads_only=True)
        table = TableRegistry(store, Notifier()).table(store.resolve_key(code))
    except NoSuchTable as error:
        raise click.ClickException(_("no table has the code %s") % ascii(code)) from error
    except (BadFile, NotSaved) as error:
        raise click.ClickException(str(error)) from error
    except Unreadable as error:
        message = _("this version of Companion can't read that table; export it with the one you played with")
        raise click.ClickException(message) from error
    if table.state is None:
        raise click.ClickException(_("that table has not started its game"))
    files.write_output(player_view(table).export())
