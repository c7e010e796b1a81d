"""What a page of Vabanque sends for a move."""

from companion.games.kit import Seat
from companion.games.vabanque.moves import Chip, Chips, Lay, Move, Start, Step
from companion.games.vabanque.phone import dealt
from companion.table.chair import chair
from companion.table.log import Table


def form_of(table: Table, seat: Seat | None, move: Move) -> dict[str, object]:
    """The fields of the form. A card is named by its place in the hand, as it lies on this seat's phone."""
    match move:
        case Start(casino):
            return {"do": "start", "table": casino, "seat": seat}
        case Chip(casino):
            return {"do": "chip", "table": casino}
        case Chips(counts):
            return {"do": "chips"} | {f"table-{casino}": count for casino, count in counts}
        case Lay(card, casino):
            assert seat is not None
            places = dealt(table.state.round, seat, chair(table, seat).luck)
            return {"do": "card", "place": places.index(card) + 1, "table": casino}
        case Step(steps):
            return {"do": "move", "steps": steps}
