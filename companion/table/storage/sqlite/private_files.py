"""Files and folders of a house, which nobody else on the machine may read: what lies face down is in them."""

import os
from contextlib import suppress
from pathlib import Path


def make_folder(path: Path) -> None:
    """Makes a folder where there is none; one that is there stays as it is. Raises OSError."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)


def create_file(path: Path) -> None:
    """Makes an empty file where there is none. Raises OSError."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        match_owner(path)


def restrict(path: Path) -> None:
    """Takes others' rights off a file and all copies of it beside it: earlier versions left them.

    What belongs to somebody else stays as it is.
    """
    if not hasattr(os, "geteuid"):  # Windows has other rights
        return
    for file in path.parent.glob(f"{path.name}*"):
        with suppress(PermissionError, FileNotFoundError):
            if (mode := file.stat().st_mode) & 0o077:
                file.chmod(mode & 0o700)


def match_owner(path: Path) -> None:
    """Whoever runs the server owns the folder; who makes a file in it may be root. Raises OSError."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        owner = path.parent.stat()
        os.chown(path, owner.st_uid, owner.st_gid)


def may_write(path: Path) -> bool:
    """Whether this user may read and write a file and what SQLite keeps beside it."""
    files = [file for file in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))) if file.exists()]
    return os.access(path.parent, os.W_OK | os.X_OK) and all(os.access(file, os.R_OK | os.W_OK) for file in files)
