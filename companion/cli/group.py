"""The command group and the options that commands share."""

import difflib
import os
from collections.abc import Callable, Mapping
from gettext import gettext as _
from pathlib import Path
from typing import Any, TypeVar

import click
import platformdirs
from click.core import ParameterSource

from companion import __version__
from companion.cli import terminal
from companion.cli.terminal import N_
from companion.i18n import languages, timezone

EXIT_INVALID = 2
PREFIX = "COMPANION_"
TEST_VARIABLES = {"COMPANION_CHROMIUM"}
"""Not a setting: tests start servers with it in the environment."""

F = TypeVar("F", bound=Callable[..., Any])


class _Setting(click.Option):
    """An option that an environment variable can also set."""

    def get_error_hint(self, ctx: click.Context | None) -> str:
        """Return the option's own name, without click's untranslated mention of the variable."""
        return click.Parameter.get_error_hint(self, ctx)

    def handle_parse_result(
        self, ctx: click.Context, opts: Mapping[str, Any], args: list[str]
    ) -> tuple[Any, list[str]]:
        """Name the variable in the error if a wrong value comes from there."""
        try:
            return super().handle_parse_result(ctx, opts, args)
        except click.BadParameter as error:
            if ctx.get_parameter_source(self.name or "") is not ParameterSource.ENVIRONMENT:
                raise
            raise click.UsageError(f"{self.envvar}: {error.format_message()}", ctx) from error


def server_option(name: str, **more: Any) -> Callable[[F], F]:
    """Make an option that the environment can also set: `--trust-proxy` as COMPANION_TRUST_PROXY."""
    return click.option(name, cls=_Setting, envvar=_variable(name.partition("/")[0]), show_envvar=True, **more)


def _variable(option: str) -> str:
    return PREFIX + option.removeprefix("--").replace("-", "_").upper()


def _settings() -> dict[str, str]:
    """Map each variable to its correct form: itself, or COMPANION_OPEN=no for the option --closed."""
    options = [one for command in cli.commands.values() for one in command.params if isinstance(one, _Setting)]
    return {_variable(off): f"{one.envvar}=no" for one in options for off in one.secondary_opts} | {
        str(one.envvar): str(one.envvar) for one in options
    }


def _all_known(_context: click.Context, _option: click.Parameter, value: Any) -> Any:
    """Refuse unknown variables, since a typing error would start a server with other settings."""
    there = _settings()
    for name in sorted(os.environ):
        if not name.upper().startswith(PREFIX) or name in TEST_VARIABLES or there.get(name) == name:
            continue
        words = {one.removeprefix(PREFIX): one for one in there}
        near = difflib.get_close_matches(name.upper().removeprefix(PREFIX), words, 1)
        message = _("there is no setting %(name)s; companion serve --help lists all")
        if near:
            message = _("there is no setting %(name)s; did you mean %(near)s?")
        raise click.UsageError(message % {"name": name, "near": there[words[near[0]]] if near else ""})
    return value


def _choose_zone(_context: click.Context, _option: click.Parameter, name: str) -> None:
    try:
        if name:
            timezone.set_timezone(name)
    except (KeyError, ValueError, OSError) as error:
        message = _(
            "%(name)s is not a time zone on this computer; use a name such as Europe/Berlin (Debian: package tzdata)"
        )
        raise click.BadParameter(message % {"name": ascii(name)}) from error


timezone_option = server_option(
    "--timezone",
    default="",
    metavar="ZONE",
    expose_value=False,
    callback=_choose_zone,
    help=N_("Time zone of all dates, such as Europe/Berlin. Default: that of this computer."),
)
language_option = click.option(
    "--lang", metavar="LANG", help=N_("Language, such as de. Default: that of this computer.")
)
database_option = server_option(
    "--database",
    default="",
    metavar="ADDRESS",
    help=N_("A PostgreSQL database to use instead of a file, such as postgresql+psycopg://user@host/name."),
)
folder_option = server_option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    callback=_all_known,
    help=N_("Data folder. Default: the usual place on this system, such as ~/.local/share/companion."),
)


def storage_options(command: F) -> F:
    """Add the options for the data folder and the database."""
    return folder_option(database_option(command))


@click.group(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=N_("Phone companion for tabletop games with hidden choices. Without a command, it starts the server."),
)
@click.version_option(__version__, prog_name="companion", message="%(prog)s %(version)s")
@click.pass_context
def cli(context: click.Context) -> None:
    if context.invoked_subcommand is None:
        serve = cli.commands["serve"]
        with serve.make_context("serve", [], parent=context) as alone:  # applies the environment
            serve.invoke(alone)


def data_folder() -> Path:
    """Return the default data folder of this user."""
    return Path(platformdirs.user_data_dir("companion", appauthor=False))


def locate_database(data: Path | None, database: str) -> Path | str:
    """Return the file or address of an existing database. Raises ClickException."""
    from companion.table.storage.database import FILE

    path = (data or data_folder()) / FILE
    try:
        there = bool(database) or path.is_file()
    except OSError as error:
        raise click.ClickException(f"{path}: {error.strerror}") from error
    if not there:
        raise click.ClickException(_("there is no %s; choose the data folder with --data") % path)
    return database or path


def resolve_language(lang: str | None) -> str:
    """Return the language for a tag, or the terminal's for None. Raises BadParameter."""
    language = terminal.current_language() if lang is None else languages.find_language(lang)
    if language is None:
        there = {"lang": ascii(lang), "languages": ", ".join(languages.languages())}
        raise click.BadParameter(
            _("no translation for %(lang)s; available: %(languages)s") % there, param_hint="--lang"
        )
    return language
