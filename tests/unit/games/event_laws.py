"""Laws of the events of a game, and of its chart."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec

from companion.paths import data_dir
from tests.unit.games.playing import Played


def score_history_fits_the_scores(game: Played) -> None:
    """The chart has one series per seat, all of one length, which only grow and end with the scores."""
    told = (
        f"score_history(state) must be () or {len(game.header.players)} lists, one for each seat in order: its scores "
        "at the start and after each round"
    )
    before: Sequence[Sequence[int]] = ()
    for state in (*game.states[:: max(1, len(game.states) // 20)], game.states[-1]):
        history = game.game.score_history(state)
        assert not before or history, f"{told}. It must not become () again"
        assert len(history) in (0, len(game.header.players)), f"{told}. It is {history}"
        assert len({len(values) for values in history}) < 2, f"{told}, equally many for each. It is {history}"
        assert all(type(value) is int for values in history for value in values), (
            f"{told}, whole numbers. It is {history}"
        )
        began = all(list(was) == list(now[: len(was)]) for was, now in zip(before, history, strict=False))
        assert began, f"{told}. Earlier scores must not change: {before} became {history}"
        before = history
    end = tuple(values[-1] if values else None for values in before)
    start = tuple(values[0] for values in before if values)
    assert not before or start == tuple(game.game.scores(game.states[0])), f"{told}. It starts with {start}"
    assert not before or end == tuple(game.game.scores(game.states[-1])), (
        f"{told}. It must end with {game.game.scores(game.states[-1])}, not with {end}"
    )


def public_moves_bring_events(game: Played) -> None:
    """A plain board shows events only, so a public move without one would go unnoticed."""
    if (data_dir("templates") / game.header.game / "_board.html").exists():
        return
    for act, facts in zip(game.acts, game.told, strict=True):
        word = str(game.game.write(act.move)["do"])
        assert facts or not game.game.is_public(act.move) or word in silent(game.header.game), (
            f"{act.move} is public, and play returns no fact for it, so a plain board would not show it. Return "
            "a fact. If there is nothing to say, name the move in "
            f"tests/unit/games/{game.header.game}/__init__.py: SILENT = {{{word!r}: 'why'}}"
        )


def paged_events_come_last(game: Played) -> None:
    """A plain page shows events without a page above it, and paper shows all in order; so both have one order."""
    if (data_dir("templates") / game.header.game / "_payout.html").exists():
        return
    for facts in game.told:
        paged = [fact.paged for fact in facts]
        assert paged == sorted(paged), (
            f"play returns {', '.join(fact.word for fact in facts)}. Put those with a page of their own last: "
            f"{', '.join(fact.word for fact in facts if fact.paged)}"
        )


def moves_belong_to_a_round(game: Played) -> None:
    """Pages, history and paper count rounds, so no move may come after the last one.

    Moves that need everybody's consent, such as ending the game early, belong to no round.
    """
    rules, names = game.game, game.header.players
    most = rules.count_rounds(game.states[-1], names)
    for ask, act, before in zip(game.answered, game.acts, game.states, strict=False):
        over = rules.count_rounds(before, names)
        assert over == len(rules.rounds(before, names)), "finished(state) must be the number of rounds(state)"
        assert not most or over < most or ask.consent, (
            f"The game has {most} rounds, and all were over before {act.move}, so it would be in round {over + 1}. "
            "Let rounds(state) and finished(state) include the last round only after this move."
        )


def silent(slug: str) -> Mapping[str, str]:
    """The public moves of a game that bring no event, each with its reason."""
    name = f"tests.unit.games.{slug}"
    found: Mapping[str, str] = getattr(import_module(name), "SILENT", {}) if find_spec(name) else {}
    return found
