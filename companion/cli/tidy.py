"""Archive old tables."""

import re
import time
from contextlib import nullcontext
from gettext import gettext as _
from gettext import ngettext
from pathlib import Path
from typing import Any

import click

from companion.cli import files
from companion.cli.group import cli, language_option, locate_database, resolve_language, storage_options
from companion.cli.terminal import N_

AGE = re.compile(r"([0-9]{1,5})([hdw]?)", re.ASCII)
SECONDS = {"h": 3600, "d": 24 * 3600, "w": 7 * 24 * 3600}


class Age(click.ParamType[int]):
    """Hours, days or weeks, as seconds."""

    name = "age"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return seconds; a number alone counts days."""
        if isinstance(value, int):
            return value
        found = AGE.fullmatch(value)
        if found is None or not int(found[1]):
            self.fail(
                _("%(given)s is not a length of time; write it as 90d (days), 12h or 6w") % {"given": ascii(value)},
                param,
                ctx,
            )
        return int(found[1]) * SECONDS[found[2] or "d"]


@cli.command(
    help=N_("Put away tables that nobody has used for a long time. Nothing is lost: their hosts can open them again.")
)
@click.option(
    "--older-than",
    type=Age(),
    default="90d",
    show_default=True,
    metavar="90d",
    help=N_("Only tables that nobody has used for this long."),
)
@click.option("--dry-run", is_flag=True, help=N_("Show how many there are, and change nothing."))
@storage_options
@language_option
def tidy(older_than: int, dry_run: bool, data: Path | None, database: str, lang: str | None) -> None:
    """Archive old tables. A server on a data folder does so itself with --tidy-after; database servers are notified."""
    resolve_language(lang)
    from companion.table.service.deletion import archive_idle_tables
    from companion.table.service.notifier import Notifier
    from companion.table.service.table_service import TableService
    from companion.table.storage.sqlite.folder_lock import InUse, lock_folder
    from companion.table.storage.store import BadFile, NotSaved, Store

    where, before = locate_database(data, database), time.time() - older_than
    try:
        if dry_run:
            count = len(Store(where, reads_only=True).idle_tables(before))
        else:
            with lock_folder(where.parent) if isinstance(where, Path) else nullcontext():
                count = len(list(archive_idle_tables(TableService(Store(where), Notifier()), before)))
    except InUse as error:
        raise click.ClickException(_("%s; use --tidy-after for a running server") % error) from error
    except (BadFile, NotSaved) as error:
        raise click.ClickException(str(error)) from error
    if dry_run:
        message = ngettext("%(num)s table would be put away.", "%(num)s tables would be put away.", count)
    else:
        message = ngettext("%(num)s table was put away.", "%(num)s tables were put away.", count)
    files.write_line(message % {"num": count})
