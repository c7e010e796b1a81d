"""The first answer is the answer, for refusals too: a late copy of what was refused is not taken."""

from collections.abc import Callable

import pytest

from companion.games.kit import Garbled, Refused, Trouble
from companion.table.answers import LASTING, LONGEST, MOST, Answers
from companion.table.bus import Bus
from companion.table.colours import COLOURS
from companion.table.commands import Command, Forbidden, Stale
from companion.table.desk import Conflict, Desk
from companion.table.entry import Entry
from companion.table.store import Store
from tests.cast import CAST
from tests.houses import Where

CHIPS = 4


class Game:
    """Three people at Vabanque, strictly one after the other."""

    def __init__(self, where: Where) -> None:
        self.desk = Desk(Store(where), Bus())
        self.key = self.desk.open("host", "vabanque", {}, {})
        for seat, (name, colour) in enumerate(zip(CAST[:3], COLOURS, strict=False)):
            self.send(name, "sit", f"tap-sit-{seat}", name=name, colour=colour)
        self.send("host", "begin", "tap-begin", order="0 1 2")
        self.send("host", "act", "tap-start", "start", do="start", seat="0", table="1")

    def send(self, device: str, kind: str, op: str, slot: str = "", **fields: str) -> int:
        """One tap."""
        return self.desk.send(self.key, device, Command(kind, fields, op, slot))

    def chip(self, device: str, op: str, slot: str) -> int:
        """A chip on table 1."""
        return self.send(device, "act", op, slot, do="chip", table="1")

    def log(self) -> list[Entry]:
        """What is on disk."""
        return self.desk.store.log(self.desk.table(self.key).id)


@pytest.fixture
def game(where: Where) -> Game:
    """Anna's turn."""
    return Game(where)


Send = Callable[[Game], int]
REFUSED: list[tuple[type[Trouble], str, Send, Send]] = [
    (
        Stale,
        "stale",
        lambda g: g.chip("Ben", "op-of-ben", "1.chips.1.0"),
        lambda g: g.chip("Anna", "op-of-anna", "1.chips.0.0"),
    ),
    (
        Refused,
        "claimed-already",
        lambda g: g.send("late", "claim", "op-of-late", person="0") and g.send("late", "claim", "op-again", person="1"),
        lambda g: g.send("host", "refuse", "op-of-host", claim=str(g.desk.rights(g.key, "late").claim)),
    ),
    (
        Garbled,
        "not-integer",
        lambda g: g.send("Anna", "act", "op-of-anna", "1.chips.0.0", do="chip", table="x"),
        lambda g: g.chip("Anna", "op-of-another", "1.chips.0.0"),
    ),
    (
        Forbidden,
        "no-seat",
        lambda g: g.send("late", "lend", "op-of-late", person="0"),
        lambda g: g.send("host", "admit", "op-to-admit", claim=str(g.send("late", "claim", "op-to-claim", person="2"))),
    ),
    (
        Conflict,
        "other-content",
        lambda g: g.send("Ben", "claim", "tap-sit-1", person="0"),
        lambda g: g.chip("Anna", "op-of-anna", "1.chips.0.0"),
    ),
]


@pytest.mark.parametrize(("kind", "reason", "tap", "meanwhile"), REFUSED)
def test_a_late_copy_of_what_was_refused_is_refused_again(
    game: Game, kind: type[Trouble], reason: str, tap: Send, meanwhile: Send
) -> None:
    told = refused(game, tap)
    assert (type(told), told.reason) == (kind, reason)
    meanwhile(game)
    before = game.log()
    for _ in range(3):
        again = refused(game, tap)
        assert (type(again), again.reason, again.blanks) == (type(told), told.reason, told.blanks)
    assert game.log() == before


def refused(game: Game, tap: Send) -> Trouble:
    """What a tap was refused with."""
    with pytest.raises(Trouble) as told:
        tap(game)
    return told.value


def test_what_was_refused_can_be_tapped_anew(game: Game) -> None:
    refused(game, lambda g: g.chip("Ben", "op-of-ben", "1.chips.1.0"))
    number = game.chip("Anna", "op-of-anna", "1.chips.0.0")
    assert game.chip("Ben", "op-of-ben-2", "1.chips.1.0") == number + 1


def test_a_refused_name_with_other_content_is_a_conflict(game: Game) -> None:
    refused(game, lambda g: g.chip("Ben", "op-of-ben", "1.chips.1.0"))
    told = refused(game, lambda g: g.send("Ben", "act", "op-of-ben", "1.chips.1.0", do="chip", table="2"))
    assert isinstance(told, Conflict)


def test_where_nothing_was_to_be_done_a_late_copy_does_nothing_either(game: Game) -> None:
    number = game.desk.table(game.key).number
    assert game.send("Anna", "return", "op-of-return") == number
    assert game.chip("Anna", "op-of-anna", "1.chips.0.0") == number + 1
    assert game.send("Anna", "return", "op-of-return") == number


class Watch:
    """A clock that is set."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_answers_are_kept_as_long_as_a_copy_can_be_under_way_and_not_for_good() -> None:
    watch = Watch()
    answers = Answers(watch)
    answers.keep("Anna", "op", "sent", Refused("turn"))
    watch.now = LASTING
    with pytest.raises(Refused):
        answers.first("op", "sent")
    watch.now += 1
    assert answers.first("op", "sent") is None
    answers.keep("Ben", "other", "sent", 7)
    assert len(answers._by_op) == len(answers._by_device) == 1


def test_nobody_pushes_out_what_others_were_told() -> None:
    answers = Answers()
    answers.keep("Anna", "op-of-anna", "sent", Refused("turn"))
    for number in range(10 * MOST):
        answers.keep("Ben", f"op-of-ben-{number}", "sent", Refused("turn"))
        answers.keep(None, f"op-of-stranger-{number}", "sent", Garbled("unknown-key", key="x" * 60_000))
    assert len(answers._by_op) == 2 * MOST + 1
    for told in ("op-of-anna", f"op-of-ben-{9 * MOST}", f"op-of-stranger-{9 * MOST}"):
        with pytest.raises(Trouble) as trouble:
            answers.first(told, "sent")
        assert len(str(trouble.value.blanks.get("key", ""))) <= LONGEST
