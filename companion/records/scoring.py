"""Places, and the result of `companion score --json`."""

from collections.abc import Sequence

from companion.games.types import Seat
from companion.records.record import Record


def standings(scores: Sequence[int]) -> tuple[tuple[int, Seat], ...]:
    """List (place, seat), richest first; equals share a place, the next is skipped, in seating order."""
    order = sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
    return tuple((1 + sum(other > scores[seat] for other in scores), seat) for seat in order)


def build_result(record: Record) -> dict[str, object]:
    """Return the result of a record as `companion score --json` prints it."""
    names, game = record.header.players, record.game
    scores, finished = game.scores(record.state), not game.asks(record.state)
    places = standings(scores)
    return {
        "game": record.header.game,
        "players": list(names),
        "finished": finished,
        "rounds": game.rounds(record.state, names),
        "money": dict(zip(names, scores, strict=True)),
        "standings": [{"place": place, "player": names[seat], "money": scores[seat]} for place, seat in places],
        "winners": [names[seat] for place, seat in places if place == 1] if finished else [],
        **game.extras(record.state, names),
    }
