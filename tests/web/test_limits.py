"""What is too often, and for whom: never for a party."""

from functools import partial
from pathlib import Path
from random import Random

import pytest

from companion.table.colours import COLOURS
from companion.web import create_app
from companion.web.limits import FEW, KEPT, LEAST, Bucket, _wrong_codes
from companion.web.settings import Settings
from tests.cast import CAST
from tests.web.devices import PORT, Device, Evening, an_evening, begun_here, done


class Clock:
    """Seconds as the test says."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_so_many_and_as_many_again_in_its_time() -> None:
    clock = Clock()
    bucket = Bucket(6, 60, clock)
    assert [bucket.take("Anna") for _ in range(8)] == [True] * 6 + [False] * 2
    assert bucket.take("Ben")
    clock.now += 10
    assert [bucket.take("Anna") for _ in range(2)] == [True, False]
    bucket.give_back("Anna")
    assert [bucket.take("Anna") for _ in range(2)] == [True, False]
    clock.now += 60
    assert bucket.owed("Anna") == 0
    assert [bucket.take("Anna") for _ in range(7)] == [True] * 6 + [False]
    assert bucket.owed("Anna") == 6


def test_a_bucket_is_never_in_debt_nor_ahead() -> None:
    clock, luck = Clock(), Random(1)
    bucket, taken = Bucket(5, 10, clock), list[float]()
    for _ in range(5_000):
        clock.now += luck.choice((0.0, 0.1, 0.5, 2.0))
        if bucket.take("Anna"):
            taken.append(clock.now)
    for first, later in zip(taken, taken[10:], strict=False):
        assert later - first > 9


def test_a_bucket_forgets_those_who_owe_least() -> None:
    clock = Clock()
    bucket = Bucket(2, 60, clock)
    for _ in range(2):
        assert bucket.take("Emil")
    for number in range(3 * KEPT):
        bucket.take(number)
    assert not bucket.take("Emil")
    assert len(bucket._ends) <= KEPT


def a_lobby(data: Path) -> Evening:
    """A table that waits for people."""
    first = an_evening(data)
    return Evening(first.app, first.host).open()


def wrong_codes(device: Device, count: int) -> list[int]:
    """The statuses of so many wrong codes."""
    return [device.post("/code", {"code": "QQQQQ"}).status_code for _ in range(count)]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """What the limits of an app go by that is made now."""
    found = Clock()
    monkeypatch.setattr("companion.web.limits.Bucket", partial(Bucket, clock=found))
    return found


def test_a_used_up_limit_is_over_after_a_minute_also_where_the_clock_was_put_back(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = a_lobby(tmp_path)
    stranger = lobby.device("stranger")
    assert wrong_codes(stranger, 130)[-1] == 429
    monkeypatch.setattr("time.time", lambda: 1_000_000.0)
    assert wrong_codes(stranger, 1) == [429]
    clock.now += 61
    assert wrong_codes(stranger, 1) == [409]


@pytest.mark.usefixtures("clock")
def test_the_right_code_gets_in_where_one_guest_has_typed_a_hundred_wrong_ones(tmp_path: Path) -> None:
    lobby = a_lobby(tmp_path)
    for number in range(12):
        stranger = lobby.device(f"stranger-{number}")
        stranger.get("/")
        assert wrong_codes(stranger, 130)[-1] == 429
    anna = lobby.device("Anna")
    anna.get("/")
    assert wrong_codes(anna, 5) == [409] * 5
    assert anna.post("/code", {"code": lobby.table.code}).status_code == 303
    assert wrong_codes(anna, 10)[-1] == 429  # where so many are wrong, nobody guesses on


def test_the_right_code_never_counts(tmp_path: Path) -> None:
    lobby = a_lobby(tmp_path)
    anna = lobby.device("Anna")
    anna.get("/")
    assert {anna.post("/code", {"code": lobby.table.code}).status_code for _ in range(200)} == {303}


def test_nor_does_it_use_up_what_its_address_may_type_wrongly(tmp_path: Path) -> None:
    wrong, there = Bucket(3), Bucket(3)
    with a_lobby(tmp_path).app.test_request_context():
        typed = _wrong_codes(wrong, there)
        for _ in range(20):
            with typed():
                pass
    assert (wrong.owed("127.0.0.1"), there.owed("127.0.0.1")) == (0, 0)


@pytest.mark.usefixtures("clock")
def test_new_cookies_do_not_make_new_strangers_of_one(tmp_path: Path) -> None:
    evening = begun_here(tmp_path)
    before, statuses = evening.table.number, []
    for number in range(100):
        statuses.append(evening.device(f"stranger-{number}").tap(evening.key, "claim", person=0).status_code)
        if statuses[-1] == 200:
            done(evening.host.tap(evening.key, "refuse", claim=evening.table.number))
    assert statuses[:60] == [200] * 57 + [429] * 3
    assert statuses[-1] == 429
    evening.host.tap(evening.key, "act", slot="start", do="start", table=1, seat=0)
    assert evening.table.number - before == 2 * statuses.count(200) + 1


def test_a_party_behind_one_address_with_typing_errors_gets_in(tmp_path: Path) -> None:
    lobby = a_lobby(tmp_path)
    for name, colour in zip(CAST[:6], COLOURS, strict=False):
        phone = lobby.device(name)
        for _ in range(5):
            assert phone.post("/code", {"code": "QQQQQ"}).status_code == 409
            assert phone.tap(lobby.key, "sit", name="\0", colour=colour).status_code == 400
        assert phone.post("/code", {"code": lobby.table.code}).status_code == 303
        done(phone.tap(lobby.key, "sit", name=name, colour=colour))
    assert len(lobby.table.party.people) == 6


@pytest.mark.usefixtures("clock")
def test_nobody_opens_tables_without_end(tmp_path: Path) -> None:
    evening = an_evening(tmp_path)
    statuses = [evening.host.post("/new", {"game": "vabanque"}).status_code for _ in range(70)]
    assert statuses[:50] == [303] * 50
    assert statuses[-1] == 429
    many = []
    for number in range(320):
        many.append(evening.device(f"device-{number}").post("/new", {"game": "vabanque"}).status_code)
    assert many[:200] == [303] * 200
    assert many[-1] == 429
    assert evening.host.tap(evening.key, "act", slot="start", do="start", table=1, seat=0).status_code == 200


@pytest.mark.parametrize(("workers", "part"), [(1, 120), (2, 60), (3, 40), (4, LEAST), (64, LEAST)])
def test_a_worker_has_its_part_and_never_less_than_a_party_needs_at_once(workers: int, part: int) -> None:
    bucket = Bucket(120, 60, Clock(), of=workers)
    assert sum(bucket.take("Anna") for _ in range(200)) == part
    little = Bucket(FEW, 60, Clock(), of=workers)
    assert sum(little.take("Anna") for _ in range(200)) == FEW


def at_a_worker(data: Path, workers: int) -> Evening:
    """A game that has begun, at one of so many workers."""
    app = create_app(Settings(data, PORT, "companion.test", workers=workers))
    return Evening(app, Device("host", app.test_client())).open().sit(3).begin()


@pytest.mark.usefixtures("clock")
def test_a_players_taps_are_as_many_at_one_of_many_workers_as_at_one_alone(tmp_path: Path) -> None:
    anna = at_a_worker(tmp_path, 64).players[0]
    key = "no-such-table"
    assert {anna.tap(key, "act").status_code for _ in range(1200)} == {404}
    assert anna.tap(key, "act").status_code == 429


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("workers", [1, 4])
def test_strangers_at_a_table_may_write_as_much_at_one_of_many_workers_as_at_one_alone(
    tmp_path: Path, workers: int
) -> None:
    evening = at_a_worker(tmp_path, workers)
    statuses = [asks_for_a_seat(evening, f"stranger-{number}") for number in range(70)]
    assert statuses == [200] * 57 + [429] * 13


def asks_for_a_seat(evening: Evening, name: str) -> int:
    """The status of a stranger's entry, which the host answers."""
    status = evening.device(name).tap(evening.key, "claim", person=0).status_code
    if status == 200:
        done(evening.host.tap(evening.key, "refuse", claim=evening.table.number))
    return status


@pytest.mark.usefixtures("clock")
def test_wrong_codes_which_any_worker_hears_are_parted_among_them(tmp_path: Path) -> None:
    evening = at_a_worker(tmp_path, 2)
    assert wrong_codes(evening.players[0], 61) == [409] * 60 + [429]
    ben = evening.players[1]
    typed = [ben.tap(evening.key, "phone", code="QQQQQQ").status_code for _ in range(61)]
    assert typed == [409] * 60 + [429], "at a table too: else each table's worker had the whole"
