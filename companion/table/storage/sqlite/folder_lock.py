"""One server a data folder: a lock of the operating system, which is gone with the process however that ends."""

import os
import sys
from gettext import gettext as _
from pathlib import Path
from typing import BinaryIO

from companion.table.storage.sqlite import private_files
from companion.table.storage.sqlite.opening import translate_os_errors

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

NAME = "companion.lock"
LOCKED_BYTE = 1 << 20
"""The byte that is locked on Windows, where what is locked cannot be read: far behind the number of the process."""


class InUse(Exception):
    """Another server has the data folder."""

    def __init__(self, data: Path, process: str) -> None:
        told = _("%(data)s is in use by another server, process %(process)s; stop it or choose another --data")
        super().__init__(told % {"data": data, "process": process})


def lock_folder(data: Path) -> BinaryIO:
    """Holds a data folder for as long as the file is open. Raises InUse, or BadFile where nothing can be written."""
    with translate_os_errors(data):
        private_files.make_folder(data)
        private_files.create_file(data / NAME)
        file = (data / NAME).open("a+b")
    try:
        _lock(file)
    except OSError:
        with file:
            file.seek(0)
            process = file.read(32).decode("ascii", "replace").strip() or "unknown"
        raise InUse(data, process) from None
    with translate_os_errors(data):
        file.truncate(0)
        file.write(f"{os.getpid()}\n".encode())
        file.flush()
    return file


def _lock(file: BinaryIO) -> None:
    """A lock of this process alone: those that it starts do not keep it."""
    if sys.platform == "win32":
        file.seek(LOCKED_BYTE)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
