"""`companion link` makes operators while the server runs."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.table.storage.database import FILE
from companion.table.storage.schema import VERSION
from companion.table.storage.store import Store
from tests.support.forked import companion
from tests.support.postgres import Cluster
from tests.support.server import Server, running

OPERATORS = "/operators"


@pytest.mark.parametrize("kept", ["file", "database"])
def test_link_works_once_while_a_server_runs(kept: str, tmp_path: Path, postgres: Cluster) -> None:
    """The link makes one device an operator; the next one is refused and told how to get another link."""
    with running(Server(tmp_path, database=postgres.fresh() if kept == "database" else "")) as server:
        where = ("--database", server.database) if server.database else ("--data", str(server.data))

        def link() -> str:
            made = companion("link", *where, "--public", server.origin)
            assert (made.returncode, made.stderr) == (0, "")
            assert made.stdout.startswith(f"{server.origin}/house/")
            return made.stdout.strip().removeprefix(server.origin)

        path, first, second = link(), server.phone("first"), server.phone("second")
        assert first.get(OPERATORS).status == 403
        assert first.get(path).location == "/"
        assert first.get(OPERATORS).status == 200
        refused = second.get(path)
        assert refused.status == 404
        assert "companion link" in refused.text
        assert second.get(link()).location == "/"
        assert second.get(OPERATORS).status == 200
        if kept == "file":
            assert ":8041/house/" in companion("link", *where, "--port", "8041").stdout


def test_link_never_migrates_an_older_database(tmp_path: Path) -> None:
    Store(tmp_path / FILE).close()
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.execute(f"PRAGMA user_version = {VERSION - 1}")
    refused = companion("link", "--data", str(tmp_path))
    assert refused.returncode == 1
    assert "start the server once" in refused.stderr
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (VERSION - 1,)
