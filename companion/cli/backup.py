"""Back up and restore all data."""

from gettext import gettext as _
from gettext import ngettext
from pathlib import Path

import click

from companion.cli import files
from companion.cli.group import cli, data_folder, language_option, resolve_language, storage_options
from companion.cli.terminal import N_

FILE = click.Path(path_type=Path, dir_okay=False)


@cli.command(help=N_("Back up all data into a new FILE, even while people are playing."))
@click.argument("file", type=FILE)
@storage_options
@language_option
def backup(file: Path, data: Path | None, database: str, lang: str | None) -> None:
    resolve_language(lang)
    from companion.backup import BadBackup, postgres, sqlite

    try:
        count = postgres.save(database, file) if database else sqlite.save(data or data_folder(), file)
    except (BadBackup, OSError) as error:
        raise click.ClickException(str(error)) from error
    message = ngettext("%(num)s table was copied to %(file)s.", "%(num)s tables were copied to %(file)s.", count)
    files.write_line(message % {"num": count, "file": file})


@cli.command(help=N_("Replace all data with the backup FILE. The old data is kept beside it."))
@click.argument("file", type=FILE)
@storage_options
@language_option
def restore(file: Path, data: Path | None, database: str, lang: str | None) -> None:
    resolve_language(lang)
    from companion.backup import BadBackup, postgres, sqlite
    from companion.table.storage.sqlite.folder_lock import InUse
    from companion.table.storage.store import BadFile

    try:
        count, kept = postgres.restore(file, database) if database else sqlite.restore(file, data or data_folder())
    except (BadBackup, BadFile, InUse, OSError) as error:
        raise click.ClickException(str(error)) from error
    message = ngettext(
        "%(num)s table was restored from %(file)s.", "%(num)s tables were restored from %(file)s.", count
    )
    files.write_line(message % {"num": count, "file": file})
    if kept is not None:
        files.write_line(_("The old data is kept as %s.") % kept)
