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
    "hold": seating.hold,
    "return": seating.give_back,
    "phone": seat_transfer.phone,
    "rename": seat_transfer.rename,
    "gone": seat_transfer.gone,
    "away": hosting.put_away,
    "open": hosting.open_again,
    "code": hosting.turn_code,
    "host": hosting.take_over,
    "hand-on": hosting.hand_on,
    "act": playing.act,
    "back": playing.back,
    "page": playing.page,
    "faceup": playing.faceup,
    "foregone": playing.foregone,
    "propose": correcting.propose,
    "approve": correcting.approve,
    "decline": correcting.decline,
    "put-right": correcting.put_right,
    "propose-end": ending.propose,
    "go-on": ending.go_on,
}


ON_ITS_WAY = ("hold", "return", "host")
"""What a device does that was handed over and that nobody has taken yet."""

WHILE_AWAY = (*ON_ITS_WAY, "open", "hand-on")
"""What is done at a table that was put away."""

OF_THE_GAME = ("act", "back", "page", "faceup", "foregone", "propose", "put-right", "propose-end")
"""Commands that a game which was ended early takes no more."""


def handle(table: Table, sender: Sender, command: Command) -> Draft:
    """The entry's body for a command. Raises InvalidMove, IllegalMove, Stale, Forbidden or Done."""
    try:
        handler = HANDLERS[command.kind]
    except KeyError:
        raise InvalidMove("not-one-of", key="kind", expected=", ".join(HANDLERS)) from None
    if sender.rights.covered and command.kind not in ON_ITS_WAY:
        raise Forbidden("on-its-way")
    if table.party.away and command.kind not in WHILE_AWAY:
        raise IllegalMove("put-away")
    if table.party.ended is not None and command.kind in OF_THE_GAME:
        raise IllegalMove("ended-early")
    bounds.check(table, command.kind, sender.rights.acting)
    return handler(table, sender, command)
