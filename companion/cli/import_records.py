"""Import records as finished games."""

import sys
import time
from datetime import datetime, timedelta
from gettext import gettext as _
from gettext import ngettext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli import files
from companion.cli.group import (
    EXIT_INVALID,
    cli,
    data_folder,
    language_option,
    resolve_language,
    storage_options,
    timezone_option,
)
from companion.cli.terminal import N_
from companion.games.types import IllegalMove
from companion.i18n import timezone
from companion.records.record import BadRecord

if TYPE_CHECKING:
    from companion.table.service.table_service import TableService

NOON = timedelta(hours=12)
"""The time of a game with only a date, which keeps the date in most other zones."""

FIRST_YEAR = 1970


@cli.command(
    "import",
    help=N_(
        "Import finished games. A RECORD may be - for standard input. "
        "The same game counts once, and the server may be running."
    ),
)
@click.argument("records", nargs=-1, required=True, metavar="RECORD...")
@click.option(
    "--date",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="2026-12-31",
    help=N_("When they were played. Default: the date of each file."),
)
@storage_options
@timezone_option
@language_option
def import_(
    records: tuple[str, ...], date: datetime | None, data: Path | None, database: str, lang: str | None
) -> None:
    resolve_language(lang)
    if date is not None and date.year < FIRST_YEAR:
        raise click.BadParameter(_("give a day in %(year)s or later") % {"year": FIRST_YEAR}, param_hint="--date")
    from companion.table.service.notifier import Notifier
    from companion.table.service.table_service import TableService
    from companion.table.storage.database import FILE
    from companion.table.storage.store import BadFile, NotSaved, Store

    try:
        store = Store(database or (data or data_folder()) / FILE)
        service = TableService(store, Notifier())
        found = [_import_file(service, name, date) for name in records]
        store.close()
    except (BadFile, NotSaved) as error:
        raise click.ClickException(str(error)) from error
    fresh, known = found.count(True), found.count(False)
    if fresh or known:
        files.write_line(_format_counts(fresh, known))
    sys.exit(EXIT_INVALID if None in found else 0)


def _format_counts(fresh: int, known: int) -> str:
    imported = ngettext("%(num)s game was imported.", "%(num)s games were imported.", fresh) % {"num": fresh}
    if not known:
        return imported
    repeated = ngettext("%(num)s was already there.", "%(num)s were already there.", known) % {"num": known}
    return f"{imported} {repeated}"


def _import_file(service: "TableService", name: str, date: datetime | None) -> bool | None:
    """Import one record. Return whether it is new; None if it is invalid."""
    from companion.table.service.importing import import_record

    record = files.read_record(name)
    if record is None:
        return None
    try:
        return import_record(service, record, _play_time(name, date)).is_new
    except IllegalMove as refused:
        files.report_error(name, BadRecord(1 + len(record.acts), refused, record.header.game, record.header.players))
        return None


def _play_time(name: str, date: datetime | None) -> float:
    if date is not None:
        return timezone.to_timestamp(date + NOON)
    return time.time() if name == "-" else Path(name).stat().st_mtime
