"""Files that no other user of the machine may read, since they contain secrets of games."""

import os
from contextlib import suppress
from pathlib import Path


def make_folder(path: Path) -> None:
    """Raises OSError."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)


def create_file(path: Path) -> None:
    """Create an empty file unless there is one. Raises OSError."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        match_owner(path)


def restrict(path: Path) -> None:
    """Remove other users' permissions from a file and its copies, which earlier versions left.

    Files of other owners stay as they are.
    """
    if not hasattr(os, "geteuid"):  # not on Windows
        return
    for file in path.parent.glob(f"{path.name}*"):
        with suppress(PermissionError, FileNotFoundError):
            if (mode := file.stat().st_mode) & 0o077:
                file.chmod(mode & 0o700)


def match_owner(path: Path) -> None:
    """Give a file made by root to the owner of its folder. Raises OSError."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        owner = path.parent.stat()
        os.chown(path, owner.st_uid, owner.st_gid)


def may_write(path: Path) -> bool:
    """Whether this user may read and write a file and the files that SQLite keeps beside it."""
    files = [file for file in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))) if file.exists()]
    return os.access(path.parent, os.W_OK | os.X_OK) and all(os.access(file, os.R_OK | os.W_OK) for file in files)
