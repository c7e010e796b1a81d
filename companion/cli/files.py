"""Read records from files and standard input; write results and errors."""

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
    """Read a record from a file, or from standard input for "-". Report errors and return None."""
    try:
        with _opened(name) as file:
            # one byte more than allowed, so that longer lines are refused
            return record.read(iter(lambda: file.readline(LONGEST_LINE + 1), b""))
    except OSError as error:
        bad = BadRecord(0, InvalidMove("unreadable", why=error.strerror or type(error).__name__))
    except BadRecord as error:
        bad = error
    report_error(name, bad)
    return None


def report_error(name: str, bad: BadRecord) -> None:
    """Print the error of a record and what to do, on standard error. Line 0 is the file itself."""
    at = f":{bad.line}" if bad.line else ""
    why = error_messages.format_error(bad.slug, bad.error, bad.names, terminal.current_language())
    click.echo(_as_named(name) + f"{at}: {why}".encode(), err=True)


def _as_named(name: str) -> bytes:
    """Return a file's name, which need not be UTF-8, on one line."""
    kept = (sign.isprintable() or "\udc80" <= sign <= "\udcff" for sign in name)
    return os.fsencode("".join(sign if keep else ascii(sign)[1:-1] for sign, keep in zip(name, kept, strict=True)))


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if name == "-":
        if sys.stdin is None:
            raise CLOSED
        yield sys.stdin.buffer
        return
    with Path(name).open("rb") as file:
        yield file


def write_output(what: str | bytes) -> None:
    """Write to standard output. Raises ClickException if that fails."""
    try:
        if sys.stdout is None:
            raise CLOSED
        sys.stdout.buffer.write(what.encode() if isinstance(what, str) else what)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise  # the reader has closed the pipe: click ends quietly
    except OSError as error:
        _give_up()
        raise click.ClickException(_("standard output: %s") % error.strerror) from error


def write_line(line: str) -> None:
    """Write one line to standard output. Raises ClickException if that fails."""
    write_output(f"{line}\n")


def _give_up() -> None:
    """Prevent Python from flushing again at exit, as the documentation of `signal` advises for broken pipes."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
