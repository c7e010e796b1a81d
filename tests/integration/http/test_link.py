"""`companion link` makes operators while the server runs."""

import sqlite3
from contextlib import closing
from pathlib import Path

from companion.table.storage.database import FILE
from companion.table.storage.schema import VERSION
from companion.table.storage.store import Store
from tests.integration.http.server import Server
from tests.integration.http.services import Service
from tests.support.forked import companion
from tests.support.postgres import Cluster

OPERATORS = "/operators"


def link(server: Server, *where: str) -> str:
    """Run the command and return the path of its link."""
    made = companion("link", *where, "--public", f"http://127.0.0.1:{server.port}")
    assert (made.returncode, made.stderr) == (0, "")
    origin, path = made.stdout.strip().split("/house/")
    assert origin == f"http://127.0.0.1:{server.port}"
    return f"/house/{path}"


def try_out(server: Server, *where: str) -> None:
    """The link makes one device an operator; the next one is refused and told how to get another link."""
    path = link(server, *where)
    first, second = server.phone("first"), server.phone("second")
    assert first.ask("GET", OPERATORS).status == 403
    assert first.ask("GET", path).headers["Location"] == "/"
    assert first.ask("GET", OPERATORS).status == 200
    refused = second.ask("GET", path)
    assert refused.status == 404
    assert "companion link" in refused.text
    assert second.ask("GET", link(server, *where)).headers["Location"] == "/"
    assert second.ask("GET", OPERATORS).status == 200


def test_link_works_once_while_a_server_has_the_folder(mortal: Server) -> None:
    try_out(mortal, "--data", str(mortal.data))


def test_link_works_once_while_a_server_has_the_database(tmp_path: Path, postgres: Cluster) -> None:
    service = Service(tmp_path, postgres.fresh())
    service.start()
    try:
        try_out(service, "--database", service.database)
    finally:
        service.kill()


def test_link_leads_to_this_machine_without_a_public_address(mortal: Server) -> None:
    made = companion("link", "--data", str(mortal.data), "--port", "8041")
    assert made.stdout.startswith("http://")
    assert ":8041/house/" in made.stdout


def test_link_never_migrates_the_database_of_an_older_server(tmp_path: Path) -> None:
    Store(tmp_path / FILE).close()
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.execute(f"PRAGMA user_version = {VERSION - 1}")
    refused = companion("link", "--data", str(tmp_path))
    assert refused.returncode == 1
    assert "start the server once" in refused.stderr
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (VERSION - 1,)
