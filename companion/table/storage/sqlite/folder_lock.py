"""One server for each data folder, by a lock that ends with the process."""

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
"""On Windows a locked byte cannot be read, so it lies far behind the process number."""


class InUse(Exception):
    def __init__(self, data: Path, process: str) -> None:
        message = _("%(data)s is in use by another server, process %(process)s; stop it or choose another --data")
        super().__init__(message % {"data": data, "process": process})


def lock_folder(data: Path) -> BinaryIO:
    """Lock a data folder while the file is open. Raises InUse, or BadFile if nothing can be written."""
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
    """The lock is not inherited by child processes."""
    if sys.platform == "win32":
        file.seek(LOCKED_BYTE)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
