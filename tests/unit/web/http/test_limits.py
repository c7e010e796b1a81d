"""Rate limits: none of them is lifted by a new cookie, and none locks a party out."""

from pathlib import Path

import pytest
from limits import RateLimitItemPerMinute

from companion.table.model.colours import COLOURS
from companion.web.http import limits
from companion.web.http.limits import CODES, CODES_IN_ALL, RateLimiter
from tests.support.cast import CAST
from tests.unit.web.support.devices import Device, Session, begun_session, new_session, saved

FEW, MORE = 10, 30
A_PARTY = 12
TYPING_ERRORS = 6
WRONG = {"code": "QQQQQ"}


class Clock:
    """Seconds as the test says."""

    now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time by which limits are counted."""
    found = Clock()
    monkeypatch.setattr("time.time", found)
    return found


@pytest.fixture
def fewer(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Limits that are reached soon, while the clock stands still."""
    for name in ("CODES", "PAGES", "STRANGERS", "TABLES", "TAPS"):
        monkeypatch.setattr(limits, name, RateLimitItemPerMinute(FEW, namespace=name))
    monkeypatch.setattr(limits, "CODES_IN_ALL", RateLimitItemPerMinute(MORE, namespace="all"))
    return clock


def a_lobby(data: Path) -> Session:
    """A table that waits for people."""
    first = new_session(data)
    return Session(first.app, first.host).open()


def at(device: Device, address: str) -> Device:
    """The same device behind another address."""
    device.client.environ_base["REMOTE_ADDR"] = address
    return device


def guesses(session: Session, count: int, address: str = "127.0.0.1") -> list[int]:
    """The statuses of wrong codes, each from a device with a new cookie."""
    found = []
    for _ in range(count):
        device = at(session.device("new-cookie"), address)
        device.get("/")
        found.append(device.post("/code", WRONG).status_code)
    return found


@pytest.mark.usefixtures("fewer")
def test_new_cookies_do_not_lift_the_limit_of_codes(tmp_path: Path) -> None:
    lobby = a_lobby(tmp_path)
    assert guesses(lobby, FEW + 2) == [409] * FEW + [429] * 2
    right = {"code": lobby.table.code}
    assert lobby.device("here").post("/code", right).status_code == 429, "else guessing goes on"
    assert at(lobby.device("elsewhere"), "192.0.2.7").post("/code", right).status_code == 303


@pytest.mark.usefixtures("fewer")
def test_many_addresses_do_not_lift_the_limit_of_codes(tmp_path: Path) -> None:
    lobby = a_lobby(tmp_path)
    told = [status for nth in range(5) for status in guesses(lobby, FEW, f"192.0.2.{nth}")]
    assert told == [409] * MORE + [429] * (5 * FEW - MORE)


@pytest.mark.usefixtures("fewer")
def test_one_address_does_not_use_up_the_codes_of_the_server(tmp_path: Path) -> None:
    lobby = a_lobby(tmp_path)
    guesses(lobby, MORE + 2)
    assert guesses(lobby, 1, "192.0.2.7") == [409]


@pytest.mark.usefixtures("clock")
def test_a_party_with_typing_errors_gets_in_together(tmp_path: Path) -> None:
    lobby = a_lobby(tmp_path)
    for name in CAST[:A_PARTY]:
        phone = lobby.device(name)
        assert {phone.post("/code", WRONG).status_code for _ in range(TYPING_ERRORS)} == {409}
        assert phone.post("/code", {"code": lobby.table.code}).status_code == 303
    for name, colour in zip(CAST[:6], COLOURS, strict=False):
        phone = lobby.device(name)
        for _ in range(TYPING_ERRORS):
            assert phone.tap(lobby.key, "sit", name="\0", colour=colour).status_code == 400
        saved(phone.tap(lobby.key, "sit", name=name, colour=colour))


def test_a_limit_is_over_after_a_while_also_where_the_clock_is_put_back(tmp_path: Path, fewer: Clock) -> None:
    lobby = a_lobby(tmp_path)
    assert guesses(lobby, FEW + 1)[-1] == 429
    fewer.now -= 10 * 365 * 24 * 3600
    assert guesses(lobby, FEW + 1) == [409] * FEW + [429]
    fewer.now += 120
    assert guesses(lobby, 1) == [409]


def test_strangers_with_new_cookies_cannot_flood_a_table(tmp_path: Path, fewer: Clock) -> None:
    session = begun_session(tmp_path)
    fewer.now += 120  # who sat down was a stranger
    before, statuses = session.table.number, []
    for nth in range(FEW + 5):
        statuses.append(session.device(f"new-cookie-{nth}").tap(session.key, "claim", person=0).status_code)
        if statuses[-1] == 200:
            saved(session.host.tap(session.key, "refuse", claim=session.table.number))
    assert statuses == [200] * FEW + [429] * 5
    assert session.table.number - before == 2 * FEW
    fewer.now += 120
    saved(session.host.tap(session.key, "act", slot="start", do="start", table=1, seat=0))


@pytest.mark.usefixtures("fewer")
def test_players_are_counted_by_device(tmp_path: Path) -> None:
    session = begun_session(tmp_path)
    anna, ben, _ = session.players
    assert [anna.tap(session.key, "gone").status_code for _ in range(FEW + 1)] == [403] * FEW + [429]
    assert ben.tap(session.key, "gone").status_code == 403


@pytest.mark.usefixtures("fewer")
def test_new_cookies_do_not_lift_the_limit_of_new_tables(tmp_path: Path) -> None:
    session = begun_session(tmp_path)  # at a table that was the first
    asked = [session.device("new-cookie").post("/new", {"game": "vabanque"}).status_code for _ in range(FEW + 1)]
    assert asked == [303] * (FEW - 1) + [429] * 2
    saved(session.host.tap(session.key, "act", slot="start", do="start", table=1, seat=0))


@pytest.mark.usefixtures("fewer")
@pytest.mark.parametrize("path", ["/material/wetten/print?sheet=track&seed={}", "/rules/vabanque/print?players=4"])
def test_pages_that_take_long_to_make_are_limited(tmp_path: Path, path: str) -> None:
    session = new_session(tmp_path)
    asked = [session.device("new-cookie").get(path.format(nth)).status_code for nth in range(1, FEW + 2)]
    assert asked == [200] * FEW + [429]
    assert session.host.get("/rules/vabanque").status_code == 200


def test_counters_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_COUNTERS", 50)
    counted = RateLimiter()
    for nth in range(1_000):
        counted.hit(CODES, f"192.0.2.{nth}")
    assert len(counted._storage.storage) <= 50


@pytest.mark.usefixtures("fewer")
def test_made_up_tables_reset_no_counter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lobby = a_lobby(tmp_path)
    assert guesses(lobby, FEW + 1)[-1] == 429
    monkeypatch.setattr(limits, "MAX_COUNTERS", 5 * FEW)
    for nth in range(10 * FEW):
        assert lobby.device("new-cookie").tap(f"nowhere{nth}", "sit").status_code == 404
    assert guesses(lobby, 1) == [429]


@pytest.mark.usefixtures("clock")
def test_the_servers_own_limit_outlives_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_COUNTERS", 50)
    counted = RateLimiter()
    for nth in range(CODES_IN_ALL.amount):
        counted.hit(CODES, f"192.0.2.{nth}")
        assert counted.hit(CODES_IN_ALL)
    assert not counted.hit(CODES_IN_ALL)
