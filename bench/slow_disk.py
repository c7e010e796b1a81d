"""`python -m bench.slow_disk serve …`: Companion, with 8 ms more for each commit to disk."""

from collections.abc import Sequence

from gevent import monkey

monkey.patch_all()

from companion.__main__ import main  # noqa: E402
from companion.table.storage.group_commit import Outcome  # noqa: E402
from companion.table.storage.sqlite.database import SQLite  # noqa: E402
from companion.table.storage.statements import Write  # noqa: E402

DELAY = 0.008
_sleep = monkey.get_original("time", "sleep")
_save = SQLite.save


def _slowly(self: SQLite, batch: Sequence[Write]) -> Sequence[Outcome]:
    """Sleep as fsync does: without the GIL, in the thread that commits."""
    _sleep(DELAY)
    return _save(self, batch)


if __name__ == "__main__":
    SQLite.save = _slowly  # type: ignore
    main()
