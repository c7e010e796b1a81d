"""The payout of Vabanque, page by page."""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.games.kit import Seat
from companion.games.vabanque.face import Face
from companion.games.vabanque.facts import CasinoPaid, Line, RoundPaid
from companion.games.vabanque.money import Handout
from tests.games.saying import named, sentences
from tests.web.showing import Shown

CARDS = {"raise": "Raise", "bluff": "Bluff", "trap": "Trap"}
DOES = {
    "raise": "The chips here count once more",
    "bluff": "Does nothing at all",
    "trap": "Catches the others' pawns here",
}


def told(one: Shown) -> list[str]:
    """All that stands on a page, in its order: what each phone says to its owner first, then what all see."""
    match one.page:
        case CasinoPaid() as page:
            return [*_casino(one, page)]
        case RoundPaid() as page:
            return [*_round(one, page)]
    raise AssertionError(one.page)


def _casino(one: Shown, page: CasinoPaid) -> Iterator[str]:
    says, names = sentences("vabanque"), one.chair.names
    order = one.state.rounds[-1].order
    for seat in order:
        yield from yours(page, seat, names)
    yield f"Table {page.casino}"
    yield says.value(page)
    yield from [f"{CARDS[laid.card]} of {names[laid.seat]}" for laid in page.cards] or ["No cards lie here"]
    for seat in order:
        earned = f"{_plus(paid(page, seat))} {gets(page, seat, names)}" if any(_lines(page, seat)) else ""
        yield f"{names[seat]} {earned} {_purse(one, seat):,}"


def _plus(amount: int) -> str:
    return f"+{amount:,}" if amount else "0"


def paid(page: CasinoPaid, seat: Seat) -> int:
    """What a seat gets at a table."""
    return sum(line.amount for line in page.lines if line.seat == seat)


def _purse(one: Shown, seat: Seat) -> int:
    """What a seat has, as far as the payout has been shown."""
    last, step = one.state.rounds[-1], one.chair.party.page
    assert step is not None
    shown = [page for page in one.chair.pages[: step.step] if isinstance(page, CasinoPaid)]
    had: int = last.money[seat] - last.paid[seat]
    return had + sum(paid(page, seat) for page in shown)


def _lines(page: CasinoPaid, seat: Seat) -> tuple[Line | None, Line | None]:
    by = {line.source: line for line in page.lines if line.seat == seat}
    return by.get("pawn"), by.get("trap")


def _and(seats: Sequence[Seat], names: Sequence[str]) -> str:
    *first, last = named(seats, names)
    return f"{', '.join(first)} and {last}" if first else last


def gets(page: CasinoPaid, seat: Seat, names: Sequence[str]) -> str:
    """Why, in a line for everybody."""
    pawn, trap = _lines(page, seat)
    said = []
    if pawn:
        worth = "pawn: the table's value" if page.value else "pawn: the table is worth nothing"
        said.append(f"pawn caught by {_and(pawn.rivals, names)}" if pawn.rivals else worth)
    if trap and trap.rivals:
        said.append(f"trap caught {_and(trap.rivals, names)}: {len(trap.rivals)} × {page.value:,}")
    elif trap:
        said.append("trap caught nobody")
    return " · ".join(said)


def yours(page: CasinoPaid, seat: Seat, names: Sequence[str]) -> Iterator[str]:
    """The same to its owner, with the amount."""
    pawn, trap = _lines(page, seat)
    yield _first(page, pawn, trap, names)
    if pawn or trap:
        yield _plus(paid(page, seat))
    if page.value and pawn and trap:
        if trap.rivals and pawn.rivals:
            yield f"Your pawn earns nothing: {_lie(pawn, names)}"
        elif trap.rivals:
            yield f"Your pawn earns {page.value:,}."
        yield "Your own trap does not count against you."


def _first(page: CasinoPaid, pawn: Line | None, trap: Line | None, names: Sequence[str]) -> str:
    if not pawn and not trap:
        return "Nothing: neither your pawn nor a trap of yours is here."
    if not page.value:
        return "Nothing: no chips lie here, so the table is worth nothing."
    if trap and trap.rivals:
        pawns = "pawn" if len(trap.rivals) == 1 else "pawns"
        return f"Your trap caught {_and(trap.rivals, names)}: {len(trap.rivals)} {pawns} × {page.value:,}."
    if pawn and pawn.rivals:
        return f"Nothing: {_lie(pawn, names)}"
    return "Your pawn earns the table's value." if pawn else "Nothing: your trap caught nobody."


def _lie(pawn: Line, names: Sequence[str]) -> str:
    who = _and(pawn.rivals, names)
    return f"the trap of {who} lies here." if len(pawn.rivals) == 1 else f"the traps of {who} lie here."


def _round(one: Shown, page: RoundPaid) -> Iterator[str]:
    says, names = sentences("vabanque"), one.chair.names
    over = one.state.rounds[page.round - 1]
    for seat in range(len(names)):
        yield from _brought(page, seat, over.next_order)
    yield f"Order of play in round {page.round + 1}" if over.next_order else f"Paid out in round {page.round}"
    for seat in over.next_order or over.order:
        yield names[seat]
        yield _plus(page.paid[seat])
        yield from _handed(one, page, seat, says)
        yield f"{page.money[seat]:,}"
    if over.next_order:
        yield from (says.tie(tie, page.money, names) for tie in Face.ties(over.next_order, page.money))
        yield _taken_up(one, names[over.next_order[0]])


def _brought(page: RoundPaid, seat: Seat, order: Sequence[Seat] | None) -> Iterator[str]:
    brought = f"Round {page.round} brought you"
    yield brought if page.paid[seat] else f"{brought} nothing"
    yield _plus(page.paid[seat])
    yield f"You have {page.money[seat]:,}."
    if order:
        yield f"In round {page.round + 1} you are number {order.index(seat) + 1}."


def _handed(one: Shown, page: RoundPaid, seat: Seat, says: Any) -> Iterator[str]:
    if one.chair.preferences["money"] == "paper":
        for handout in Face.handouts(one.state)[page.round - 1]:
            if handout.seat == seat:
                yield from _notes(handout, one.chair.names, says)


def _notes(handout: Handout, names: tuple[str, ...], says: Any) -> Iterator[str]:
    if change := handout.exchange:
        gives = says.notes(change.gives)
        yield f"First {names[change.seat]} changes {gives} against the bank's {change.gets:,}."
    yield f"Notes: {says.notes(handout.notes)}"
    if handout.kept:
        yield f"{handout.kept:,} stays in Companion until the next payout."


def _taken_up(one: Shown, first: str) -> str:
    """By seats in the first edition, by order cards in the newer one, but for what the host chose."""
    cue, old = one.chair.preferences["cue"], one.state.options["edition"] == "2001"
    if cue == "seats" or (cue == "edition" and old):
        how = f"Everybody takes their seat in this order, clockwise round {first}, or takes the numbered tiles."
    else:
        how = "Everybody takes the order card with their number."
    return f"{how} Take your cards back. Chips and pawns stay."
