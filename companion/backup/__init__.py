"""A copy of a house, and a house from a copy: each kind of database has its own way, and is a module here.

It has `save(where, file)` and `restore(file, where)`, of a folder or of an address, which `companion backup` and
`companion restore` call.
"""

from gettext import gettext as _
from pathlib import Path


class BadBackup(Exception):
    """It was not made, or cannot be taken: one sentence says why, and what to do."""


def has_signature(file: Path, form: bytes) -> bool:
    """Whether a file is of a form. Raises OSError."""
    with file.open("rb") as begun:
        return begun.read(len(form)) == form


def missing_file(path: object) -> BadBackup:
    """There is nothing at a place."""
    return BadBackup(_("there is no %s") % path)
