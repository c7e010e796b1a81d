"""The server. Each of its options can also be set in the environment."""

from pathlib import Path

from companion.cli.group import cli, data_folder, in_folder, in_language, setting, spoken_in
from companion.terminal import N_


@cli.command(help=N_("Serve a table: prints the address and its QR code."))
@setting("--port", default=8040, show_default=True, help=N_("Port; the next free one is taken. 0 takes any."))
@setting("--listen", default="0.0.0.0", show_default=True, help=N_("Address to listen on."))
@setting("--address", help=N_("Address or name in the QR code, where the one that was found is not right."))
@setting("--public", default="", help=N_("Whole public address, where a proxy stands before the server."))
@in_folder
@setting("--browser/--no-browser", default=True, help=N_("Open the start page."))
@in_language
def serve(
    port: int,
    listen: str,
    address: str | None,
    public: str,
    data: Path | None,
    browser: bool,
    lang: str | None,
) -> None:
    """Serves a table, and speaks to the terminal."""
    spoken_in(lang)
    from companion import serve as server  # records are scored without a server

    server.run(data or data_folder(), listen, port, address, public, browser=browser)
