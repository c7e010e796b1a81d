"""Commands of the game: moves, undo, pages of a payout, face-up cards."""

from collections.abc import Sequence
from typing import Any

from companion.games.types import IllegalMove, PendingDecision, Seat, check_choice, parse_integer
from companion.records.record import Act
from companion.table.commands.types import (
    AlreadyDone,
    Command,
    Draft,
    Forbidden,
    Sender,
    Stale,
    read_number,
    require_seat,
    return_device,
)
from companion.table.model.entry import Entry
from companion.table.model.log import Table
from companion.table.model.player_view import PlayerView, player_view
from companion.table.model.roster import paging


def act(table: Table, sender: Sender, command: Command) -> Draft:
    """A move, or one seat's agreement to a joint decision."""
    if not table.roster.begun:
        raise Stale("not-begun")
    seat = table.roster.seat(sender.rights.acting)
    if seat is None and not sender.rights.host:
        raise Forbidden("no-seat")
    own = sender.rights.lent is None
    ask = _find_ask(table, seat, command, host=sender.rights.hosting, serving=own)
    if ask.final and command.fields.get("sure") != "yes":
        raise IllegalMove("not-sure")
    view = player_view(table, seat)
    move = table.game.parse_form_move(view.state, ask.seat, command.fields, view.chance)
    if ask.seat not in (seat, None) and not table.game.is_public(move):
        raise Forbidden("not-yours")
    if ask.seat is not None and not table.game.holds(view.state, ask.seat, move, table.preferences, view.chance):
        raise IllegalMove("not-in-hand")
    if ask.consent and not _completes(view, ask, sender, command):
        table.game.play(table.state, ask.seat, move)  # only to check it
        return Draft(
            {"slot": ask.slot} | _standing(ask, command), return_device(sender), by=sender.rights.acting, kind="agree"
        )
    body = {"seat": ask.seat, "line": table.game.write(move)} | _standing(ask, command)
    grants = return_device(sender)
    if grants and _acts_again(table, seat, ask, move):
        grants = ()
    return Draft(body, grants, by=sender.rights.acting)


def _standing(ask: PendingDecision, command: Command) -> dict[str, object]:
    """The mark of somebody who agrees for good."""
    return {"standing": ask.standing} if ask.standing and command.fields.get("standing") == "yes" else {}


def _acts_again(table: Table, seat: Seat | None, ask: PendingDecision, move: Any) -> bool:
    """Whether the table waits for the same seat again: then a lent device stays there."""
    if seat is None or ask.final:
        return False
    state, facts = table.game.play(table.state, ask.seat, move)
    awaited = any(ask.seat == seat and ask.waits for ask in table.game.asks(table.game.play_forced(state)))
    return awaited and not any(fact.paged for fact in facts)


def _find_ask(table: Table, seat: Seat | None, command: Command, *, host: bool, serving: bool) -> PendingDecision:
    """The decision that a command answers: one's own, everyone's, the start for the host, a guest's. Raises Stale."""
    asked = _matching_asks(table, table.asks, command)
    own = [ask for ask in asked if (host if ask.do == "start" else _may_answer(table, ask, seat, serving=serving))]
    if not own:
        raise _stale_reason(_matching_asks(table, player_view(table).asks, command))
    return own[0]


def _matching_asks(table: Table, asks: Sequence[PendingDecision], command: Command) -> list[PendingDecision]:
    """The decisions with the command's slot, word and seat."""
    found = [ask for ask in asks if ask.slot == command.slot and ask.do == command.fields.get("do")]
    named = command.fields.get("seat")
    if named is not None:
        seat = parse_integer(named, "seat", 0, len(table.names) - 1)
        found = [ask for ask in found if ask.seat == seat]
    return found


def _stale_reason(asked: Sequence[PendingDecision]) -> Stale:
    if any(ask.do == "start" for ask in asked):
        return Stale("not-host")
    return Stale("not-asked", player=asked[0].seat) if asked else Stale("stale")


def _may_answer(table: Table, ask: PendingDecision, seat: Seat | None, *, serving: bool) -> bool:
    return ask.seat in (seat, None) or (serving and _is_served(table, ask))


def _is_served(table: Table, ask: PendingDecision) -> bool:
    """Whether anyone may enter the decision: it is public, and its player has no phone."""
    return ask.seat is not None and not ask.hidden and not table.roster.people[ask.seat].phone and ask.do != "start"


def _completes(view: PlayerView, ask: PendingDecision, sender: Sender, command: Command) -> bool:
    """Whether this agreement is the last one, or the host does not wait for the others."""
    if ask.waits and sender.rights.hosting and (view.seat is None or command.fields.get("all") == "yes"):
        return True
    missing = view.missing(ask)
    if missing and view.seat in view.agreed:
        raise AlreadyDone
    others = set(missing) - {view.seat}
    if others and view.seat is None:
        raise Forbidden("no-seat")
    return not others


def undo(table: Table, sender: Sender, command: Command) -> Draft:
    number = read_number(command, "entry", 1)
    view = player_view(table, table.roster.seat(sender.rights.acting), host=sender.rights.hosting)
    if view.undo is None or view.undo.number != number:
        latest = next((played for played in reversed(table.played) if not played.forced), None)
        own = latest is not None and (latest.number, latest.by) == (number, sender.rights.acting)
        raise Stale("came-of-it" if own else "not-latest")
    return Draft({"entry": number}, by=sender.rights.acting)


def turn_page(table: Table, sender: Sender, command: Command) -> Draft:
    """Anyone turns the page for all, or skips to the page that sums up the payout."""
    require_seat(table, sender)
    page = table.roster.page
    shown = (read_number(command, "act", 1), read_number(command, "step", 1))
    if page is None or not paging(table.roster) or (page.act, page.step) != shown:
        raise AlreadyDone  # somebody else was faster
    step = page.step + 1
    if command.fields.get("to") == "sum":
        step = player_view(table).skips_to
        if page.step >= step:
            raise AlreadyDone
    return Draft({"step": step}, by=sender.rights.person)


def finish_round(table: Table, sender: Sender, command: Command) -> Draft:
    """Anyone enters the rest of a round that nobody can change any more. It reveals face-down moves."""
    require_seat(table, sender)
    act = None if table.state is None or paging(table.roster) else table.game.auto_finish(table.state)
    if act is None or read_number(command, "over") != table.game.count_rounds(table.state, table.names):
        raise AlreadyDone  # somebody else was faster
    if command.fields.get("sure") != "yes":
        raise IllegalMove("not-sure")
    body = forced_body(table, Act(*act))
    return Draft(body, return_device(sender), by=sender.rights.acting, kind="act", finish_round=True)


def mark_face_up(table: Table, sender: Sender, command: Command) -> Draft:
    """Anyone reports that a real card lies face up, or (`down`) does not. The record does not hold it."""
    require_seat(table, sender)
    if table.state is None:
        raise Stale("not-begun")
    lies, told = "up" in command.fields, table.roster.faceup
    card = check_choice(command.fields.get("up" if lies else "down"), "card", tuple(table.game.faceup(table.state)))
    if lies == (card in told):
        raise AlreadyDone  # somebody else was faster
    cards = (*told, card) if lies else (other for other in told if other != card)
    return Draft({"cards": list(cards)}, by=sender.rights.person)


def forced_body(table: Table, act: Act) -> dict[str, Any]:
    """The body of an entry with a forced move."""
    return {"seat": act.seat, "line": table.game.write(act.move), "forced": True}


def apply_with_forced(table: Table, entry: Entry, *, finish_round: bool = False) -> tuple[Table, tuple[Entry, ...]]:
    """Apply an entry and the moves that it forces. Return the table and these entries.

    With `finish_round`, moves that change nothing any more are entered too, also during a payout.
    """
    table, entries = table.after(entry), [entry]
    while (act := table.undecided if finish_round else table.forced) is not None:
        number = table.number + 1  # no device may send such a key
        made = Entry(number, "act", None, forced_body(table, act), f"/{number}", "", entry.at)
        entries.append(made)
        table = table.after(made)
    return table, tuple(entries)
