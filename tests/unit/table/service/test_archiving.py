"""Old tables are archived, and nothing else is changed."""

from itertools import count
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import select, update

from companion.games import GAMES
from companion.table.commands.types import Command, Forbidden
from companion.table.service.deletion import OPERATOR_ITSELF, archive_idle_tables
from companion.table.service.notifier import Notifier
from companion.table.service.table_service import TableService
from companion.table.storage.database import FILE
from companion.table.storage.schema import tables
from companion.table.storage.sqlite.folder_lock import lock_folder
from companion.table.storage.store import Store
from companion.web.http.cookie_signature import CookieSigner
from tests.support.cast import CAST
from tests.support.databases import Where, closed_afterwards
from tests.support.forked import companion
from tests.support.postgres import Cluster
from tests.unit.table.processes import at_once

ANNA, BEN = CAST[:2]
DAY = 24 * 3600.0
NOW = 1_000 * DAY
PATIENCE = 10.0


class ServerByClock:
    """A server whose clock is set. Each table has its host and one person."""

    def __init__(self, where: Where) -> None:
        self.now = NOW
        self.ops = count()
        self.where = where.with_name(FILE) if isinstance(where, Path) else where
        self.service = self.process()

    def process(self) -> TableService:
        return TableService(Store(self.where), Notifier(), clock=lambda: self.now)

    @property
    def named(self) -> tuple[str, str]:
        """The option that names it on the command line."""
        return ("--data", str(self.where.parent)) if isinstance(self.where, Path) else ("--database", self.where)

    def open(self, days_ago: float) -> str:
        """Open a table this many days ago."""
        self.now = NOW - days_ago * DAY
        return self.service.open(ANNA, next(iter(GAMES)), {}, {})

    def send(self, key: str, kind: str, days_ago: float = 0, device: str = ANNA, **fields: str) -> int:
        """Send a command this many days ago."""
        self.now = NOW - days_ago * DAY
        return self.service.send(key, device, Command(kind, fields, f"tap-{next(self.ops):08d}"))

    def tidy(self, days: float) -> list[str]:
        """Archive tables; return their keys."""
        self.now = NOW
        return [table.key for table in archive_idle_tables(self.service, NOW - days * DAY)]


@pytest.fixture
def server(where: Where) -> ServerByClock:
    return ServerByClock(where)


def test_old_tables_are_archived_and_others_not(server: ServerByClock) -> None:
    old, opened_lately = server.open(100), server.open(5)
    played_lately = server.open(100)
    server.send(played_lately, "sit", days_ago=5, name=BEN, colour="red")
    assert server.tidy(90) == [old]
    assert server.tidy(90) == []
    statuses = {key: server.service.status(key) for key in (old, opened_lately, played_lately)}
    assert statuses == {old: "away", opened_lately: "lobby", played_lately: "lobby"}
    assert server.tidy(4) == [opened_lately, played_lately]


@pytest.mark.parametrize("served_by", ["the one that tidies", "another"])
def test_table_used_during_archiving_stays(server: ServerByClock, served_by: str) -> None:
    first, played, last = (server.open(days) for days in (102, 101, 100))
    here = server.service
    there = here if served_by == "the one that tidies" else server.process()
    server.now = NOW
    putting = archive_idle_tables(here, NOW - 90 * DAY)
    assert next(putting).key == first
    server.service = there
    server.send(played, "sit", device=BEN, name=BEN, colour="red")
    server.now = NOW
    assert [table.key for table in putting] == [last]
    assert [there.status(key) for key in (played, last)] == ["lobby", "away"]
    assert [entry.kind for entry in here.store.load_after(there.table(played).id)[0]] == ["sit"]


def test_host_reopens_an_archived_table(server: ServerByClock) -> None:
    old = server.open(100)
    server.send(old, "sit", days_ago=100, device=BEN, name=BEN, colour="red")
    before = server.service.table(old).names
    assert server.tidy(90) == [old]
    server.send(old, "open")
    assert (server.service.status(old), server.service.table(old).names) == ("lobby", before)
    assert server.tidy(90) == []


def test_archiving_wakes_streams(server: ServerByClock) -> None:
    old = server.open(100)
    queue = server.service.notifier.subscribe(old)
    server.tidy(90)
    assert queue.get_nowait()
    assert server.process().status(old) == "away"


def test_archiving_notifies_other_processes(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "companion.table.storage.postgres.listening.CHECK_SECONDS", 2 * PATIENCE
    )  # polling would find it too
    with closed_afterwards():
        server = ServerByClock(postgres.fresh())
        old, lately = server.open(100), server.open(5)
        serving, listening = server.process(), Event()
        serving.listen(listening.set)
        assert listening.wait(PATIENCE)
        assert [serving.status(key) for key in (old, lately)] == ["lobby"] * 2
        woken, others = serving.notifier.subscribe(old), serving.notifier.subscribe(lately)
        assert server.tidy(90) == [old]
        assert woken.get(timeout=PATIENCE)
        assert others.empty()
        assert [serving.status(key) for key in (old, lately)] == ["away", "lobby"]


def test_unreadable_table_does_not_stop_archiving(server: ServerByClock) -> None:
    broken, *others = (server.open(days) for days in (102, 101, 100))
    with server.service.store.engine.begin() as db:
        db.execute(update(tables).where(tables.c.key == broken).values(slug="chess"))
    server.service = server.process()
    assert server.tidy(90) == others
    assert statuses(server) == ["broken", "away", "away"]


def test_two_processes_archive_each_table_once(server: ServerByClock) -> None:
    old = [server.open(100) for _ in range(8)]
    server.now = NOW
    told = at_once(
        *(
            lambda service=service: list(archive_idle_tables(service, NOW - DAY))
            for service in (server.service, server.process())
        )
    )
    assert all(isinstance(one, list) for one in told), told
    service = server.process()
    assert [[entry.kind for entry in service.store.load_after(service.table(key).id)[0]] for key in old] == [
        ["away"]
    ] * 8


def test_only_host_and_operator_archive_a_table(server: ServerByClock) -> None:
    key = server.open(1)
    server.send(key, "sit", device=BEN, name=BEN, colour="red")
    for device in (BEN, "stranger"):
        with pytest.raises(Forbidden):
            server.send(key, "away", device=device)
    assert CookieSigner(b"secret").unsign(OPERATOR_ITSELF) is None


def statuses(server: ServerByClock) -> list[str]:
    with server.service.store.reading() as db:
        return list(db.execute(select(tables.c.status).order_by(tables.c.id)).scalars())


def test_tidy_command_archives_or_says_what_it_would(server: ServerByClock) -> None:
    for _ in range(2):
        server.open(100)  # the clock is far in the past
    assert companion("tidy", "--dry-run", *server.named).stdout == "2 tables would be put away.\n"
    assert statuses(server) == ["lobby"] * 2
    assert companion("tidy", "--older-than", "99999w", *server.named).stdout == "0 tables were put away.\n"
    assert companion("tidy", *server.named).stdout == "2 tables were put away.\n"
    assert statuses(server) == ["away"] * 2


def test_tidy_command_refuses_bad_durations(tmp_path: Path) -> None:
    for wrong in ("0", "1y"):
        refused = companion("tidy", f"--older-than={wrong}", "--data", str(tmp_path))
        assert refused.returncode == 2
        assert "is not a length of time; write it as 90d (days), 12h or 6w" in refused.stderr


def test_tidy_command_refuses_a_locked_folder(tmp_path: Path) -> None:
    server = ServerByClock(tmp_path / FILE)
    server.open(100)
    with lock_folder(tmp_path):
        refused = companion("tidy", *server.named)
    assert refused.returncode == 1
    assert refused.stderr.endswith("; use --tidy-after for a running server\n")
    assert statuses(server) == ["lobby"]
