"""The payout of Vabanque, page by page."""

from collections.abc import Iterator
from typing import Any

from companion.games.vabanque.facts import CasinoPaid, GameOver, NewOrder, RoundPaid
from companion.games.vabanque.money import Handout
from tests.games.saying import sentences
from tests.web.showing import Shown

CARDS = {"raise": "Raise", "bluff": "Bluff", "trap": "Trap"}


def told(one: Shown) -> list[str]:
    """All that stands on a page, in its order."""
    says, names = sentences("vabanque"), one.chair.names
    match one.page:
        case CasinoPaid() as page:
            cards = [f"{CARDS[laid.card]} {names[laid.seat]}" for laid in page.cards] or ["No cards lie here"]
            lines = [
                f"{says.source(line, names)} {says.reason(line, page, names)} {line.amount:,}" for line in page.lines
            ]
            return [f"Table {page.casino}", *cards, says.value(page), *lines]
        case RoundPaid() as page:
            order = one.state.rounds[page.round - 1].order
            return [
                f"Paid out in round {page.round}",
                *(line for seat in order for line in _paid(one, page, seat, says)),
            ]
        case NewOrder() as page:
            money = [f"{names[seat]} {one.state.money[seat]:,}" for seat in page.order]
            ties = [says.tie(tie, one.state.money, names) for tie in page.ties]
            return [f"Order of play in round {page.round}", *money, *ties, _taken_up(one, names[page.order[0]])]
        case GameOver() as page:
            return ["The game is over", " and ".join(names[seat] for seat in page.winners)]
    raise AssertionError(one.page)


def _paid(one: Shown, page: RoundPaid, seat: int, says: Any) -> Iterator[str]:
    yield one.chair.names[seat]
    if one.chair.preferences["money"] == "paper":
        for handout in one.chair.game.face.handouts(one.state)[page.round - 1]:  # type: ignore[attr-defined]
            if handout.seat == seat:
                yield from _notes(handout, one.chair.names, says)
    yield f"+{page.paid[seat]:,} {page.money[seat]:,}"


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
