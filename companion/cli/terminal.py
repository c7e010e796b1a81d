"""What stands in the terminal, in the language of whoever sits there: `--lang`, else what the machine is set to.

Python's own gettext, by the catalogues of all other words, so that click's words are said as well.
"""

import gettext
import os
from collections.abc import Mapping, Sequence
from gettext import ngettext
from itertools import pairwise

import click

from companion.i18n import languages

LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where the machine's language is told, as POSIX ranks them."""


_spoken = [languages.SOURCE]


def N_(sentence: str) -> str:  # noqa: N802  # gettext's own name for it: a sentence that is looked up later
    """A sentence that has words in every catalogue."""
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
"""What click says by itself, in the singular and in the plural where it counts."""


def machine_locale(settings: Mapping[str, str] = os.environ) -> str:
    """What the machine is set to, such as de_AT; nothing where it says nothing."""
    said = next((settings[name] for name in LOCALE_VARIABLES if settings.get(name)), "")
    return said.partition(".")[0].partition("@")[0]


def detect_language(told: Sequence[str], settings: Mapping[str, str]) -> str:
    """The language of a command line, or the machine's, or English: `--lang de`, `--lang=de`, or LANG=de_DE.UTF-8."""
    for word, following in pairwise([*told, ""]):
        if word == "--lang" or word.startswith("--lang="):
            return (
                languages.find_language(following if word == "--lang" else word.partition("=")[2]) or languages.SOURCE
            )
    return languages.find_language(machine_locale(settings)) or languages.SOURCE


def set_language(lang: str) -> None:
    """From now on the terminal is spoken to in a language."""
    _spoken[:] = [lang]
    os.environ["LANGUAGE"] = lang  # where Python's gettext looks
    gettext.bindtextdomain("messages", str(languages.CATALOGUES))


def current_language() -> str:
    """The language that the terminal is spoken to in."""
    return _spoken[0]


def translate_help(command: click.Command) -> click.Command:
    """A command whose help is in the language that is spoken, and all below it."""
    command.help = gettext.gettext(command.help) if command.help else command.help
    for param in command.params:
        if isinstance(param, click.Option) and param.help:
            param.help = gettext.gettext(param.help)
    for below in getattr(command, "commands", {}).values():
        translate_help(below)
    return command
