"""Old tables are put away, and nothing else is touched."""

from itertools import count
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import select, update

from companion.games import GAMES
from companion.table.commands.types import Command, Forbidden
from companion.table.model.colours import COLOURS
from companion.table.service.archiving import OPERATOR_ITSELF, tidied
from companion.table.service.notifier import Notifier
from companion.table.service.table_service import TableService
from companion.table.storage.database import FILE
from companion.table.storage.schema import tables
from companion.table.storage.sqlite.folder_lock import hold
from companion.table.storage.store import Store
from companion.web.http.cookie_signature import Seal
from tests.support.cast import CAST
from tests.support.forked import companion
from tests.support.houses import Where, closed_afterwards
from tests.support.postgres import Cluster
from tests.unit.table.test_at_the_same_moment import at_once

ANNA, BEN = CAST[:2]
DAY = 24 * 3600.0
NOW = 1_000 * DAY
PATIENCE = 10.0


class HouseByClock:
    """A house whose clock stands where the test says. Each table has its host and one person."""

    def __init__(self, where: Where) -> None:
        self.now = NOW
        self.ops = count()
        self.where = where.with_name(FILE) if isinstance(where, Path) else where
        self.service = self.process()

    def process(self) -> TableService:
        """One more, or the same after a restart."""
        return TableService(Store(self.where), Notifier(), clock=lambda: self.now)

    @property
    def named(self) -> tuple[str, str]:
        """What the command line calls it."""
        return ("--data", str(self.where.parent)) if isinstance(self.where, Path) else ("--database", self.where)

    def open(self, days_ago: float) -> str:
        """A table that was opened so long ago."""
        self.now = NOW - days_ago * DAY
        return self.service.open(ANNA, next(iter(GAMES)), {}, {})

    def send(self, key: str, kind: str, days_ago: float = 0, device: str = ANNA, **fields: str) -> int:
        """A tap, so long ago."""
        self.now = NOW - days_ago * DAY
        return self.service.send(key, device, Command(kind, fields, f"tap-{next(self.ops):08d}"))

    def tidy(self, days: float) -> list[str]:
        """The tables that are put away today."""
        self.now = NOW
        return [table.key for table in tidied(self.service, NOW - days * DAY)]


@pytest.fixture
def house(where: Where) -> HouseByClock:
    """With nothing in it."""
    return HouseByClock(where)


def test_what_was_left_alone_for_long_is_put_away_and_the_rest_is_not(house: HouseByClock) -> None:
    old, opened_lately = house.open(100), house.open(5)
    played_lately = house.open(100)
    house.send(played_lately, "sit", days_ago=5, name=BEN, colour="red")
    assert house.tidy(90) == [old]
    assert house.tidy(90) == []
    statuses = {key: house.service.status(key) for key in (old, opened_lately, played_lately)}
    assert statuses == {old: "away", opened_lately: "lobby", played_lately: "lobby"}
    assert house.tidy(4) == [opened_lately, played_lately]


@pytest.mark.parametrize("served_by", ["the one that tidies", "another"])
def test_a_table_at_which_somebody_sits_down_while_others_are_put_away_stays(
    house: HouseByClock, served_by: str
) -> None:
    first, played, last = (house.open(days) for days in (102, 101, 100))
    here = house.service
    there = here if served_by == "the one that tidies" else house.process()
    house.now = NOW
    putting = tidied(here, NOW - 90 * DAY)
    assert next(putting).key == first
    house.service = there
    house.send(played, "sit", device=BEN, name=BEN, colour="red")
    house.now = NOW
    assert [table.key for table in putting] == [last]
    assert [there.status(key) for key in (played, last)] == ["lobby", "away"]
    assert [entry.kind for entry in here.store.log(there.table(played).id)] == ["sit"]


def test_its_host_opens_it_again_and_it_is_as_it_was(house: HouseByClock) -> None:
    old = house.open(100)
    house.send(old, "sit", days_ago=100, device=BEN, name=BEN, colour="red")
    before = house.service.table(old).names
    assert house.tidy(90) == [old]
    house.send(old, "open")
    assert (house.service.status(old), house.service.table(old).names) == ("lobby", before)
    assert house.tidy(90) == []


def test_streams_are_woken_and_a_new_process_sees_the_same(house: HouseByClock) -> None:
    old = house.open(100)
    queue = house.service.bus.join(old)
    house.tidy(90)
    assert queue.get_nowait()
    assert house.process().status(old) == "away"


def test_streams_of_a_process_that_serves_are_told_by_the_one_that_tidies(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "companion.table.storage.postgres.listening.LOOK", 2 * PATIENCE
    )  # it does not find out by itself
    with closed_afterwards():
        house = HouseByClock(postgres.fresh())
        old, lately = house.open(100), house.open(5)
        serving, listening = house.process(), Event()
        serving.follow(listening.set)
        assert listening.wait(PATIENCE)
        assert [serving.status(key) for key in (old, lately)] == ["lobby"] * 2
        woken, others = serving.bus.join(old), serving.bus.join(lately)
        assert house.tidy(90) == [old]
        assert woken.get(timeout=PATIENCE)
        assert others.empty()
        assert [serving.status(key) for key in (old, lately)] == ["away", "lobby"]


def test_a_table_that_cannot_be_read_stays_and_the_next_ones_are_put_away(house: HouseByClock) -> None:
    broken, *others = (house.open(days) for days in (102, 101, 100))
    with house.service.store.engine.begin() as db:
        db.execute(update(tables).where(tables.c.key == broken).values(slug="chess"))
    house.service = house.process()
    assert house.tidy(90) == others
    assert statuses(house) == ["broken", "away", "away"]


def test_two_processes_that_tidy_at_once_put_each_table_away_once(house: HouseByClock) -> None:
    old = [house.open(100) for _ in range(8)]
    house.now = NOW
    told = at_once(
        *(lambda service=service: list(tidied(service, NOW - DAY)) for service in (house.service, house.process()))
    )
    assert all(isinstance(one, list) for one in told), told
    service = house.process()
    assert [[entry.kind for entry in service.store.log(service.table(key).id)] for key in old] == [["away"]] * 8


def test_a_table_whose_hosts_device_was_lent_is_put_away_too(house: HouseByClock) -> None:
    old = house.open(100)
    for name, colour in zip(CAST[:3], COLOURS, strict=False):
        house.send(old, "sit", days_ago=100, name=name, colour=colour, phone="none")
    house.send(old, "begin", days_ago=100, order="0 1 2")
    house.send(old, "lend", days_ago=100, person="0")
    assert house.tidy(90) == [old]


def test_nobody_but_host_and_operator_puts_a_table_away(house: HouseByClock) -> None:
    key = house.open(1)
    house.send(key, "sit", device=BEN, name=BEN, colour="red")
    for device in (BEN, "stranger"):
        with pytest.raises(Forbidden):
            house.send(key, "away", device=device)
    assert Seal(b"secret").opened(OPERATOR_ITSELF) is None


def statuses(house: HouseByClock) -> list[str]:
    """Of all tables on the disk."""
    with house.service.store.reading() as db:
        return list(db.execute(select(tables.c.status).order_by(tables.c.id)).scalars())


def test_the_command_says_what_it_would_do_and_then_does_it(house: HouseByClock) -> None:
    for _ in range(2):
        house.open(100)  # by a clock that is long past
    assert companion("tidy", "--dry-run", *house.named).stdout == "2 tables would be put away.\n"
    assert statuses(house) == ["lobby"] * 2
    assert companion("tidy", "--older-than", "99999w", *house.named).stdout == "0 tables were put away.\n"
    assert companion("tidy", *house.named).stdout == "2 tables were put away.\n"
    assert statuses(house) == ["away"] * 2


def test_the_command_says_what_is_no_time(tmp_path: Path) -> None:
    for wrong in ("soon", "0", "-1d", "1y", "1.5d"):
        refused = companion("tidy", f"--older-than={wrong}", "--data", str(tmp_path))
        assert refused.returncode == 2
        assert "is not a length of time; write it as 90d (days), 12h or 6w" in refused.stderr


def test_the_command_refuses_a_folder_that_a_server_holds(tmp_path: Path) -> None:
    house = HouseByClock(tmp_path / FILE)
    house.open(100)
    with hold(tmp_path):
        refused = companion("tidy", *house.named)
    assert refused.returncode == 1
    assert refused.stderr.endswith("; use --tidy-after for a running server\n")
    assert statuses(house) == ["lobby"]
