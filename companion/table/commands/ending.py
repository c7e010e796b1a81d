"""Ending a game early: the host proposes, one more player agrees (`correcting.approve`), and the host can undo it.

The record knows nothing of it: it stays one of an unfinished game.
"""

from companion.games.types import IllegalMove
from companion.table.commands.types import AlreadyDone, Command, Draft, Sender, require_host
from companion.table.model.log import Table
from companion.table.model.roster import paging


def propose_end(table: Table, sender: Sender, command: Command) -> Draft:
    """The host would end the game now; with `counts` statistics take it in. Raises IllegalMove during a payout."""
    require_host(sender)
    if not table.roster.begun:
        raise IllegalMove("not-begun")
    if table.over:
        raise IllegalMove("over")
    if paging(table.roster):
        raise IllegalMove("paging")
    return Draft({"counts": command.fields.get("counts") == "yes"}, by=sender.rights.person)


def go_on(table: Table, sender: Sender, _command: Command) -> Draft:
    """The host takes the early end back, as long as no new game was opened."""
    require_host(sender)
    if table.roster.ended is None:
        raise AlreadyDone
    if table.roster.again is not None:
        raise IllegalMove("played-on")
    return Draft({}, by=sender.rights.person)
