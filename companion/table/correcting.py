"""Corrections: the host proposes, one more seat agrees, and the round is reckoned anew."""

from collections.abc import Mapping
from dataclasses import replace

from companion.games.kit import Refused, copied, one_of
from companion.table.chair import chair
from companion.table.house import Proposal
from companion.table.log import Play, Table, public
from companion.table.taps import Forbidden, Sender, Stale, Taken, Tap, counted, handed_back, host_only


def propose(table: Table, sender: Sender, tap: Tap) -> Taken:
    """What everybody saw and was entered wrongly, as it should have been."""
    host_only(sender)
    number = counted(tap, "act", 1)
    play = next((play for play in table.correctable if play.number == number), None)
    if play is None:
        raise Stale("not-correctable")
    seen = chair(table)
    before, seat = seen.before(number), play.act.seat
    one_of(tap.fields.get("do"), "do", [ask.do for ask in table.game.asks(before) if ask.seat == seat])
    move = table.game.tap(before, seat, tap.fields, seen.luck)
    if move == play.act.move or not (public(table.game, move) or copied(table.game, move)):
        raise Refused("nothing-corrected")
    return Taken(proposal(table, play, table.game.write(move)), by=sender.rights.person)


def proposal(table: Table, play: Play, line: Mapping[str, object]) -> dict[str, object]:
    """The body of the entry. Raises Refused where it, or what came after it, would not have been possible."""
    was = table.game.write(play.act.move)
    opens = sorted(_corrected(table, play.number, line).opened - table.opened)
    return {"act": play.number, "seat": play.act.seat, "round": play.round, "was": was, "line": line, "opens": opens}


def _corrected(table: Table, number: int, line: Mapping[str, object]) -> Table:
    until = tuple(play for play in table.plays if play.number <= number)
    replace(table, plays=until).corrected(number, line)  # where it fails by itself, the rules say why
    try:
        return table.corrected(number, line)
    except Refused:
        raise Refused("not-then") from None


def approve(table: Table, sender: Sender, tap: Tap) -> Taken:
    """The yes of one more seat than the host's. The host's device can say it where all see that it was lent."""
    proposal, person = _proposal(table, tap), sender.rights.acting
    if table.house.seat(person) is None or sender.rights.hosting or person == proposal.by:
        raise Forbidden("one-more-seat")
    return Taken({"proposal": proposal.number}, handed_back(sender), by=person)


def decline(table: Table, sender: Sender, tap: Tap) -> Taken:
    """Anybody's no, the host's own too."""
    proposal, person = _proposal(table, tap), sender.rights.acting
    if table.house.seat(person) is None and not sender.rights.host:
        raise Forbidden("no-seat")
    return Taken({"proposal": proposal.number}, handed_back(sender), by=person)


def _proposal(table: Table, tap: Tap) -> Proposal:
    number = counted(tap, "proposal", 1)
    if table.house.proposal is None or table.house.proposal.number != number:
        raise Stale("stale")
    return table.house.proposal
