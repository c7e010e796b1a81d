"""Each kind of command and its handler.

The functions look only: they give back the body of the entry and the rights that come with it, or say why not.
Writing is the desk's.
"""

from collections.abc import Callable

from companion.games.kit import Garbled
from companion.table import correcting, hosting, playing, seating
from companion.table.commands import Command, Draft, Sender
from companion.table.log import Table

HANDLERS: dict[str, Callable[[Table, Sender, Command], Draft]] = {
    "sit": seating.sit,
    "leave": seating.leave,
    "arrange": seating.arrange,
    "begin": seating.begin,
    "claim": seating.claim,
    "admit": seating.admit,
    "refuse": seating.admit,
    "lend": seating.lend,
    "return": seating.give_back,
    "host": hosting.take_over,
    "hand-on": hosting.hand_on,
    "act": playing.act,
    "back": playing.back,
    "page": playing.page,
    "propose": correcting.propose,
    "approve": correcting.approve,
    "decline": correcting.decline,
    "put-right": correcting.put_right,
}


def handle(table: Table, sender: Sender, command: Command) -> Draft:
    """The entry's body for a command. Raises Garbled, Refused, Stale, Forbidden or Done."""
    try:
        handler = HANDLERS[command.kind]
    except KeyError:
        raise Garbled("not-one-of", key="kind", expected=", ".join(HANDLERS)) from None
    return handler(table, sender, command)
