"""What happens in the game: acts, taking back, turning the pages of a payout."""

from companion.games.kit import Ask, Refused, Seat, digits
from companion.table.chair import Chair, chair
from companion.table.house import paging
from companion.table.log import Table
from companion.table.taps import Done, Forbidden, Sender, Stale, Taken, Tap, counted, handed_back


def act(table: Table, sender: Sender, tap: Tap) -> Taken:
    """A move of the game, or one seat's word to what several do together."""
    if not table.house.begun:
        raise Stale("not-begun")
    seat = table.house.seat(sender.rights.acting)
    if seat is None and not sender.rights.host:
        raise Forbidden("no-seat")
    ask = _asked(table, seat, tap, host=sender.rights.hosting)
    if ask.final and tap.fields.get("sure") != "yes":
        raise Refused("not-sure")
    seen = chair(table, seat)
    move = table.game.tap(seen.state, ask.seat, tap.fields, seen.luck)
    if ask.together and not _goes_on(seen, ask, sender, tap):
        table.game.play(table.state, ask.seat, move)  # else it is played when it is entered
        return Taken({"slot": ask.slot}, handed_back(sender), by=sender.rights.acting, kind="agree")
    return Taken({"seat": ask.seat, "line": table.game.write(move)}, handed_back(sender), by=sender.rights.acting)


def _asked(table: Table, seat: Seat | None, tap: Tap, *, host: bool) -> Ask:
    """The ask that a tap answers: the seat's own or everybody's, and the start for the host. Raises Stale."""
    asked = [ask for ask in table.asks if ask.slot == tap.base and ask.do == tap.fields.get("do")]
    asked = [ask for ask in asked if ask.seat in (seat, None) or (ask.do == "start" and host)]
    named = tap.fields.get("seat")
    if named is not None:
        asked = [ask for ask in asked if ask.seat == digits(named, "seat", 0, len(table.names) - 1)]
    if not asked:
        raise Stale("stale")
    return asked[0]


def _goes_on(seen: Chair, ask: Ask, sender: Sender, tap: Tap) -> bool:
    """Whether the table goes on with this tap: all others have said so, or the host will not wait."""
    if ask.waits and sender.rights.hosting and (seen.seat is None or tap.fields.get("all") == "yes"):
        return True
    if seen.seat in seen.agreed:
        raise Done
    others = set(seen.missing(ask)) - {seen.seat}
    if others and seen.seat is None:
        raise Forbidden("no-seat")
    return not others


def back(table: Table, sender: Sender, tap: Tap) -> Taken:
    """The own latest act is taken back."""
    number = counted(tap, "entry", 1)
    undo = chair(table, table.house.seat(sender.rights.acting), host=sender.rights.hosting).undo
    if undo is None or undo.number != number:
        raise Stale("not-latest")
    return Taken({"entry": number}, by=sender.rights.acting)


def page(table: Table, sender: Sender, tap: Tap) -> Taken:
    """Anybody turns the page of the payout for all."""
    if table.house.seat(sender.rights.acting) is None and not sender.rights.host:
        raise Forbidden("no-seat")
    page = table.house.page
    shown = (counted(tap, "act", 1), counted(tap, "step", 1))
    if page is None or not paging(table.house) or (page.act, page.step) != shown:
        raise Done  # somebody else has turned this page
    skip = tap.fields.get("to") == "end"
    return Taken({"step": page.steps + 1 if skip else page.step + 1}, by=sender.rights.person)
