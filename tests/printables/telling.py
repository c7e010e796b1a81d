"""What the English summary says of a payout, written from the rules' facts without the project's templates."""

from collections.abc import Sequence

from companion.games.vabanque.facts import CasinoPaid, Line
from companion.games.vabanque.rules import Round

Names = Sequence[str]


def squeezed(text: str) -> str:
    """Without blanks."""
    return "".join(text.split())


def casino_told(casino: CasinoPaid, names: Names) -> str:
    """A casino table: arithmetic, cards, lines."""
    cards = [f"{laid.card.capitalize()} ({names[laid.seat]})" for laid in casino.cards]
    lines = [f"{_whose(line, names)} {_why(line, casino, names)} {line.amount:,}" for line in casino.lines]
    told = [f"Table {casino.casino} {_value(casino)}", "Turned up", *(cards or ["No cards lie here"]), *lines]
    return squeezed("".join(told))


def round_told(round_: Round, names: Names) -> str:
    """The sums of a round."""
    sums = [f"{names[seat]} {round_.paid[seat]:,} {round_.money[seat]:,}" for seat in round_.order]
    return squeezed("".join([f"Paid out in round {round_.number} Paid Money", *sums]))


def _value(casino: CasinoPaid) -> str:
    if not casino.chips:
        return "No chips here: the table is worth nothing" if not casino.raises else _raised(casino)
    if not casino.raises:
        return f"Chips {casino.chips} × 1,000 = {casino.value:,}, no raise card"
    return _raised(casino)


def _raised(casino: CasinoPaid) -> str:
    cards = "card" if casino.raises == 1 else "cards"
    times = f"{1 + casino.raises} ({casino.raises} raise {cards})"
    return f"Chips {casino.chips} × {times} × 1,000 = {casino.value:,}"


def _whose(line: Line, names: Names) -> str:
    return f"{names[line.seat]}'s {line.source}"


def _why(line: Line, casino: CasinoPaid, names: Names) -> str:
    who, many = ", ".join(names[seat] for seat in line.rivals), len(line.rivals)
    if line.source == "pawn" and many:
        return f"nothing: the {'trap' if many == 1 else 'traps'} of {who} {'lies' if many == 1 else 'lie'} here"
    if line.source == "trap" and not many:
        return "nothing: no other player's pawn stands here"
    if not casino.value:
        return "nothing: the table is worth nothing"
    if line.source == "pawn":
        return "the value of the table, no other player's trap lies here"
    return f"{many} {'pawn' if many == 1 else 'pawns'} of others × {casino.value:,} ({who})"
