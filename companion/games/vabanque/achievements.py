"""Achievements, highlights and the score chart of a game of Vabanque."""

from collections.abc import Iterator

from companion.games.achievements import Achievement, GameAchievements
from companion.games.vabanque.state import State


def collect(state: State) -> Iterator[Achievement]:
    """The value of each paid casino table, each pawn, trap and bluff; amounts in single units.

    `what` is the number of the casino table. `many` counts the pawns caught by a `trap`, and the traps laid against a
    `pawn`. The amount of a `bluff` is the value of its table.
    """
    for round_ in state.rounds:
        for paid in round_.casinos:
            where = str(paid.casino)
            yield Achievement("table", round_.number, paid.value, None, where)
            for line in paid.lines:
                yield Achievement(line.source, round_.number, line.amount, line.seat, where, len(line.rivals))
            for laid in paid.cards:
                if laid.card == "bluff":
                    yield Achievement("bluff", round_.number, paid.value, laid.seat, where)


def score_history(state: State) -> tuple[tuple[int, ...], ...]:
    """Return each seat's money before round 1 and after each round."""
    return tuple((0, *(round_.money[seat] for round_ in state.rounds)) for seat in range(state.players))


ACHIEVEMENTS = GameAchievements(
    collect=collect,
    best={"pawn": "most", "trap": "most", "table": "most", "bluff": "most"},
    shown=("trap", "table", "bluff"),
    favourite="pawn",
    starter=lambda state: state.rounds[0].order[0] if state.rounds else None,
)
