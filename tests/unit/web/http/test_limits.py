"""Rate limits: none of them is lifted by a new cookie, and none locks a party out."""

from pathlib import Path

import pytest
from limits import RateLimitItemPerMinute

from companion.table.model.names import COLOURS
from companion.web.http import limits
from companion.web.http.limits import CODES, CODES_IN_ALL, RateLimiter
from tests.support.cast import CAST
from tests.unit.web.support.devices import Session, begun_session, new_session, saved
from tests.unit.web.support.phases import Clock

FEW, MORE = 10, 30
A_PARTY = 12
TYPING_ERRORS = 6
WRONG = {"code": "QQQQQ"}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of the limits."""
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


@pytest.fixture
def lobby(session: Session) -> Session:
    """A table that waits for people."""
    return Session(session.app, session.host).open()


def guesses(session: Session, count: int, address: str = "127.0.0.1") -> list[int]:
    """Type wrong codes, each with a new cookie; return the statuses."""
    found = []
    for _ in range(count):
        device = session.device("new-cookie").at(address)
        device.get("/")
        found.append(device.post("/code", WRONG).status_code)
    return found


@pytest.mark.usefixtures("fewer")
def test_new_cookies_do_not_lift_the_limit_of_codes(lobby: Session) -> None:
    assert guesses(lobby, FEW + 2) == [409] * FEW + [429] * 2
    right = {"code": lobby.table.code}
    assert lobby.device("here").post("/code", right).status_code == 429, "else guessing goes on"
    assert lobby.device("elsewhere").at("192.0.2.7").post("/code", right).status_code == 303


@pytest.mark.usefixtures("fewer")
def test_many_addresses_share_a_limit_of_codes(lobby: Session) -> None:
    told = [status for nth in range(5) for status in guesses(lobby, FEW, f"192.0.2.{nth}")]
    assert told == [409] * MORE + [429] * (5 * FEW - MORE)


@pytest.mark.usefixtures("fewer")
def test_one_address_leaves_codes_for_others(lobby: Session) -> None:
    guesses(lobby, MORE + 2)
    assert guesses(lobby, 1, "192.0.2.7") == [409]


@pytest.mark.usefixtures("clock")
def test_typing_errors_lock_no_party_out(lobby: Session) -> None:
    for name in CAST[:A_PARTY]:
        phone = lobby.device(name)
        assert {phone.post("/code", WRONG).status_code for _ in range(TYPING_ERRORS)} == {409}
        assert phone.post("/code", {"code": lobby.table.code}).status_code == 303
    for name, colour in zip(CAST[:6], COLOURS, strict=False):
        phone = lobby.device(name)
        for _ in range(TYPING_ERRORS):
            assert phone.tap(lobby.key, "sit", name="\0", colour=colour).status_code == 400
        saved(phone.tap(lobby.key, "sit", name=name, colour=colour))


def test_limit_ends_after_a_minute_by_any_clock(lobby: Session, fewer: Clock) -> None:
    assert guesses(lobby, FEW + 1)[-1] == 429
    fewer.now -= 10 * 365 * 24 * 3600
    assert guesses(lobby, FEW + 1) == [409] * FEW + [429]
    fewer.now += 120
    assert guesses(lobby, 1) == [409]


def test_new_cookies_cannot_flood_a_table(tmp_path: Path, fewer: Clock) -> None:
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
def test_slow_pages_are_limited(tmp_path: Path, path: str) -> None:
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
def test_unknown_tables_reset_no_counter(lobby: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    assert guesses(lobby, FEW + 1)[-1] == 429
    monkeypatch.setattr(limits, "MAX_COUNTERS", 5 * FEW)
    for nth in range(10 * FEW):
        assert lobby.device("new-cookie").tap(f"nowhere{nth}", "sit").status_code == 404
    assert guesses(lobby, 1) == [429]


@pytest.mark.usefixtures("clock")
def test_limit_of_the_server_outlives_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_COUNTERS", 50)
    counted = RateLimiter()
    for nth in range(CODES_IN_ALL.amount):
        counted.hit(CODES, f"192.0.2.{nth}")
        assert counted.hit(CODES_IN_ALL)
    assert not counted.hit(CODES_IN_ALL)
