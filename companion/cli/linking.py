"""One-time links that give a device operator rights, also while a server runs."""

from pathlib import Path

import click

from companion.cli import files
from companion.cli.group import (
    cli,
    data_folder,
    language_option,
    locate_database,
    resolve_language,
    server_option,
    storage_options,
)
from companion.cli.serve import public_option
from companion.cli.terminal import N_


@cli.command(
    help=N_("Print a new link that gives operator rights. It works once, within 24 hours. The server can keep running.")
)
@public_option
@server_option(
    "--port", default=8040, show_default=True, type=click.IntRange(1, 65_535), help=N_("The port of the server.")
)
@storage_options
@language_option
def link(public: str, port: int, data: Path | None, database: str, lang: str | None) -> None:
    """Store a new invitation and print its link."""
    resolve_language(lang)
    from companion.network import addresses
    from companion.table.storage.invitations import Invitations
    from companion.table.storage.store import BadFile, NotSaved, Store
    from companion.web.settings import Settings

    settings = Settings(data or data_folder(), port, addresses.choose_address(""), public)
    try:
        store = Store(locate_database(data, database), reads_only=True)  # leaves migrations to the server
        invitation = Invitations(store).create()
    except (BadFile, NotSaved) as error:
        raise click.ClickException(str(error)) from error
    store.close()
    files.write_line(f"{settings.origin}/house/{invitation}")
