"""The handlers of all commands, and the limits of one table.

Handlers only check and draft. The service writes.
"""

from collections.abc import Callable
from itertools import takewhile

from companion.games.types import IllegalMove, InvalidMove
from companion.table.commands import correcting, dispatch, hosting, playing, seat_transfer, seating
from companion.table.commands.types import Command, Draft, Forbidden, Sender
from companion.table.model.log import Table

HANDLERS: dict[str, Callable[[Table, Sender, Command], Draft]] = {
    "sit": seating.sit,
    "leave": seating.leave,
    "arrange": seating.arrange,
    "begin": seating.begin,
    "claim": seating.claim,
    "admit": seating.admit,
    "refuse": seating.admit,
    "lend": seating.lend,
    "hold": seating.confirm_holder,
    "return": seating.give_back,
    "phone": seat_transfer.take_seat_by_code,
    "rename": seat_transfer.rename,
    "gone": seat_transfer.mark_gone,
    "away": hosting.put_away,
    "open": hosting.open_again,
    "code": hosting.switch_code,
    "timer": hosting.set_timer,
    "host": hosting.take_over,
    "hand-on": hosting.hand_on,
    "act": playing.act,
    "back": playing.undo,
    "page": playing.turn_page,
    "faceup": playing.mark_face_up,
    "foregone": playing.finish_round,
    "propose": correcting.propose,
    "approve": correcting.approve,
    "decline": correcting.decline,
    "put-right": correcting.put_right,
    "propose-end": hosting.propose_end,
    "go-on": hosting.go_on,
}


IN_TRANSIT = ("hold", "return", "host")
"""Commands of a device that was handed over and not confirmed."""

WHILE_AWAY = (*IN_TRANSIT, "open", "hand-on")
"""Commands at an archived table."""

GAME_COMMANDS = ("act", "back", "page", "faceup", "foregone", "propose", "put-right", "propose-end")
"""Commands that end with an early end."""


def handle(table: Table, sender: Sender, command: Command) -> Draft:
    """Check a command and draft its entry. Raises InvalidMove, IllegalMove, Stale, Forbidden or AlreadyDone."""
    try:
        handler = HANDLERS[command.kind]
    except KeyError:
        raise InvalidMove("not-one-of", key="kind", expected=", ".join(HANDLERS)) from None
    if sender.rights.in_transit and command.kind not in IN_TRANSIT:
        raise Forbidden("on-its-way")
    if table.roster.away and command.kind not in WHILE_AWAY:
        raise IllegalMove("put-away")
    if table.roster.ended is not None and command.kind in GAME_COMMANDS:
        raise IllegalMove("ended-early")
    dispatch.check_limits(table, command.kind, sender.rights.acting)
    return handler(table, sender, command)


TABLE_ENTRIES = 10_000  # the longest real games have about a thousand
ROUND_ENTRIES = 1_000  # after these, no repeatable command is accepted
ROUND_UNDOS = 50  # by one person

REPEATABLE = frozenset({"rename", "phone", "lend", "faceup", "propose", "put-right", "propose-end", "timer"})
"""Commands that people can repeat at will. All others stay possible, so nobody can block a table by filling it."""
WHEN_FULL = frozenset({"away", "host", "hand-on"})
"""Commands that a full table accepts."""


def check_limits(table: Table, kind: str, by: int | None) -> None:
    """Raise IllegalMove if a table, a round or a person has too many entries."""
    if table.number >= TABLE_ENTRIES and kind not in WHEN_FULL:
        raise IllegalMove("table-full", most=TABLE_ENTRIES)
    if kind in REPEATABLE and table.number - _last_entry_before_round(table) >= ROUND_ENTRIES:
        raise IllegalMove("round-full")
    if kind == "back" and _count_undone(table, by) >= ROUND_UNDOS:
        raise IllegalMove("undone-enough", most=ROUND_UNDOS)


def _round(table: Table) -> int:
    return table.played[-1].round if table.played else 0


def _last_entry_before_round(table: Table) -> int:
    """The entry that ended the round before; 0 in the first round."""
    earlier = (played.number for played in reversed(table.played) if played.round != _round(table))
    return next(earlier, 0)


def _count_undone(table: Table, by: int | None) -> int:
    late = takewhile(lambda undone: undone.round == _round(table), reversed(table.undone))
    return sum(undone.by == by for undone in late)
