"""Records from files and standard input, and what is told of them: standard output and standard error."""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from gettext import gettext as _
from pathlib import Path
from typing import BinaryIO

import click

from companion.cli import terminal
from companion.games.types import InvalidMove
from companion.records import record
from companion.records.jsonl import LONGEST_LINE
from companion.records.record import BadRecord, Record
from companion.rendering import error_messages

CLOSED = OSError(errno.EBADF, os.strerror(errno.EBADF))


def read_record(name: str) -> Record | None:
    """The record in a file, or on standard input for "-". Of a bad one, a line on standard error says what is wrong."""
    try:
        with _opened(name) as file:
            return record.read(_lines(file))
    except OSError as error:
        bad = BadRecord(1, InvalidMove("unreadable", why=error.strerror or type(error).__name__))
    except BadRecord as error:
        bad = error
    report_error(name, bad)
    return None


def report_error(name: str, bad: BadRecord) -> None:
    """Says on standard error where a record is wrong, and what to do."""
    why = error_messages.format_error(bad.slug, bad.error, bad.names, terminal.current_language())
    click.echo(_as_named(name) + f":{bad.line}: {why}".encode(), err=True)


def _as_named(name: str) -> bytes:
    """A file's name, which need not be UTF-8, on one line."""
    return os.fsencode("".join(sign if sign.isprintable() or _is_byte(sign) else ascii(sign)[1:-1] for sign in name))


def _is_byte(sign: str) -> bool:
    return "\udc80" <= sign <= "\udcff"


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if name == "-":
        if sys.stdin is None:
            raise CLOSED
        yield sys.stdin.buffer
        return
    with Path(name).open("rb") as file:
        yield file


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """Lines that are no longer than a record's may be, and one byte more where one is."""
    while line := file.readline(LONGEST_LINE + 1):
        yield line


def write_output(what: str | bytes) -> None:
    """To standard output. Raises ClickException where nothing can be written."""
    try:
        if sys.stdout is None:
            raise CLOSED
        sys.stdout.buffer.write(what.encode() if isinstance(what, str) else what)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise  # who reads has enough of it: click ends quietly
    except OSError as error:
        _give_up()
        raise click.ClickException(_("standard output: %s") % error.strerror) from error


def write_line(line: str) -> None:
    """One line to standard output, after what it tells of is done. Raises ClickException where it cannot be written."""
    write_output(f"{line}\n")


def _give_up() -> None:
    """Nothing is tried again when Python ends, as the documentation of `signal` advises for broken pipes."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
