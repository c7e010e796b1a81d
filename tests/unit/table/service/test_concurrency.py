"""Commands to two processes at the same moment: one wins, and both processes agree which."""

from collections.abc import Callable
from functools import partial

import pytest

from companion.games.types import Refusal
from companion.table.commands.types import Forbidden
from companion.table.service.deletion import delete_table
from companion.table.service.importing import Imported, import_record
from companion.table.service.notifier import Notifier
from companion.table.service.registry import NoSuchTable
from companion.table.service.table_service import TableService
from companion.table.storage.statements import ConcurrentWriteError
from companion.table.storage.store import Store
from tests.support.cast import CAST
from tests.support.databases import Where
from tests.unit.games.playing import a_record
from tests.unit.table.processes import TwoProcesses, at_once

ROUNDS = 10
"""Two processes collide in nearly all rounds."""


def at_both(pair: TwoProcesses, tap: Callable[[TableService, int], object]) -> list[object]:
    """Run the same at both processes; afterwards they agree on everything."""
    told = at_once(lambda: tap(pair.here, 0), lambda: tap(pair.there, 1))
    devices = (*CAST, "host", "other-0", "other-1")
    rights = [[service.stored_rights(pair.key, device) for device in devices] for service in (pair.here, pair.there)]
    assert rights[0] == rights[1]
    assert [pair.here.rights(pair.key, device) for device in devices] == rights[0]
    assert [pair.there.rights(pair.key, device) for device in devices] == rights[0]
    assert pair.here.table(pair.key) == pair.there.table(pair.key)
    log = pair.here.store.load_after(pair.here.table(pair.key).id)[0]
    assert [entry.number for entry in log] == list(range(1, len(log) + 1))
    return told


def refused(told: list[object]) -> list[str]:
    return [one.reason for one in told if isinstance(one, Refusal)]


def test_invitation_followed_twice_admits_one_device(pair: TwoProcesses) -> None:
    for nth in range(ROUNDS):
        invitation = pair.here.invitations.create()
        known = pair.here.store.operators()
        told = at_both(pair, lambda service, where: service.accept_invitation(invitation, f"laptop-{nth}-{where}"))  # noqa: B023
        assert sorted(map(bool, told)) == [False, True]
        assert pair.here.store.operators() - known == {f"laptop-{nth}-{told.index(True)}"}


def test_invitation_works_once(where: Where) -> None:
    service, other = TableService(Store(where), Notifier()), TableService(Store(where), Notifier())
    invitation = service.invitations.create()
    told = [one.accept_invitation(invitation, device) for one, device in ((service, "laptop"), (other, "stranger"))]
    assert (told, service.store.operators()) == ([True, False], {"laptop"})
    assert not service.accept_invitation("never-written", "stranger")
    assert service.accept_invitation(invitation, "laptop"), "it runs the house, whatever it follows"


def test_seat_code_typed_twice_gives_one_seat(pair: TwoProcesses) -> None:
    holder = "Anna"
    for nth in range(ROUNDS):
        code = pair.here.seat_code(pair.key, holder)
        told = at_both(
            pair,
            lambda service, where: pair.send(f"phone-{nth}-{where}", "phone", at=service, code=code),  # noqa: B023
        )
        assert refused(told) == ["no-such-seat-code"]
        holder = next(f"phone-{nth}-{where}" for where in (0, 1) if not isinstance(told[where], Refusal))
        assert pair.there.rights(pair.key, holder).person == 0
        assert pair.here.seat_codes.find(code) is None


def test_later_of_two_seat_codes_works(pair: TwoProcesses) -> None:
    for _ in range(4 * ROUNDS):
        codes = at_both(pair, lambda service, _: service.seat_code(pair.key, "Anna"))
        assert sum(pair.here.seat_codes.find(str(code)) is not None for code in codes) == 1


def test_seat_code_is_written_again_after_a_collision(pair: TwoProcesses, monkeypatch: pytest.MonkeyPatch) -> None:
    outrun = [ConcurrentWriteError(), ConcurrentWriteError()]
    write = pair.here.store.write

    def outrun_twice(*statements: object) -> None:
        if outrun:
            raise outrun.pop()
        write(*statements)  # type: ignore[arg-type]

    monkeypatch.setattr(pair.here.store, "write", outrun_twice)
    code = pair.here.seat_code(pair.key, "Anna")
    assert not outrun
    assert pair.there.seat_codes.find(code) is not None


def test_last_admitted_device_keeps_the_seat(pair: TwoProcesses) -> None:
    for nth in range(ROUNDS):
        asked = at_both(pair, lambda service, where: pair.send(f"new-{nth}-{where}", "claim", at=service, person="0"))  # noqa: B023
        assert not refused(asked)
        let_in = at_both(pair, lambda service, where: pair.send("host", "admit", at=service, claim=str(asked[where])))  # noqa: B023
        assert not refused(let_in)
        held = [pair.here.rights(pair.key, f"new-{nth}-{where}").person for where in (0, 1)]
        assert sorted(held, key=str) == [0, None]
        last = max((0, 1), key=lambda where: int(str(let_in[where])))
        assert held[last] == 0


def test_device_lent_twice_is_lent_once(pair: TwoProcesses) -> None:
    for person in ("1", "2"):
        pair.send("host", "gone", person=person)
    for _ in range(ROUNDS):
        told = at_both(pair, lambda service, where: pair.send("Anna", "lend", at=service, person=str(1 + where)))
        assert "on-its-way" in refused(told)
        lent = 1 + next(where for where in (0, 1) if not isinstance(told[where], Refusal))
        rights = pair.there.rights(pair.key, "Anna")
        assert (rights.lent, rights.in_transit) == (lent, True)
        pair.send("Anna", "return")
        pair.send("Anna", "hold", at=pair.there, person="0")


def test_host_role_handed_on_twice_goes_to_one(pair: TwoProcesses) -> None:
    host = "host"
    for _ in range(ROUNDS):
        to = [person for person in (0, 1, 2) if CAST[person] != host][:2]
        told = at_both(pair, lambda service, where: pair.send(host, "hand-on", at=service, person=str(to[where])))  # noqa: B023
        assert refused(told) == ["not-host"]
        host = next(CAST[to[where]] for where in (0, 1) if not isinstance(told[where], Refusal))
        assert [one for one in (*CAST[:3], "host") if pair.here.rights(pair.key, one).host] == [host]


def test_game_begun_twice_begins_once(pair: TwoProcesses) -> None:
    for _ in range(ROUNDS):
        pair.new(3)
        assert at_both(pair, lambda service, _: pair.send("host", "begin", at=service, order="0 1 2")) == [4, 4]


def test_colour_taken_twice_is_given_once(pair: TwoProcesses) -> None:
    for _ in range(ROUNDS):
        pair.new()
        told = at_both(
            pair, lambda service, where: pair.send(CAST[where], "sit", at=service, name=CAST[where], colour="orange")
        )
        assert refused(told) == ["colour-taken"]


def test_rematch_pressed_twice_opens_one_table(pair: TwoProcesses) -> None:
    for _ in range(ROUNDS):
        pair.short_game(lambda: pair.there.table(pair.key))
        before = sum(pair.here.store.count_by_status().values())
        told = at_both(pair, lambda service, where: service.open_rematch(pair.key, CAST[where], f"once-more-{where}"))
        assert not refused(told)
        assert told[0] == told[1] == pair.here.table(pair.key).roster.again
        assert sum(pair.here.store.count_by_status().values()) == before + 1
        assert [pair.there.rights(str(told[0]), name).person for name in CAST[:3]] == [0, 1, 2]


def test_rematch_works_before_the_end_was_heard(deaf_pair: TwoProcesses) -> None:
    pair = deaf_pair
    pair.short_game(lambda: pair.there.table(pair.key))
    fresh = pair.there.open_rematch(pair.key, "Ben", "once-more-please")
    assert pair.here.open_rematch(pair.key, "Anna", "once-more-please-too") == fresh
    pair.short_game(lambda: pair.there.table(pair.key))
    with pytest.raises(Forbidden):
        pair.there.open_rematch(pair.key, "stranger", "once-more-please")


def test_copies_of_a_command_get_one_answer(pair: TwoProcesses) -> None:
    """Ben moves while Anna does: too soon or not, but the same at both processes."""
    for nth in range(ROUNDS):
        pair.new(3)
        pair.begin()
        for service in (pair.here, pair.there):
            service.stored_rights(pair.key, "Anna")
        anna, *ben = at_once(
            lambda: pair.chip(0),
            lambda: pair.chip(1, op=f"bens-tap-{nth:04d}"),  # noqa: B023
            lambda: pair.chip(1, op=f"bens-tap-{nth:04d}", at=pair.there),  # noqa: B023
        )
        assert not isinstance(anna, Refusal)
        assert str(ben[0]) == str(ben[1]), (ben, nth)
        assert len(pair.numbers()) == pair.numbers()[-1] == 6 + (not isinstance(ben[0], Refusal))


def test_record_imported_twice_counts_once(where: Where) -> None:
    services = [TableService(Store(where), Notifier()) for _ in range(2)]
    for seed in range(ROUNDS // 2):
        record = a_record("vabanque", CAST[:3], seed)
        first, second = at_once(*(partial(import_record, service, record, 0.0) for service in services))
        assert isinstance(first, Imported)
        assert isinstance(second, Imported)
        assert first.key == second.key
        assert sorted([first.is_new, second.is_new]) == [False, True]
        assert [len(service.results.all()) for service in services] == [seed + 1] * 2


def test_table_deleted_twice_is_deleted_once(where: Where) -> None:
    services = [TableService(Store(where), Notifier()) for _ in range(2)]
    services[0].make_operator("operator")

    def told(service: TableService, key: str) -> str:
        try:
            delete_table(service, key, "operator")
        except NoSuchTable:
            return "gone"
        return "done"

    for seed in range(ROUNDS // 2):
        key = import_record(services[0], a_record("vabanque", CAST[:3], seed), 0.0).key
        assert sorted(map(str, at_once(*(partial(told, service, key) for service in services)))) == ["done", "gone"]
        assert [service.results.all() for service in services] == [[], []]
