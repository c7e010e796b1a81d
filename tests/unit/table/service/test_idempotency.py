"""The first answer counts, also for refusals: a late copy of a refused command is refused."""

from collections.abc import Callable

import pytest

from companion.games.types import IllegalMove, InvalidMove, Refusal
from companion.table.commands.types import Forbidden, Stale
from companion.table.service.idempotency import ANSWER_SECONDS, MAX_ANSWERS, MAX_TEXT, AnswerCache
from companion.table.service.table_service import Conflict
from tests.support.databases import Where
from tests.unit.table.tables import LiveTable


@pytest.fixture
def game(where: Where) -> LiveTable:
    """Three people play Vabanque in strict turns; it is Anna's turn."""
    party = LiveTable(where, 3)
    party.begin()
    return party


Send = Callable[[LiveTable], int]
REFUSED: list[tuple[type[Refusal], str, Send, Send]] = [
    (
        Stale,
        "stale",
        lambda g: g.chip(1, op="op-of-ben"),
        lambda g: g.chip(0, op="op-of-anna"),
    ),
    (
        IllegalMove,
        "claimed-already",
        lambda g: (
            g.send("late", "claim", op="op-of-late", person="0") and g.send("late", "claim", op="op-again", person="1")
        ),
        lambda g: g.send("host", "refuse", op="op-of-host", claim=str(g.service.rights(g.key, "late").claim)),
    ),
    (
        InvalidMove,
        "not-integer",
        lambda g: g.send("Anna", "act", "1.chips.0.0", op="op-of-anna", do="chip", table="x"),
        lambda g: g.chip(0, op="op-of-another"),
    ),
    (
        Forbidden,
        "no-seat",
        lambda g: g.send("late", "lend", op="op-of-late", person="0"),
        lambda g: g.send(
            "host", "admit", op="op-to-admit", claim=str(g.send("late", "claim", op="op-to-claim", person="2"))
        ),
    ),
    (
        Conflict,
        "other-content",
        lambda g: g.send("Ben", "claim", op="tap-00000002", person="0"),
        lambda g: g.chip(0, op="op-of-anna"),
    ),
]


@pytest.mark.parametrize(("kind", "reason", "tap", "meanwhile"), REFUSED)
def test_late_copy_of_a_refused_command_is_refused(
    game: LiveTable, kind: type[Refusal], reason: str, tap: Send, meanwhile: Send
) -> None:
    told = refused(game, tap)
    assert (type(told), told.reason) == (kind, reason)
    meanwhile(game)
    before = game.log()
    for _ in range(3):
        again = refused(game, tap)
        assert (type(again), again.reason, again.params) == (type(told), told.reason, told.params)
    assert game.log() == before


def refused(game: LiveTable, tap: Send) -> Refusal:
    with pytest.raises(Refusal) as told:
        tap(game)
    return told.value


def test_late_copy_of_a_no_op_changes_nothing(game: LiveTable) -> None:
    number = game.service.table(game.key).number
    assert game.send("Anna", "return", op="op-of-return") == number
    assert game.chip(0, op="op-of-anna") == number + 1
    assert game.send("Anna", "return", op="op-of-return") == number


class Watch:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_answers_expire_after_their_lifetime() -> None:
    watch = Watch()
    answers = AnswerCache(watch)
    answers.add("Anna", "op", "sent", IllegalMove("turn"))
    watch.now = ANSWER_SECONDS
    with pytest.raises(IllegalMove):
        answers.find("op", "sent")
    watch.now += 1
    assert answers.find("op", "sent") is None
    answers.add("Ben", "other", "sent", 7)
    assert len(answers._by_op) == len(answers._by_device) == 1


def test_no_device_evicts_answers_of_others() -> None:
    answers = AnswerCache()
    answers.add("Anna", "op-of-anna", "sent", IllegalMove("turn"))
    for number in range(10 * MAX_ANSWERS):
        answers.add("Ben", f"op-of-ben-{number}", "sent", IllegalMove("turn"))
        answers.add(None, f"op-of-stranger-{number}", "sent", InvalidMove("unknown-key", key="x" * 60_000))
    assert len(answers._by_op) == 2 * MAX_ANSWERS + 1
    for told in ("op-of-anna", f"op-of-ben-{9 * MAX_ANSWERS}", f"op-of-stranger-{9 * MAX_ANSWERS}"):
        with pytest.raises(Refusal) as trouble:
            answers.find(told, "sent")
        assert len(str(trouble.value.params.get("key", ""))) <= MAX_TEXT
