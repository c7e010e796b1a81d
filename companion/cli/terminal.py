"""The language of the terminal: `--lang`, or that of the machine.

Uses Python's own gettext with our catalogues, so that click's messages are translated too.
"""

import gettext
import os
from collections.abc import Mapping, Sequence
from gettext import ngettext
from itertools import pairwise

import click

from companion.i18n import languages

LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The machine's language, in the order of POSIX."""


_spoken = [languages.SOURCE]


def N_(sentence: str) -> str:  # noqa: N802  # gettext's usual name
    """Mark a message for translation without translating it."""
    return sentence


CLICK_MESSAGES = (
    N_("Usage:"),
    N_("Options"),
    N_("Commands"),
    N_("required"),
    N_("default: {default}"),
    N_("env var: {var}"),
    N_("Show this message and exit."),
    N_("Show the version and exit."),
    N_("Try '{command} {option}' for help."),
    N_("Error: {message}"),
    N_("Missing argument"),
    N_("Missing option"),
    N_("No such option {name!r}."),
    N_("No such command {name!r}."),
    N_("Invalid value: {message}"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("{value!r} is not a valid {number_type}."),
    N_("Option {name!r} does not take a value."),
    N_("{name} {filename!r} is a file."),
    N_("{name} {filename!r} is a directory."),
    N_("{name} {filename!r} is not readable."),
    N_("Aborted!"),
    ngettext("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments.", 1),
    ngettext("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})", 1),
    ngettext("{value!r} is not {choice}.", "{value!r} is not one of {choices}.", 1),
    ngettext("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)", 1),
)
"""Messages of click, in the singular and the plural."""


def machine_locale(settings: Mapping[str, str] = os.environ) -> str:
    """Return the machine's locale, such as de_AT, or an empty string."""
    value = next((settings[name] for name in LOCALE_VARIABLES if settings.get(name)), "")
    return value.partition(".")[0].partition("@")[0]


def detect_language(words: Sequence[str], settings: Mapping[str, str]) -> str:
    """Return the language of a command line, the machine's, or English: `--lang de`, `--lang=de`, LANG=de_DE.UTF-8."""
    for word, following in pairwise([*words, ""]):
        if word == "--lang" or word.startswith("--lang="):
            return (
                languages.find_language(following if word == "--lang" else word.partition("=")[2]) or languages.SOURCE
            )
    return languages.find_language(machine_locale(settings)) or languages.SOURCE


def set_language(lang: str) -> None:
    _spoken[:] = [lang]
    os.environ["LANGUAGE"] = lang  # read by Python's gettext
    gettext.bindtextdomain("messages", str(languages.CATALOGUES))


def current_language() -> str:
    return _spoken[0]


def translate_help(command: click.Command) -> click.Command:
    """Translate the help of a command and all its subcommands."""
    command.help = gettext.gettext(command.help) if command.help else command.help
    for param in command.params:
        if isinstance(param, click.Option) and param.help:
            param.help = gettext.gettext(param.help)
    for below in getattr(command, "commands", {}).values():
        translate_help(below)
    return command
