"""What a summary says of a payout, from the rules' facts: the game's own sentences, and nothing of the sheet."""

from collections.abc import Sequence
from typing import Any

from companion import templating
from companion.games.vabanque.facts import CasinoPaid, Line
from companion.games.vabanque.state import Round

Names = Sequence[str]


def squeezed(text: str) -> str:
    """Without blanks."""
    return "".join(text.split())


def reason(line: Line, casino: CasinoPaid, names: Names) -> str:
    """Whose, why, how much."""
    said = _sentences()
    return f"{said.source(line, names)} {said.reason(line, casino, names)} {line.amount:,}"


def casino_told(casino: CasinoPaid, names: Names) -> str:
    """A casino table: arithmetic, cards, lines."""
    cards = [f"{_sentences().card(laid.card)} ({names[laid.seat]})" for laid in casino.cards]
    lines = [reason(line, casino, names) for line in casino.lines]
    head = f"Table {casino.casino} {_sentences().value(casino)} Turned up"
    return squeezed("".join([head, *(cards or ["No cards lie here"]), *lines]))


def round_told(round_: Round, names: Names) -> str:
    """The sums of a round."""
    sums = [f"{names[seat]} {round_.paid[seat]:,} {round_.money[seat]:,}" for seat in round_.order]
    return squeezed("".join([f"Paid out in round {round_.number} Paid Money", *sums]))


def _sentences() -> Any:
    return templating.text("en").get_template("vabanque/_words.html").module
