"""The first answer is the answer, for refusals too: a late copy of what was refused is not taken."""

from collections.abc import Callable

import pytest

from companion.games.types import IllegalMove, InvalidMove, Refusal
from companion.table.commands.types import Forbidden, Stale
from companion.table.service.idempotency import LASTING, LONGEST, MOST, Answers
from companion.table.service.table_service import Conflict
from tests.support.houses import Where
from tests.unit.table.parties import Party

CHIPS = 4


@pytest.fixture
def game(where: Where) -> Party:
    """Three people at Vabanque, strictly one after the other; it is Anna's turn."""
    party = Party(where, 3)
    party.begin()
    return party


Send = Callable[[Party], int]
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
def test_a_late_copy_of_what_was_refused_is_refused_again(
    game: Party, kind: type[Refusal], reason: str, tap: Send, meanwhile: Send
) -> None:
    told = refused(game, tap)
    assert (type(told), told.reason) == (kind, reason)
    meanwhile(game)
    before = game.log()
    for _ in range(3):
        again = refused(game, tap)
        assert (type(again), again.reason, again.blanks) == (type(told), told.reason, told.blanks)
    assert game.log() == before


def refused(game: Party, tap: Send) -> Refusal:
    """What a tap was refused with."""
    with pytest.raises(Refusal) as told:
        tap(game)
    return told.value


def test_what_was_refused_can_be_tapped_anew(game: Party) -> None:
    refused(game, lambda g: g.chip(1, op="op-of-ben"))
    number = game.chip(0, op="op-of-anna")
    assert game.chip(1, op="op-of-ben-2") == number + 1


def test_a_refused_name_with_other_content_is_a_conflict(game: Party) -> None:
    refused(game, lambda g: g.chip(1, op="op-of-ben"))
    told = refused(game, lambda g: g.send("Ben", "act", "1.chips.1.0", op="op-of-ben", do="chip", table="2"))
    assert isinstance(told, Conflict)


def test_where_nothing_was_to_be_done_a_late_copy_does_nothing_either(game: Party) -> None:
    number = game.service.table(game.key).number
    assert game.send("Anna", "return", op="op-of-return") == number
    assert game.chip(0, op="op-of-anna") == number + 1
    assert game.send("Anna", "return", op="op-of-return") == number


class Watch:
    """A clock that is set."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_answers_are_kept_as_long_as_a_copy_can_be_under_way_and_not_for_good() -> None:
    watch = Watch()
    answers = Answers(watch)
    answers.keep("Anna", "op", "sent", IllegalMove("turn"))
    watch.now = LASTING
    with pytest.raises(IllegalMove):
        answers.first("op", "sent")
    watch.now += 1
    assert answers.first("op", "sent") is None
    answers.keep("Ben", "other", "sent", 7)
    assert len(answers._by_op) == len(answers._by_device) == 1


def test_nobody_pushes_out_what_others_were_told() -> None:
    answers = Answers()
    answers.keep("Anna", "op-of-anna", "sent", IllegalMove("turn"))
    for number in range(10 * MOST):
        answers.keep("Ben", f"op-of-ben-{number}", "sent", IllegalMove("turn"))
        answers.keep(None, f"op-of-stranger-{number}", "sent", InvalidMove("unknown-key", key="x" * 60_000))
    assert len(answers._by_op) == 2 * MOST + 1
    for told in ("op-of-anna", f"op-of-ben-{9 * MOST}", f"op-of-stranger-{9 * MOST}"):
        with pytest.raises(Refusal) as trouble:
            answers.first(told, "sent")
        assert len(str(trouble.value.blanks.get("key", ""))) <= LONGEST
