"""The command `serve`. The environment can set each of its options."""

import gc
import re
from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from companion.cli.group import (
    cli,
    data_folder,
    database_option,
    folder_option,
    language_option,
    resolve_language,
    server_option,
    timezone_option,
)
from companion.cli.terminal import N_
from companion.cli.tidy import Age
from companion.network.proxies import Proxies

if TYPE_CHECKING:
    from companion.web.monitoring.request_log import RequestLog

NAME = re.compile(r"[\w.-]+")
MIN_TOKEN_LENGTH = 16
"""Minimum length of an unguessable token."""

public_option = server_option(
    "--public",
    default="",
    callback=lambda _context, _option, given: _public(given),
    help=N_("Full public address, if the server is behind a proxy."),
)


@cli.command(help=N_("Start the server and print its address and QR code."))
@server_option(
    "--port",
    default=8040,
    show_default=True,
    type=click.IntRange(0, 65_535),
    help=N_("Port to use; if it is taken, the next free one. 0 uses any free port."),
)
@server_option("--listen", default="0.0.0.0", show_default=True, help=N_("Address to listen on."))
@server_option(
    "--address",
    default="",
    callback=lambda _context, _option, given: _address(given),
    help=N_("Address or name in the QR code, if the one found is wrong."),
)
@public_option
@server_option(
    "--trust-proxy",
    multiple=True,
    metavar="ADDRESS",
    callback=lambda _context, _option, networks: _proxies(networks),
    help=N_("Trust X-Forwarded-For from a proxy at this address or in this network. Can be repeated."),
)
@server_option("--open/--closed", default=True, help=N_("Who may open tables: anyone, or only the operator."))
@server_option(
    "--tables-a-device",
    default=100,
    show_default=True,
    type=click.IntRange(0),
    help=N_("Maximum unfinished tables per device; 0: any number."),
)
@server_option(
    "--tables-an-address",
    default=1_000,
    show_default=True,
    type=click.IntRange(0),
    help=N_("Maximum tables opened from one address in a day; 0: any number."),
)
@server_option(
    "--tidy-after",
    type=Age(),
    metavar="90d",
    help=N_("Once a day, put away tables that nobody has used for this long."),
)
@database_option
@server_option(
    "--log", metavar="FILE", help=N_("Log one line per request to this file, without secrets. - is standard error.")
)
@server_option(
    "--metrics-token-file",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help=N_("A file with the token that lets other computers read /metrics (Authorization: Bearer)."),
)
@timezone_option
@folder_option
@server_option("--browser/--no-browser", default=True, help=N_("Open the start page."))
@language_option
def serve(
    port: int,
    listen: str,
    address: str,
    public: str,
    trust_proxy: Proxies,
    open: bool,  # noqa: A002  # the option's name
    tables_a_device: int,
    tables_an_address: int,
    tidy_after: int | None,
    database: str,
    log: str | None,
    metrics_token_file: Path | None,
    data: Path | None,
    browser: bool,
    lang: str | None,
) -> None:
    resolve_language(lang)
    from companion.server import serve as server  # keeps scoring of records fast
    from companion.web.settings import Settings

    gc.enable()  # was off during imports

    settings = Settings(data or data_folder(), port, address, public, trust_proxy, prerender=True)
    settings.closed = not open
    settings.tables_a_device, settings.tables_an_address = tables_a_device, tables_an_address
    settings.database = database
    settings.metrics_token = _token(metrics_token_file)
    server.run(settings, listen, server.ServeOptions(browser, tidy_after, _log(log)))


def _public(given: str) -> str:
    """Check that it is an address without a path."""
    try:
        parts = urlsplit(given)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        good = False
    if given and not (good and given.removesuffix("/") == f"{parts.scheme}://{parts.netloc}"):
        message = _("%(given)s is not a public address; write https://name, without a path")
        raise click.BadParameter(message % {"given": ascii(given)}, param_hint="--public")
    return given


def _address(given: str) -> str:
    """Check that it is only an address or a name."""
    if given and not NAME.fullmatch(given):
        message = _("%(given)s is not an address; give only a name or an IPv4 address, such as 192.168.1.20")
        raise click.BadParameter(message % {"given": ascii(given)}, param_hint="--address")
    return given


def _token(file: Path | None) -> str:
    if file is None:
        return ""
    try:
        token = file.read_text(encoding="ascii").strip()
    except UnicodeError:
        token = ""
    except OSError as error:
        raise click.ClickException(f"{file}: {error.strerror}") from error
    if len(token) < MIN_TOKEN_LENGTH:
        message = _("%(file)s has no token; write at least %(least)s letters or digits into it")
        raise click.ClickException(message % {"file": file, "least": MIN_TOKEN_LENGTH})
    return token


def _log(name: str | None) -> "RequestLog | None":
    from companion.web.monitoring.request_log import RequestLog

    try:
        return None if name is None else RequestLog(name)
    except OSError as error:
        raise click.ClickException(f"{name}: {error.strerror}") from error


def _proxies(networks: tuple[str, ...]) -> Proxies:
    for one in networks:
        try:
            Proxies([one])
        except ValueError:
            message = _("%(given)s is neither an address nor a network; write it as 127.0.0.1 or 10.0.0.0/8")
            raise click.BadParameter(message % {"given": ascii(one)}, param_hint="--trust-proxy") from None
    return Proxies(networks)
