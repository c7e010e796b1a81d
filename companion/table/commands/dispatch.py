"""Each kind of command and its handler.

The functions look only: they give back the body of the entry and the rights that come with it, or say why not.
Writing is the desk's.
"""

from collections.abc import Callable

from companion.games.types import IllegalMove, InvalidMove
from companion.table.commands import bounds, correcting, ending, hosting, playing, seat_transfer, seating
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
    "propose-end": ending.propose_end,
    "go-on": ending.go_on,
}


IN_TRANSIT = ("hold", "return", "host")
"""What a device does that was handed over and that nobody has taken yet."""

WHILE_AWAY = (*IN_TRANSIT, "open", "hand-on")
"""What is done at a table that was put away."""

GAME_COMMANDS = ("act", "back", "page", "faceup", "foregone", "propose", "put-right", "propose-end")
"""Commands that a game which was ended early takes no more."""


def handle(table: Table, sender: Sender, command: Command) -> Draft:
    """The entry's body for a command. Raises InvalidMove, IllegalMove, Stale, Forbidden or Done."""
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
    bounds.check_limits(table, command.kind, sender.rights.acting)
    return handler(table, sender, command)
