"""Backup and restore, one module per kind of database.

Each has `save(where, file)` and `restore(file, where)`, for a folder or an address.
"""

from gettext import gettext as _
from pathlib import Path


class BadBackup(Exception):
    """A backup could not be made or restored; the message says why, and what to do."""


def has_signature(file: Path, form: bytes) -> bool:
    """Whether a file begins with these bytes. Raises OSError."""
    with file.open("rb") as begun:
        return begun.read(len(form)) == form


def missing_file(path: object) -> BadBackup:
    return BadBackup(_("there is no %s") % path)
