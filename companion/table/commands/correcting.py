"""Corrections: the host proposes, one more seat agrees, and the round is replayed."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from companion.games.types import IllegalMove, check_choice
from companion.table.commands.types import (
    Command,
    Draft,
    Forbidden,
    Sender,
    Stale,
    read_number,
    require_host,
    require_seat,
    return_device,
)
from companion.table.model.log import Played, Table
from companion.table.model.player_view import player_view
from companion.table.model.roster import Ending, Proposal


def propose(table: Table, sender: Sender, command: Command) -> Draft:
    """The host proposes to correct a public move."""
    require_host(sender)
    number = read_number(command, "act", 1)
    played = next((played for played in table.correctable if played.number == number), None)
    if played is None:
        raise Stale("not-correctable")
    return Draft(
        _correction_body(
            table, played, command, allowed=lambda move: table.game.is_public(move) or _is_copied(table, move)
        ),
        by=sender.rights.person,
    )


def put_right(table: Table, sender: Sender, command: Command) -> Draft:
    """Somebody fixes their own move that was copied wrongly from a real card, as long as it was revealed last."""
    number, person = read_number(command, "act", 1), sender.rights.acting
    played = next((one for one in player_view(table).fixable if one.number == number), None)
    if played is None or played.act.seat is None or played.act.seat != table.roster.seat(person):
        raise Stale("not-correctable")
    return Draft(
        _correction_body(table, played, command, allowed=partial(_is_copied, table)), return_device(sender), by=person
    )


def _is_copied(table: Table, move: Any) -> bool:
    return table.game.copied_from_card(move, table.preferences)


def _correction_body(
    table: Table, played: Played, command: Command, *, allowed: Callable[[Any], bool]
) -> dict[str, object]:
    """The body of the entry: another possible move that is allowed.

    Raises InvalidMove or IllegalMove.
    """
    view, seat = player_view(table), played.act.seat
    before = view.before(played.number)
    check_choice(command.fields.get("do"), "do", [ask.do for ask in table.game.asks(before) if ask.seat == seat])
    move = table.game.parse_form_move(before, seat, command.fields, view.chance)
    if move == played.act.move or not allowed(move):
        raise IllegalMove("nothing-corrected")
    return proposal_body(table, played, table.game.write(move))


def proposal_body(table: Table, played: Played, line: Mapping[str, object]) -> dict[str, object]:
    """The body of the entry. Raises IllegalMove if the move or a later one is then impossible."""
    was = table.game.write(played.act.move)
    reveals = _apply_correction(table, played.number, line).revealed_entries - table.revealed_entries
    return {
        "act": played.number,
        "seat": played.act.seat,
        "round": played.round,
        "was": was,
        "line": line,
        "opens": [ply for ply, one in enumerate(table.played) if one.number in reveals],
    }


def _apply_correction(table: Table, number: int, line: Mapping[str, object]) -> Table:
    until = tuple(played for played in table.played if played.number <= number)
    replace(table, played=until).with_correction(number, line)  # the rules say why the move itself fails
    try:
        return table.with_correction(number, line)
    except IllegalMove:
        raise IllegalMove("not-then") from None


def approve(table: Table, sender: Sender, command: Command) -> Draft:
    """One more seat than the host's agrees. The host's device can do so while it is visibly lent."""
    proposal, person = _find_proposal(table, command), sender.rights.acting
    if table.roster.seat(person) is None or sender.rights.hosting or person == proposal.by:
        raise Forbidden("one-more-seat")
    kind = "end" if isinstance(proposal, Ending) else None
    return Draft({"proposal": proposal.number}, return_device(sender), by=person, kind=kind)


def decline(table: Table, sender: Sender, command: Command) -> Draft:
    """Anyone declines, also the host."""
    proposal = _find_proposal(table, command)
    require_seat(table, sender)
    kind = "not-end" if isinstance(proposal, Ending) else None
    return Draft({"proposal": proposal.number}, return_device(sender), by=sender.rights.acting, kind=kind)


def _find_proposal(table: Table, command: Command) -> Proposal | Ending:
    number = read_number(command, "proposal", 1)
    for proposal in (table.roster.proposal, table.roster.ending):
        if proposal is not None and proposal.number == number:
            return proposal
    raise Stale("stale")
