"""Finished rounds as the record's *Result* lists them, with names instead of seats."""

from collections.abc import Mapping, Sequence

from companion.games.vabanque.events import CasinoPaid, Line
from companion.games.vabanque.state import Round, State

Names = Sequence[str]


def rounds(state: State, names: Names) -> list[dict[str, object]]:
    return [_round(round_, names) for round_ in state.rounds]


def _round(round_: Round, names: Names) -> dict[str, object]:
    return {
        "round": round_.number,
        "order": [names[seat] for seat in round_.order],
        "tables": [_casino(casino, names) for casino in round_.casinos],
        "paid": _by_name(round_.paid, names),
        "money": _by_name(round_.money, names),
        "next_order": round_.next_order and [names[seat] for seat in round_.next_order],
    }


def _casino(casino: CasinoPaid, names: Names) -> dict[str, object]:
    return {
        "table": casino.casino,
        "chips": casino.chips,
        "raises": casino.raises,
        "value": casino.value,
        "pays": [_line(line, names) for line in casino.lines if line.amount],
    }


def _line(line: Line, names: Names) -> dict[str, object]:
    who: dict[str, object] = {"player": names[line.seat], "for": line.source}
    if line.source == "trap":
        who["pawns"] = len(line.rivals)
    return {**who, "amount": line.amount}


def _by_name(amounts: Sequence[int], names: Names) -> Mapping[str, int]:
    return dict(zip(names, amounts, strict=True))
