"""Each command is accepted with its entry and rights, or refused with its reason and nothing written.

The host's screen has no seat; Anna and Ben sit with their phones, Carla without one; Dora has only the address.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from companion.games.types import IllegalMove, InvalidMove, Refusal
from companion.table.commands.types import Forbidden, Stale
from companion.table.model.names import COLOURS
from companion.table.service.importing import import_record
from tests.support.cast import CAST
from tests.unit.games.playing import a_record
from tests.unit.table.tables import LiveTable

HOST, OPERATOR, (ANNA, BEN, CARLA, DORA) = "host", "operator", CAST[:4]
DEVICES = (HOST, OPERATOR, ANNA, BEN, CARLA, DORA)


class Evening(LiveTable):
    """Anna, Ben and Carla have taken seats."""

    def __init__(self, where: Path) -> None:
        super().__init__(where)
        self.code = ""
        for seat in range(2):
            self.sit(seat)
        self.send(HOST, "sit", name=CARLA, colour=list(COLOURS)[2], phone="none")

    def send(self, device: str, kind: str, slot: str = "", **fields: Any) -> int:
        """Send a command; `{code}` is the seat code that a phone shows."""
        shown: dict[str, Any] = {name: str(value).replace("{code}", self.code) for name, value in fields.items()}
        return super().send(device, kind, slot, **shown)

    def rights(self) -> dict[str, set[str]]:
        """The rights of each device, in words."""
        found = {}
        for device in DEVICES:
            held = self.service.rights(self.key, device)
            words = {word for word in ("host", "cover", "watch") if getattr(held, word)}
            numbered = {f"{word} {getattr(held, word)}" for word in ("person", "lent", "claim")}
            found[device] = words | {word for word in numbered if not word.endswith("None")}
        return found


def lobby(_evening: Evening) -> None: ...


def begun(evening: Evening) -> None:
    evening.send(HOST, "begin", order="0 1 2")


def playing(evening: Evening) -> None:
    """Anna starts, and chips are placed."""
    begun(evening)
    evening.send(HOST, "act", "start", do="start", seat=0, table=1)


def full(evening: Evening) -> None:
    for seat, colour in enumerate(list(COLOURS)[3:6], start=3):
        evening.send(HOST, "sit", name=f"{seat}. guest", colour=colour, phone="none")


def two(evening: Evening) -> None:
    """Ben has left the lobby; two players are too few."""
    evening.send(BEN, "leave")


def over(evening: Evening) -> None:
    """The table has a finished game."""
    evening.key = import_record(evening.service, a_record("vabanque", (ANNA, BEN, CARLA)), 1.0).key


def chosen(evening: Evening) -> None:
    """Anna has placed a chip, with entry 6."""
    playing(evening)
    evening.send(ANNA, "act", "1.chips.0.0", do="chip", table=1)


def claimed(evening: Evening) -> None:
    """Dora claims Ben's seat, with entry 5."""
    begun(evening)
    evening.send(DORA, "claim", person=1, name=DORA)


def left(evening: Evening) -> None:
    begun(evening)
    evening.send(HOST, "gone", person=1)


def on_its_way(evening: Evening) -> None:
    """Anna's phone was lent to Carla, who has not confirmed yet."""
    begun(evening)
    evening.send(ANNA, "lend", person=2)


def lent(evening: Evening) -> None:
    on_its_way(evening)
    evening.send(ANNA, "hold", person=2)


def coming_back(evening: Evening) -> None:
    lent(evening)
    evening.send(ANNA, "return")


def with_code(evening: Evening) -> None:
    begun(evening)
    evening.code = evening.service.seat_code(evening.key, BEN)


def put_away(evening: Evening) -> None:
    begun(evening)
    evening.send(HOST, "away")


def seated_host(evening: Evening) -> None:
    """The host is Anna, on her phone."""
    begun(evening)
    evening.send(HOST, "hand-on", person=0)


Situation = Callable[[Evening], None]
Fields = dict[str, Any]

TAKEN: list[tuple[Situation, str, str, Fields, dict[str, Any], int | None, dict[str, set[str]]]] = [
    (lobby, DORA, "sit", {"name": "D", "colour": "yellow"}, {"name": "D", "colour": "yellow"}, 3, {DORA: {"person 3"}}),
    (lobby, ANNA, "leave", {}, {"person": 0}, None, {ANNA: set()}),
    (lobby, HOST, "leave", {"person": 1}, {"person": 1}, None, {BEN: set()}),
    (lobby, HOST, "arrange", {"person": 0}, {"person": 0}, None, {}),
    (lobby, HOST, "begin", {"order": "2 0 1"}, {"order": [2, 0, 1]}, None, {}),
    (lobby, ANNA, "rename", {"name": "Annabel"}, {"person": 0, "name": "Annabel"}, 0, {}),
    (lobby, HOST, "rename", {"person": 2, "name": "Carl"}, {"person": 2, "name": "Carl"}, None, {}),
    (lobby, HOST, "away", {}, {}, None, {}),
    (begun, OPERATOR, "away", {}, {}, None, {}),
    (put_away, HOST, "open", {}, {}, None, {}),
    (begun, DORA, "claim", {"person": 1}, {"person": 1}, None, {DORA: {"claim 5"}}),
    (begun, DORA, "claim", {"person": 1, "name": DORA}, {"person": 1, "name": DORA}, None, {DORA: {"claim 5"}}),
    (claimed, HOST, "refuse", {"claim": 5}, {"claim": 5, "person": 1}, None, {DORA: set()}),
    (
        *(claimed, HOST, "admit", {"claim": 5}, {"claim": 5, "person": 1, "name": DORA}, None),
        {BEN: set(), DORA: {"person 1"}},
    ),
    (begun, ANNA, "lend", {"person": 2}, {"person": 2}, 0, {ANNA: {"person 0", "lent 2", "cover"}}),
    (begun, HOST, "lend", {"person": 2}, {"person": 2}, None, {HOST: {"host", "lent 2", "cover"}}),
    (on_its_way, ANNA, "hold", {"person": 2}, {"person": 2}, 2, {ANNA: {"person 0", "lent 2"}}),
    (on_its_way, ANNA, "return", {}, {"person": 2}, 0, {ANNA: {"person 0", "cover"}}),
    (lent, ANNA, "return", {}, {"person": 2}, 0, {ANNA: {"person 0", "cover"}}),
    (coming_back, ANNA, "hold", {"person": 0}, {"person": 0}, 0, {ANNA: {"person 0"}}),
    (begun, HOST, "gone", {"person": 1}, {"person": 1}, None, {BEN: set()}),
    (lent, HOST, "gone", {"person": 2}, {"person": 2}, None, {ANNA: {"person 0", "cover"}}),
    (with_code, DORA, "phone", {"code": "{code}"}, {"person": 1}, 1, {BEN: set(), DORA: {"person 1"}}),
    (begun, OPERATOR, "host", {}, {}, None, {HOST: {"watch"}, OPERATOR: {"host"}}),
    (begun, HOST, "hand-on", {"person": 1}, {"person": 1}, None, {HOST: {"watch"}, BEN: {"person 1", "host"}}),
    (seated_host, ANNA, "hand-on", {"person": 1}, {"person": 1}, 0, {ANNA: {"person 0"}, BEN: {"person 1", "host"}}),
    (seated_host, ANNA, "gone", {"person": 1}, {"person": 1}, 0, {BEN: set()}),
    (seated_host, ANNA, "rename", {"person": 1, "name": "Benno"}, {"person": 1, "name": "Benno"}, 0, {}),
    (seated_host, ANNA, "away", {}, {}, 0, {}),
    (chosen, ANNA, "back", {"entry": 6}, {"entry": 6}, 0, {}),
]
"""Situation, device, command; then the entry, its author, and the rights that changed."""

REFUSED: list[tuple[Situation, str, str, Fields, type[Refusal], str]] = [
    (lobby, ANNA, "sit", {"name": "Other", "colour": "yellow"}, IllegalMove, "seated-already"),
    (lobby, ANNA, "sit", {"name": DORA, "colour": "yellow", "phone": "none"}, Forbidden, "not-host"),
    (lobby, DORA, "sit", {"name": DORA, "colour": "plaid"}, InvalidMove, "not-one-of"),
    (lobby, DORA, "sit", {"name": "anna", "colour": "yellow"}, IllegalMove, "name-taken"),
    (lobby, DORA, "sit", {"name": "Аnna", "colour": "yellow"}, IllegalMove, "name-alike"),  # noqa: RUF001
    (lobby, DORA, "sit", {"name": "\u3164", "colour": "yellow"}, InvalidMove, "name-unseen"),
    (lobby, DORA, "sit", {"name": "D" + 5 * "\u0301", "colour": "yellow"}, InvalidMove, "name-marks"),
    (lobby, DORA, "sit", {"name": DORA, "colour": next(iter(COLOURS))}, IllegalMove, "colour-taken"),
    (full, DORA, "sit", {"name": DORA, "colour": "yellow"}, IllegalMove, "full"),
    (begun, DORA, "sit", {"name": DORA, "colour": "yellow"}, Stale, "begun"),
    (lobby, ANNA, "leave", {"person": 1}, Forbidden, "not-host"),
    (begun, ANNA, "leave", {}, IllegalMove, "begun"),
    (lobby, ANNA, "arrange", {"person": 0}, Forbidden, "not-host"),
    (lobby, HOST, "arrange", {"person": 9}, IllegalMove, "no-such-person"),
    (begun, HOST, "arrange", {"person": 0}, IllegalMove, "begun"),
    (lobby, ANNA, "begin", {"order": "0 1 2"}, Forbidden, "not-host"),
    (lobby, HOST, "begin", {"order": "0 1"}, Stale, "people-changed"),
    (two, HOST, "begin", {"order": "0 2"}, IllegalMove, "players"),
    (lobby, DORA, "claim", {"person": 1}, IllegalMove, "not-begun"),
    (begun, DORA, "claim", {"person": 1, "name": ANNA}, IllegalMove, "name-taken"),
    (begun, ANNA, "claim", {"person": 1}, IllegalMove, "seated-already"),
    (claimed, DORA, "claim", {"person": 0}, IllegalMove, "claimed-already"),
    (claimed, ANNA, "admit", {"claim": 5}, Forbidden, "not-host"),
    (claimed, DORA, "refuse", {"claim": 5}, Forbidden, "not-host"),
    (lobby, ANNA, "lend", {"person": 2}, Forbidden, "no-seat"),
    (lobby, HOST, "lend", {"person": 2}, IllegalMove, "has-phone"),
    (begun, ANNA, "lend", {"person": 1}, IllegalMove, "has-phone"),
    (on_its_way, ANNA, "hold", {"person": 0}, Stale, "stale"),
    (coming_back, ANNA, "hold", {"person": 2}, Stale, "stale"),
    (on_its_way, ANNA, "page", {"act": 1, "step": 1}, Forbidden, "on-its-way"),
    (coming_back, ANNA, "lend", {"person": 2}, Forbidden, "on-its-way"),
    (begun, ANNA, "gone", {"person": 1}, Forbidden, "not-host"),
    (lobby, HOST, "gone", {"person": 1}, IllegalMove, "not-begun"),
    (begun, ANNA, "rename", {"person": 1, "name": "Benno"}, Forbidden, "not-host"),
    (begun, ANNA, "rename", {"name": BEN}, IllegalMove, "name-taken"),
    (begun, DORA, "phone", {"code": "AAAA AAAA"}, IllegalMove, "no-such-seat-code"),
    (with_code, ANNA, "phone", {"code": "{code}"}, IllegalMove, "seated-already"),
    (begun, ANNA, "away", {}, Forbidden, "not-host"),
    (put_away, ANNA, "open", {}, Forbidden, "not-host"),
    (put_away, DORA, "claim", {"person": 1}, IllegalMove, "put-away"),
    (put_away, HOST, "away", {}, IllegalMove, "put-away"),
    (over, OPERATOR, "away", {}, IllegalMove, "over"),
    (begun, ANNA, "host", {}, Forbidden, "not-operator"),
    (begun, ANNA, "hand-on", {"person": 1}, Forbidden, "not-host"),
    (begun, HOST, "hand-on", {"person": 2}, IllegalMove, "no-phone"),
    (on_its_way, HOST, "hand-on", {"person": 0}, IllegalMove, "handed-over"),
    (coming_back, HOST, "hand-on", {"person": 0}, IllegalMove, "handed-over"),
    (lobby, HOST, "act", {"do": "start"}, Stale, "not-begun"),
    (begun, DORA, "act", {"do": "start"}, Forbidden, "no-seat"),
    (begun, ANNA, "act", {"do": "start"}, Stale, "stale"),
    (playing, HOST, "act", {"do": "chip", "seat": 3}, InvalidMove, "out-of-range"),
    (playing, DORA, "page", {"act": 1, "step": 1}, Forbidden, "no-seat"),
    (playing, DORA, "faceup", {"up": "x"}, Forbidden, "no-seat"),
    (playing, DORA, "foregone", {"over": 0}, Forbidden, "no-seat"),
    (lobby, HOST, "faceup", {"up": "x"}, Stale, "not-begun"),
    (chosen, BEN, "back", {"entry": 6}, Stale, "not-latest"),
    (chosen, ANNA, "back", {"entry": 5}, Stale, "not-latest"),
    (chosen, ANNA, "propose", {"act": 6}, Forbidden, "not-host"),
    (chosen, HOST, "propose", {"act": 6}, Stale, "not-correctable"),  # a hidden choice
    (chosen, ANNA, "put-right", {"act": 6}, Stale, "not-correctable"),
    (chosen, ANNA, "approve", {"proposal": 6}, Stale, "stale"),
    (chosen, HOST, "decline", {"proposal": 6}, Stale, "stale"),
    (playing, HOST, "dance", {}, InvalidMove, "not-one-of"),
]
"""Situation, device, command; then the error."""

NOTHING_TO_DO: list[tuple[Situation, str, str, Fields]] = [
    (begun, HOST, "begin", {"order": "0 1 2"}),
    (begun, HOST, "admit", {"claim": 4}),
    (begun, HOST, "refuse", {"claim": 4}),
    (begun, ANNA, "hold", {"person": 0}),
    (begun, ANNA, "return", {}),
    (begun, ANNA, "rename", {"name": ANNA}),
    (begun, HOST, "rename", {"person": 1, "name": BEN}),
    (left, HOST, "gone", {"person": 1}),
    (begun, HOST, "open", {}),
    (begun, HOST, "host", {}),
    (seated_host, ANNA, "hand-on", {"person": 0}),
    (playing, ANNA, "page", {"act": 1, "step": 1}),
    (playing, ANNA, "foregone", {"over": 0}),
]
"""Commands without effect, which are answered with the current number."""


def told(row: tuple[Any, ...]) -> str:
    """The name of a case."""
    when, who, kind, fields = row[:4]
    return f"{when.__name__}: {who}, {' '.join(map(str, (kind, *fields.values()))).encode('ascii', 'replace').decode()}"


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path / "one.sqlite3")


@pytest.mark.parametrize(("when", "who", "kind", "fields", "body", "by", "rights"), TAKEN, ids=map(told, TAKEN))
def test_command_is_one_entry_and_grants_its_rights(
    evening: Evening,
    when: Situation,
    who: str,
    kind: str,
    fields: Fields,
    body: dict[str, Any],
    by: int | None,
    rights: dict[str, set[str]],
) -> None:
    when(evening)
    before, number = evening.rights(), evening.service.table(evening.key).number
    assert evening.send(who, kind, **fields) == number + 1
    entry = evening.log()[-1]
    assert (entry.number, entry.kind, entry.by) == (number + 1, "host" if kind == "hand-on" else kind, by)
    assert {name: value for name, value in entry.body.items() if name != "phone"} == body
    assert evening.rights() == before | rights
    asks_only = kind in ("claim", "refuse")  # a claim gives no seat yet
    assert (evening.service.table(evening.key).roster.last_rights_change == entry.number) == (
        kind == "begin" or bool(rights) > asks_only
    )


@pytest.mark.parametrize(("when", "who", "kind", "fields", "how", "reason"), REFUSED, ids=map(told, REFUSED))
def test_command_is_refused_with_its_reason(
    evening: Evening, when: Situation, who: str, kind: str, fields: Fields, how: type[Refusal], reason: str
) -> None:
    when(evening)
    before = evening.log(), evening.rights()
    with pytest.raises(how) as refused:
        evening.send(who, kind, **fields)
    assert (type(refused.value), refused.value.reason) == (how, reason)
    assert (evening.log(), evening.rights()) == before


@pytest.mark.parametrize(("when", "who", "kind", "fields"), NOTHING_TO_DO, ids=map(told, NOTHING_TO_DO))
def test_command_without_effect_is_not_written(
    evening: Evening, when: Situation, who: str, kind: str, fields: Fields
) -> None:
    when(evening)
    before = evening.log(), evening.rights()
    assert evening.send(who, kind, **fields) == len(before[0])
    assert (evening.log(), evening.rights()) == before


@pytest.mark.parametrize("row", [row for row in TAKEN if row[2] not in ("sit", "arrange")], ids=told)
def test_repeated_command_counts_once(evening: Evening, row: tuple[Any, ...]) -> None:
    when, who, kind, fields = row[:4]
    when(evening)
    evening.send(who, kind, **fields)
    before = evening.log(), evening.rights()
    with suppress(Refusal):  # the right may be gone by now
        assert evening.send(who, kind, **fields) == len(before[0])
    assert (evening.log(), evening.rights()) == before
